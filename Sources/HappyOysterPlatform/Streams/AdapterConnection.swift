// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// A stream of an adapter.
///
/// `@unchecked Sendable`: table and pointers are constant. The lock serialises the calls of the
/// adapter's functions, and no call is made after `leave` or after the adapter called `closed`.
final class AdapterConnection: StreamConnection, @unchecked Sendable {
    private let live = LiveObject("AdapterConnection")
    private let table: oyster_stream_engine
    private let stream: UnsafeMutableRawPointer?
    private let sink: UInt
    private let hasLeft = Lock(false)

    /// `sink` is the number of the stream's sink in `AdapterSinks`.
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
        // Less than 64, since the object becomes a part of the travel's statistics.
        var limits = JSONLimits()
        limits.depth = 60
        return try? JSONCodec.parse(bytes, .lenient, limits: limits)
    }

    /// Calls a function of the adapter; nil when the stream has closed.
    @discardableResult private func withStream<Result>(_ call: (inout Bool) -> Result) -> Result? {
        hasLeft.withLock { hasLeft in
            guard !hasLeft, AdapterSinks.shared.sink(sink) != nil else { return nil }
            return ActiveCalls.run { call(&hasLeft) }
        }
    }
}
