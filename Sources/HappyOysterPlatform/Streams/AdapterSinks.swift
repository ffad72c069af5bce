// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// The sinks of adapters' streams.
///
/// An adapter gets a number in place of an address.
///
/// A call of a sink after `closed` has no effect, instead of touching freed memory: a number is
/// never used again, and a C struct is freed only after 1024 later sinks have closed.
///
/// `@unchecked Sendable`: the C structs do not change once made; the rest is behind the lock.
final class AdapterSinks: @unchecked Sendable {
    static let shared = AdapterSinks()

    /// Number of closed sinks whose C structs are kept.
    private static let keptWhenClosed = 1024

    private struct Entry {
        let sink: any StreamSink
        /// Address of the C struct.
        let address: UInt
        var hasFirstFrame = false
    }

    private struct State {
        var entries: [UInt: Entry] = [:]
        var last: UInt = 0
        /// C structs of closed sinks, as addresses, oldest first.
        var closed: [UInt] = []
    }

    /// An open sink.
    struct Registration: @unchecked Sendable {
        let number: UInt
        let sink: UnsafePointer<oyster_stream_sink>
    }

    private let state = Condition(State())

    /// Registers a sink; the C struct is valid until `close`.
    func open(_ sink: any StreamSink) -> Registration {
        state.withLock { state in
            state.last += 1
            let pointer = UnsafeMutablePointer<oyster_stream_sink>.allocate(capacity: 1)
            pointer.initialize(to: AdapterSinks.makeSink(state.last))
            state.entries[state.last] = Entry(sink: sink, address: UInt(bitPattern: pointer))
            return Registration(number: state.last, sink: UnsafePointer(pointer))
        }
    }

    /// Removes a sink and returns it; nil when it was closed before.
    @discardableResult func close(_ number: UInt) -> (any StreamSink)? {
        let (entry, oldest) = state.update { state -> (Entry?, UInt?) in
            guard let entry = state.entries.removeValue(forKey: number) else { return (nil, nil) }
            state.closed.append(entry.address)
            let isFull = state.closed.count > AdapterSinks.keptWhenClosed
            return (entry, isFull ? state.closed.removeFirst() : nil)
        }
        if let oldest { UnsafeMutablePointer<oyster_stream_sink>(bitPattern: oldest)?.deallocate() }
        return entry?.sink
    }

    /// Waits until every sink is closed; false when the time is up before.
    func waitUntilClosed(until deadline: Duration) -> Bool {
        state.wait(until: deadline) { $0.entries.isEmpty ? true : nil } ?? false
    }

    func sink(_ number: UInt) -> (any StreamSink)? {
        state.withLock { $0.entries[number]?.sink }
    }

    /// Whether this is the first report of a first frame from this sink.
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
            frame: { context, frame in AdapterMedia.takeFrame(frame, for: context) },
            log: { context, level, message in
                AdapterSinks.of(context)?.log(AdapterSinks.level(level), AdapterSinks.text(message))
            },
            closed: { context in
                AdapterSinks.shared.close(UInt(bitPattern: context))?.closed()
            },
            wants_audio: { context in AdapterSinks.of(context)?.wantsAudio ?? false },
            audio: { context, audio in AdapterMedia.takeAudio(audio, for: context) },
            http: { context, request in AdapterRequest.send(request, for: context) },
            recording_failed: { context, reason in
                AdapterSinks.of(context)?.recordingFailed(AdapterSinks.text(reason))
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
