// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization

/// The context of an event listener, a frame or audio callback, or a log handler.
///
/// It counts every call after the library reported the release as complete, and every release
/// beyond the first.
final class Listener: Sendable {
    struct Event: Sendable {
        let type: oyster_event_type
        let status: oyster_status
        let code: oyster_result
        let sequence: UInt64
        let json: JSONValue?
        let thread: UInt
    }

    struct AudioCall: Sendable {
        let rate: UInt32
        let channels: UInt32
        let frameCount: UInt32
        let pts: Int64
        let time: Int64
        /// Loudest sample.
        let peak: Int
    }

    let events = Recorder<Event>()
    let frames = Recorder<FrameLayoutCopy>()
    let audio = Recorder<AudioCall>()
    let releases = Counter()
    /// Calls and releases that must not occur.
    let violations = Counter()
    private let expectsNoCalls = Atomic(false)
    private let onCall: @Sendable (Listener) -> Void

    /// `onCall` runs inside each callback.
    init(onCall: @escaping @Sendable (Listener) -> Void = { _ in }) { self.onCall = onCall }

    /// The context for the library; the test keeps this object alive.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Counts every later call as a violation, and a missing release as well.
    func expectNoCalls() {
        expectsNoCalls.store(true, ordering: .sequentiallyConsistent)
        if releases.value != 1 { violations.add() }
    }

    private func called() {
        if expectsNoCalls.load(ordering: .sequentiallyConsistent) || releases.value != 0 {
            violations.add()
        }
        onCall(self)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Listener? {
        context.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
    }

    static let event: oyster_event_fn = { context, event in
        guard let listener = from(context), let event = event?.pointee else { return }
        listener.events.add(
            Event(
                type: event.type,
                status: event.status,
                code: event.code,
                sequence: event.sequence,
                json: Tree.value(event.payload),
                thread: SystemThread.current
            )
        )
        listener.called()
    }

    static let frame: oyster_frame_fn = { context, info in
        guard let listener = from(context), let info = info?.pointee else { return }
        listener.frames.add(FrameLayoutCopy(info))
        listener.called()
    }

    static let audio: oyster_audio_fn = { context, info in
        guard let listener = from(context), let info = info?.pointee, let samples = info.samples,
            info.size == UInt32(MemoryLayout<oyster_audio_info>.size)
        else { return }
        let count = Int(info.frame_count * info.channels)
        let all = UnsafeBufferPointer(start: samples, count: count)
        listener.audio.add(
            AudioCall(
                rate: info.sample_rate,
                channels: info.channels,
                frameCount: info.frame_count,
                pts: info.pts_us,
                time: info.monotonic_time_us,
                peak: all.map { abs(Int($0)) }.max() ?? 0
            )
        )
        listener.called()
    }

    static let release: oyster_release_fn = { context in
        guard let listener = from(context) else { return }
        if listener.expectsNoCalls.load(ordering: .sequentiallyConsistent) {
            listener.violations.add()
        }
        if listener.releases.add() != 1 { listener.violations.add() }
    }

    /// Adds a listener to a travel; nil when refused.
    func listen(to travel: OpaquePointer?) -> UInt64? {
        var id: UInt64 = 0
        let code = oyster_travel_add_listener(
            travel,
            Listener.event,
            context,
            Listener.release,
            &id
        )
        return code == 0 ? id : nil
    }

    /// Waits for an event; false when it does not arrive.
    func heard(_ isWanted: (Event) -> Bool) -> Bool {
        blockUntil { events.entries.contains(where: isWanted) }
    }

    func heard(_ status: oyster_status) -> Bool {
        heard { $0.type == .OYSTER_EVENT_STATUS_CHANGED && $0.status == status }
    }
}
