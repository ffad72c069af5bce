// SPDX-License-Identifier: Apache-2.0
import CGatewayMedia
import HappyOysterStream
import HappyOysterThreading
import OysterScenery

@testable import OysterGateway

/// A media object in the test's own process: it does what the offer says, and remembers.
///
/// Lines of an offer: `a=refuse` no viewer; `a=cannot` answers NULL at once; `a=now` answers at
/// once; otherwise the test answers.
enum FakeMedia {
    /// Every test names its viewers, for all tests share this list.
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

    /// Everything that a gateway wants for media, but nothing that takes time.
    static func media(answersWithin answerLimit: Duration = .seconds(60)) -> Gateway.Media {
        Gateway.Media(
            library: library,
            painter: { FakePainter(size: $0) },
            answerLimit: answerLimit
        )
    }

    /// The viewers whose offer holds a text, oldest first.
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
        // Kept in the list for ever, so the pointer stays good.
        return OpaquePointer(Unmanaged.passUnretained(viewer).toOpaque())
    }
}

/// Paints nothing but the number of the picture.
struct FakePainter: Painter {
    private let bytes: Int

    init(size: FrameSize) { bytes = size.width * size.height * 3 / 2 }

    func paint(_ scenery: Scenery, frame: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) {
        let picture = [UInt8](repeating: UInt8(truncatingIfNeeded: frame), count: bytes)
        picture.withUnsafeBytes(body)
    }
}

/// One viewer of the fake.
///
/// `@unchecked Sendable`: what changes is behind the lock, the rest is constant.
final class FakeViewer: @unchecked Sendable {
    struct State {
        var pictures: [[UInt8]] = []
        var pushes = 0
        var texts: [String] = []
        var takesPictures = true
        var closes = 0
        /// Calls after `close`.
        var strayCalls = 0
    }

    let offer: String
    let options: oyster_media_options
    private let events: oyster_media_events
    private let state = Condition(State())
    /// Whether `closed` was reported: as with the real object no event comes afterwards.
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

    func setTakesPictures(_ takes: Bool) { state.withLock { $0.takesPictures = takes } }
}

// What the object would tell.
extension FakeViewer {
    func answer(_ sdp: String?) {
        report { events in
            guard let sdp else { return events.answered(events.context, nil) }
            events.answered(events.context, sdp)
        }
    }

    func connect() { report { $0.connected($0.context) } }

    func say(_ text: String, isReliable: Bool = false) {
        report { $0.message($0.context, text, isReliable) }
    }

    /// Bytes that end with 0.
    func say(bytes: [UInt8]) {
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

// What the gateway asks.
extension FakeViewer {
    fileprivate func take(_ picture: UnsafePointer<UInt8>?, _ length: Int) -> Bool {
        state.withLock { state in
            state.pushes += 1
            state.strayCalls += state.closes
            guard state.takesPictures else { return false }
            state.pictures.append(Array(UnsafeBufferPointer(start: picture, count: length)))
            // The newest few are enough for any test.
            if state.pictures.count > 4 { state.pictures.removeFirst() }
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
        // Not from within the call, as the real object does.
        _ = SystemThread.start("fake-media") {
            self.hasClosed.withLock { hasClosed in
                hasClosed = true
                self.events.closed(self.events.context)
            }
        }
    }
}
