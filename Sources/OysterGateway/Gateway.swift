// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading
internal import OysterScenery

/// An error of the start of a gateway.
package enum GatewayError: Error, Equatable {
    case cannotListen(port: UInt16)
}

/// The development gateway: an Open API port and a control port, both on loopback.
package final class Gateway: Sendable {
    private let api: HTTPServer
    private let control: HTTPServer
    private let registry: BroadcastRegistry?
    package let apiURL: String
    package let controlURL: String
    /// The address of the page for a browser.
    package var watchURL: String { apiURL + "/" }

    package static let version = LibraryVersion.text

    /// Starts both ports; 0 selects a free one.
    ///
    /// All lifetimes and lifecycles use `clock`. Without a media library there is no video.
    /// `requestLog` gets a line for each request, without secrets, on the threads of the two servers.
    package convenience init(
        port: UInt16 = 0,
        controlPort: UInt16 = 0,
        media: MediaLibrary? = nil,
        requestLog: (@Sendable (String) -> Void)? = nil,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.now
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

    /// The parts of a gateway that sends video.
    struct Media: Sendable {
        let library: MediaLibrary
        var renderer: FrameRendererFactory = { SceneryRenderer(size: $0) }
        /// Time limit for the SDP answer of the library.
        var answerLimit: Duration = .seconds(5)
    }

    init(
        port: UInt16,
        controlPort: UInt16,
        media: Media?,
        requestLog: (@Sendable (String) -> Void)? = nil,
        clock: @escaping @Sendable () -> Timestamp
    ) throws {
        let state = Condition(
            GatewayState(hasMedia: media != nil, census: Census.counter(media?.library))
        )
        var registry: BroadcastRegistry?
        var signalling: Signalling?
        if let media {
            let made = BroadcastRegistry(
                library: media.library,
                renderer: media.renderer,
                delegate: TravelBroadcast.Delegate(state, clock)
            )
            registry = made
            signalling = Signalling(
                state: state,
                registry: made,
                answerLimit: media.answerLimit,
                clock: clock
            )
        }
        let (rtc, broadcasts) = (signalling, registry)
        let api = try HTTPServer(
            port: port,
            headers: CrossOrigin.headers,
            log: RequestLine.writer(requestLog)
        ) { request in
            defer { broadcasts?.removeFinished() }
            if let preflight = CrossOrigin.preflight(request) { return preflight }
            if let rtc, request.path.hasPrefix("/rtc/") { return rtc.serve(request) }
            return state.withLock { state in
                WatchRoutes.serve(&state, request, at: clock())
                    ?? IntegratorRoutes.serve(&state, request, at: clock())
                    ?? state.serve(request, at: clock())
            }
        }
        control = try HTTPServer(
            port: controlPort,
            log: RequestLine.writer(requestLog)
        ) { request in
            defer { broadcasts?.removeFinished() }
            // Connections hang because of faults only, so that they are closed with the faults.
            if request.path == "/reset" || (request.path == "/faults" && request.method == "DELETE")
            {
                api.releaseHanging()
            }
            return state.withLock { $0.control(request, at: clock()) }
        }
        self.api = api
        self.registry = registry
        let url = "http://127.0.0.1:\(api.port)"
        apiURL = url
        controlURL = "http://127.0.0.1:\(control.port)"
        state.withLock { $0.apiHost = url }
    }

    /// Closes both ports and all connections.
    package func stop() {
        control.stop()
        api.stop()
        registry?.stop()
    }
}

extension TravelBroadcast.Delegate {
    /// The delegate that uses the state of a gateway.
    fileprivate init(
        _ state: Condition<GatewayState>,
        _ clock: @escaping @Sendable () -> Timestamp
    ) {
        self.init(
            mediaState: { report in state.withLock { $0.mediaState(report, at: clock()) } },
            log: { entry in state.withLock { $0.commands.add(entry, at: clock() + $0.clockAhead) } }
        )
    }
}
