// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// A stream of an adapter.
///
/// `@unchecked Sendable`: table and pointers are constant, and the lock lets the functions of the stream
/// be called one at a time and only while there is one: before `leave`, and not once the adapter
/// has said `closed`, on its own or otherwise.
final class AdapterConnection: StreamConnection, @unchecked Sendable {
    private let live = LiveObject("AdapterConnection")
    private let table: oyster_stream_engine
    private let stream: UnsafeMutableRawPointer?
    private let sink: UInt
    private let hasLeft = Lock(false)

    /// A stream whose sink has a number in `AdapterSinks`.
    init(
        table: oyster_stream_engine,
        stream: UnsafeMutableRawPointer?,
        sink: UInt
    ) {
        self.table = table
        self.stream = stream
        self.sink = sink
    }

    func leave() {
        withStream { hasLeft in
            hasLeft = true
            table.leave?(stream)
        }
    }

    func send(_ command: StreamCommand) -> Bool {
        guard let send = table.send_command else { return false }
        var snapshot = oyster_stream_command(
            size: UInt32(MemoryLayout<oyster_stream_command>.size),
            translation: Int32(command.command.translation.number),
            rotation: Int32(command.command.rotation.number),
            interaction: Int32(command.command.interaction.number),
            sequence: command.sequence,
            monotonic_time_us: command.time.wholeMicroseconds
        )
        return withStream { _ in send(stream, &snapshot) == 0 } ?? false
    }

    func setLocalAudio(_ isOn: Bool) {
        withStream { _ in table.set_local_audio?(stream, isOn) }
    }

    func record(to path: String?) throws(OysterSDKError) {
        guard let record = table.record else {
            if path == nil { return }
            throw OysterSDKError.recording("the stream engine does not record")
        }
        let code = withStream { _ in
            AdapterEngine.withOptional(path) { record(stream, $0) }
        }
        guard let code, code != 0 else { return }
        throw OysterSDKError.recording("the stream engine refused to record with code \(code)")
    }

    func travelStatusChanged(_ status: OysterTravelStatus) {}

    func statistics() -> JSONValue? {
        guard let stats = table.stats else { return nil }
        var buffer = [CChar](repeating: 0, count: 16_384)
        let length = withStream { _ in stats(stream, &buffer, buffer.count) } ?? 0
        guard length > 0, length < buffer.count else { return nil }
        let bytes = buffer[..<length].map { UInt8(bitPattern: $0) }
        // Room for the levels of the object that it becomes a part of.
        var limits = JSONLimits()
        limits.depth = 60
        return try? JSONCodec.parse(bytes, .lenient, limits: limits)
    }

    /// Calls into the stream; nil when it is gone.
    @discardableResult private func withStream<Result>(_ call: (inout Bool) -> Result) -> Result? {
        hasLeft.withLock { hasLeft in
            guard !hasLeft, AdapterSinks.shared.sink(sink) != nil else { return nil }
            return ActiveCalls.run { call(&hasLeft) }
        }
    }
}
