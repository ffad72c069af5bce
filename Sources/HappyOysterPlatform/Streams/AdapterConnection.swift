// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// A stream of an adapter.
///
/// `@unchecked Sendable`: the pointers are constant, and the contract lets the loop call one
/// function at a time; `hasLeft` keeps statistics from touching a stream that is gone.
final class AdapterConnection: StreamConnection, @unchecked Sendable {
    private let table: UnsafePointer<oyster_stream_engine>
    private let stream: UnsafeMutableRawPointer?
    private let hasLeft = Lock(false)

    init(table: UnsafePointer<oyster_stream_engine>, stream: UnsafeMutableRawPointer?) {
        self.table = table
        self.stream = stream
    }

    func leave() {
        let isFirst = hasLeft.withLock { hasLeft in
            defer { hasLeft = true }
            return !hasLeft
        }
        if isFirst { table.pointee.leave?(stream) }
    }

    func send(_ command: StreamCommand) -> Bool {
        guard let send = table.pointee.send_command else { return false }
        var snapshot = oyster_stream_command(
            size: UInt32(MemoryLayout<oyster_stream_command>.size),
            translation: Int32(command.command.translation.rawValue),
            rotation: Int32(command.command.rotation.rawValue),
            interaction: Int32(command.command.interaction.rawValue),
            sequence: command.sequence,
            time_us: command.time.wholeMicroseconds
        )
        return send(stream, &snapshot) == 0
    }

    func setLocalAudio(_ isOn: Bool) { table.pointee.set_local_audio?(stream, isOn) }

    func travelStatusChanged(_ status: OysterTravelStatus) {}

    func statistics() -> JSONValue? {
        guard let stats = table.pointee.stats else { return nil }
        var buffer = [CChar](repeating: 0, count: 16_384)
        let length = hasLeft.withLock { hasLeft in
            hasLeft ? 0 : stats(stream, &buffer, buffer.count)
        }
        guard length > 0, length < buffer.count else { return nil }
        let bytes = buffer[..<length].map { UInt8(bitPattern: $0) }
        return try? JSONCodec.parse(bytes)
    }
}
