// SPDX-License-Identifier: Apache-2.0
import CGatewayMedia
import HappyOysterStream
import HappyOysterThreading
import OysterScenery

@testable import OysterGateway

/// A fake media library.
///
/// It acts as the offer says, and records the calls.
///
/// Lines of an offer: `a=refuse` refuses; `a=cannot` answers NULL at once; `a=now` answers at
/// once; otherwise the test answers.
enum FakeMedia {
    /// All tests share this list, so that each test names its viewers.
    private static let viewers = Condition<[FakeViewer]>([])

    static let answer = "v=0\r\ns=answer\r\n"

    static let library: MediaLibrary = {
        let table = UnsafeMutablePointer<oyster_gateway_media>.allocate(capacity: 1)
        table.initialize(
            to: oyster_gateway_media(
                abi: OYSTER_GATEWAY_MEDIA_ABI,
                open: { FakeMedia.open($0, $1, $2) },
                push: { FakeViewer.from($0)?.take($1, $2) ?? false },
                send: { FakeViewer.from($0)?.take($1) },
                close: { FakeViewer.from($0)?.close() },
                count: { FakeMedia.count($0) }
            )
        )
        return MediaLibrary(table: UnsafePointer(table))
    }()

    /// The media parts of a gateway, without slow rendering.
    static func media(answersWithin answerLimit: Duration = .seconds(60)) -> Gateway.Media {
        Gateway.Media(
            library: library,
            renderer: { FakeFrameRenderer(size: $0) },
            answerLimit: answerLimit
        )
    }

    /// The viewers whose offer contains a text, oldest first.
    static func viewers(_ name: String) -> [FakeViewer] {
        viewers.withLock { $0.filter { $0.offer.contains(name) } }
    }

    private static func count(_ census: UnsafeMutablePointer<oyster_media_census>?) {
        let open = viewers.withLock { $0.count { $0.seen.closes == 0 } }
        census?.pointee = oyster_media_census(viewers: UInt32(open), peers: UInt32(open))
    }

    private static func open(
        _ offer: UnsafePointer<CChar>?,
        _ options: UnsafePointer<oyster_media_options>?,
        _ events: UnsafePointer<oyster_media_events>?
    ) -> OpaquePointer? {
        guard let offer, let options, let events else { return nil }
        let text = String(cString: offer)
        guard !text.contains("a=refuse") else { return nil }
        let viewer = FakeViewer(text, options.pointee, events.pointee)
        viewers.withLock { $0.append(viewer) }
        if text.contains("a=now") { viewer.answer(answer) }
        if text.contains("a=cannot") { viewer.answer(nil) }
        // The list keeps the viewer, so that the pointer stays valid.
        return OpaquePointer(Unmanaged.passUnretained(viewer).toOpaque())
    }
}

/// Fills each frame with its number.
struct FakeFrameRenderer: FrameRenderer {
    private let bytes: Int

    init(size: FrameSize) { bytes = size.width * size.height * 3 / 2 }

    func render(
        _ simulation: WorldSimulation,
        frame: UInt64,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        let content = [UInt8](repeating: UInt8(truncatingIfNeeded: frame), count: bytes)
        content.withUnsafeBytes(body)
    }
}

/// A viewer of the fake.
///
/// `@unchecked Sendable`: the lock protects all variables.
final class FakeViewer: @unchecked Sendable {
    struct State {
        var frames: [[UInt8]] = []
        var pushes = 0
        var texts: [String] = []
        var takesFrames = true
        var closes = 0
        /// Calls after `close`.
        var strayCalls = 0
    }

    let offer: String
    let options: oyster_media_options
    private let events: oyster_media_events
    private let state = Condition(State())
    /// Whether `closed` was reported; as in the real library no event follows.
    private let hasClosed = Condition(false)

    init(_ offer: String, _ options: oyster_media_options, _ events: oyster_media_events) {
        self.offer = offer
        self.options = options
        self.events = events
    }

    static func from(_ pointer: OpaquePointer?) -> FakeViewer? {
        pointer.map {
            Unmanaged<FakeViewer>.fromOpaque(UnsafeMutableRawPointer($0)).takeUnretainedValue()
        }
    }

    var size: [UInt32] { [options.width, options.height] }

    var seen: State { state.withLock { $0 } }

    func setTakesFrames(_ takes: Bool) { state.withLock { $0.takesFrames = takes } }
}

// Events that the library reports.
extension FakeViewer {
    func answer(_ sdp: String?) {
        report { events in
            guard let sdp else { return events.answered(events.context, nil) }
            events.answered(events.context, sdp)
        }
    }

    func connect() { report { $0.connected($0.context) } }

    func send(_ text: String, isReliable: Bool = false) {
        report { $0.message($0.context, text, isReliable) }
    }

    /// Sends bytes that end with 0.
    func send(bytes: [UInt8]) {
        report { events in
            bytes.withUnsafeBytes { raw in
                events.message(
                    events.context,
                    raw.bindMemory(to: CChar.self).baseAddress,
                    false
                )
            }
        }
    }

    func lose() { report { $0.lost($0.context, "gone") } }

    /// Reports one event at a time, and none after `closed`.
    private func report(_ body: (oyster_media_events) -> Void) {
        hasClosed.withLock { if !$0 { body(events) } }
    }
}

// Calls of the gateway.
extension FakeViewer {
    fileprivate func take(_ frame: UnsafePointer<UInt8>?, _ length: Int) -> Bool {
        state.withLock { state in
            state.pushes += 1
            state.strayCalls += state.closes
            guard state.takesFrames else { return false }
            state.frames.append(Array(UnsafeBufferPointer(start: frame, count: length)))
            // The four newest are enough for all tests.
            if state.frames.count > 4 { state.frames.removeFirst() }
            return true
        }
    }

    fileprivate func take(_ text: UnsafePointer<CChar>?) {
        guard let text else { return }
        state.withLock { state in
            state.strayCalls += state.closes
            state.texts.append(String(cString: text))
        }
    }

    fileprivate func close() {
        state.withLock { $0.closes += 1 }
        // Asynchronously, as in the real library.
        _ = SystemThread.start("fake-media") {
            self.hasClosed.withLock { hasClosed in
                hasClosed = true
                self.events.closed(self.events.context)
            }
        }
    }
}
