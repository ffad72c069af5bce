// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// The sinks that adapters hold, by number instead of address.
///
/// An adapter that calls a sink after `closed` finds nobody there, instead of freed memory.
///
/// `@unchecked Sendable`: the C structs are constant once made; the rest is behind the lock.
final class AdapterSinks: @unchecked Sendable {
    static let shared = AdapterSinks()

    private struct Entry {
        let sink: any StreamSink
        var hasFirstFrame = false
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var last: UInt = 0
    }

    private let state = Lock(State())
    /// One C struct per open sink, by its number.
    private let structs = Condition<[UInt: UnsafeMutablePointer<oyster_stream_sink>]>([:])

    /// Registers a sink; the C struct is valid until `close`.
    func open(_ sink: any StreamSink) -> (number: UInt, sink: UnsafePointer<oyster_stream_sink>) {
        let number = state.withLock { state in
            state.last += 1
            state.entries[state.last] = Entry(sink: sink)
            return state.last
        }
        let pointer = UnsafeMutablePointer<oyster_stream_sink>.allocate(capacity: 1)
        pointer.initialize(to: AdapterSinks.makeSink(number))
        structs.withLock { $0[number] = pointer }
        return (number, UnsafePointer(pointer))
    }

    func close(_ number: UInt) {
        state.withLock { _ = $0.entries.removeValue(forKey: number) }
        structs.withLock { $0.removeValue(forKey: number) }?.deallocate()
    }

    func sink(_ number: UInt) -> (any StreamSink)? {
        state.withLock { $0.entries[number]?.sink }
    }

    /// Whether this is the first time that a first frame is told of.
    func claimFirstFrame(_ number: UInt) -> Bool {
        state.withLock { state in
            guard state.entries[number]?.hasFirstFrame == false else { return false }
            state.entries[number]?.hasFirstFrame = true
            return true
        }
    }

    private static func makeSink(_ number: UInt) -> oyster_stream_sink {
        oyster_stream_sink(
            size: UInt32(MemoryLayout<oyster_stream_sink>.size),
            context: UnsafeMutableRawPointer(bitPattern: number),
            state: { context, state in
                guard let state = StreamState(rawValue: Int32(bitPattern: state.rawValue)) else {
                    return
                }
                AdapterSinks.of(context)?.stateChanged(state)
            },
            first_frame: { context in AdapterSinks.firstFrame(context) },
            failure: { context, message in
                AdapterSinks.of(context)?.failed(AdapterSinks.text(message))
            },
            wants_frames: { context in AdapterSinks.of(context)?.wantsFrames ?? false },
            frame: { context, frame in AdapterFrame.take(frame, for: context) },
            log: { context, level, message in
                AdapterSinks.of(context)?.log(AdapterSinks.level(level), AdapterSinks.text(message))
            },
            closed: { context in
                let number = UInt(bitPattern: context)
                let sink = AdapterSinks.shared.sink(number)
                AdapterSinks.shared.close(number)
                sink?.closed()
            }
        )
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> (any StreamSink)? {
        shared.sink(UInt(bitPattern: context))
    }

    static func firstFrame(_ context: UnsafeMutableRawPointer?) {
        guard shared.claimFirstFrame(UInt(bitPattern: context)) else { return }
        of(context)?.firstFrameArrived()
    }

    private static func text(_ message: UnsafePointer<CChar>?) -> String {
        message.map { String(cString: $0) } ?? ""
    }

    private static func level(_ level: oyster_log_level) -> OysterLogLevel {
        OysterLogLevel(rawValue: Int(level.rawValue) - 1) ?? .info
    }
}
