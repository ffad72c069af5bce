// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading
internal import OysterScenery

/// Why a gateway did not start.
package enum GatewayError: Error, Equatable {
    case cannotListen(port: UInt16)
}

/// The development gateway: an Open API port and a control port, both on loopback.
package final class Gateway: Sendable {
    private let api: Server
    private let control: Server
    private let studio: Studio?
    package let apiURL: String
    package let controlURL: String
    /// The page for a person with a browser.
    package var watchURL: String { apiURL + "/" }

    package static let version = LibraryVersion.text

    /// Starts both ports; 0 stands for any free one.
    ///
    /// Tests may hand in a clock of their own: all lifetimes and lifecycles follow it. Without a
    /// media library travels have no pictures. `requestLog` gets a line for each answered request,
    /// without secrets, on the threads of the two servers.
    package convenience init(
        port: UInt16 = 0,
        controlPort: UInt16 = 0,
        media: MediaLibrary? = nil,
        requestLog: (@Sendable (String) -> Void)? = nil,
        clock: @escaping @Sendable () -> Moment = Moment.now
    ) throws {
        let media = media.map { Media(library: $0) }
        try self.init(
            port: port,
            controlPort: controlPort,
            media: media,
            requestLog: requestLog,
            clock: clock
        )
    }

    /// What a gateway with pictures is made of.
    struct Media: Sendable {
        let library: MediaLibrary
        var painter: PainterMaker = { SceneryPainter(size: $0) }
        /// How long the library may think about the answer to an offer.
        var answerLimit: Duration = .seconds(5)
    }

    init(
        port: UInt16,
        controlPort: UInt16,
        media: Media?,
        requestLog: (@Sendable (String) -> Void)? = nil,
        clock: @escaping @Sendable () -> Moment
    ) throws {
        let state = Condition(
            GatewayState(hasMedia: media != nil, census: Census.counter(media?.library))
        )
        var studio: Studio?
        var signalling: Signalling?
        if let media {
            let made = Studio(
                library: media.library,
                painter: media.painter,
                desk: Broadcast.Desk(state, clock)
            )
            studio = made
            signalling = Signalling(
                state: state,
                studio: made,
                answerLimit: media.answerLimit,
                clock: clock
            )
        }
        let (rtc, made) = (signalling, studio)
        let api = try Server(
            port: port,
            headers: CrossOrigin.headers,
            log: RequestLine.writer(requestLog)
        ) { request in
            defer { made?.removeFinished() }
            if let preflight = CrossOrigin.preflight(request) { return preflight }
            if let rtc, request.path.hasPrefix("/rtc/") { return rtc.serve(request) }
            return state.withLock { state in
                WatchRoutes.serve(&state, request, at: clock())
                    ?? IntegratorRoutes.serve(&state, request, at: clock())
                    ?? state.serve(request, at: clock())
            }
        }
        control = try Server(
            port: controlPort,
            log: RequestLine.writer(requestLog)
        ) { request in
            defer { made?.removeFinished() }
            // What hangs, hangs because of faults: it goes when they go.
            if request.path == "/reset" || (request.path == "/faults" && request.method == "DELETE")
            {
                api.releaseHanging()
            }
            return state.withLock { $0.control(request, at: clock()) }
        }
        self.api = api
        self.studio = studio
        let url = "http://127.0.0.1:\(api.port)"
        apiURL = url
        controlURL = "http://127.0.0.1:\(control.port)"
        state.withLock { $0.apiHost = url }
    }

    /// Closes both ports and all connections.
    package func stop() {
        control.stop()
        api.stop()
        studio?.stop()
    }
}

extension Broadcast.Desk {
    /// The desk of the gateway that a state belongs to.
    fileprivate init(
        _ state: Condition<GatewayState>,
        _ clock: @escaping @Sendable () -> Moment
    ) {
        self.init(
            scene: { report in state.withLock { $0.scene(report, at: clock()) } },
            log: { entry in state.withLock { $0.commands.add(entry, at: clock() + $0.clockAhead) } }
        )
    }
}
