// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterStream

/// A stream engine in a shared object, behind `stream_engine.h`.
///
/// `@unchecked Sendable`: the copied table is constant, and the shared object is never unloaded.
final class AdapterEngine: StreamEngine, @unchecked Sendable {
    let name: String
    private let table: oyster_stream_engine

    /// Calls the entry function of an adapter, which may block, and checks its table.
    init(_ library: AdapterLibrary) throws(AdapterLibrary.Problem) {
        guard let pointer = library.table() else { throw .otherContract }
        let table = try AdapterEngine.read(pointer)
        guard table.join != nil else { throw .init(text: "the stream engine has no join") }
        guard table.leave != nil else { throw .init(text: "the stream engine has no leave") }
        guard let text = table.name else { throw .init(text: "the stream engine has no name") }
        guard let name = String(validatingCString: text) else {
            throw .init(text: "the name of the stream engine is not valid UTF-8")
        }
        self.table = table
        self.name = name
    }

    /// The bytes of a table up to the last function that an adapter must have.
    private static let leastSize =
        (MemoryLayout<oyster_stream_engine>.offset(of: \.leave) ?? 0)
        + MemoryLayout<UnsafeRawPointer>.size

    /// Copies an adapter's table.
    ///
    /// A function beyond the end of an older adapter's table, or in it only in part, counts as NULL.
    /// The library does not call the additional functions of a newer adapter's table.
    private static func read(_ pointer: UnsafePointer<oyster_stream_engine>)
        throws(AdapterLibrary.Problem) -> oyster_stream_engine
    {
        let raw = UnsafeRawPointer(pointer)
        let size = Int(raw.loadUnaligned(as: UInt32.self))
        let abi = MemoryLayout<oyster_stream_engine>.offset(of: \.abi) ?? 0
        guard size >= abi + MemoryLayout<UInt32>.size,
            raw.loadUnaligned(fromByteOffset: abi, as: UInt32.self) == OYSTER_STREAM_ENGINE_ABI
        else { throw .otherContract }
        guard size >= leastSize else {
            throw .init(
                text: "the table of the stream engine has \(size) bytes, and its functions up to "
                    + "leave need \(leastSize)"
            )
        }
        let known = min(size, MemoryLayout<oyster_stream_engine>.size)
        var table = oyster_stream_engine()
        withUnsafeMutableBytes(of: &table) { bytes in
            let whole = known - known % MemoryLayout<UnsafeRawPointer>.size
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: whole))
        }
        return table
    }

    func suits(rtcConfig: JSONValue) -> Bool {
        guard let supports = table.supports else { return true }
        guard let text = JSONCodec.printWritten(rtcConfig) else { return false }
        return ActiveCalls.run { supports(table.engine, text) }
    }

    /// Longest reason that an adapter may give, in bytes with the final NUL.
    private static let reasonCapacity = 1024

    func prepare(playsAudio: Bool) throws(OysterSDKError) {
        guard let prepare = table.prepare else { return }
        var needs = oyster_stream_requirements(
            size: UInt32(MemoryLayout<oyster_stream_requirements>.size),
            play_audio: playsAudio ? 1 : 0
        )
        var reason = [CChar](repeating: 0, count: AdapterEngine.reasonCapacity)
        let code = prepare(table.engine, &needs, &reason, reason.count)
        guard code != 0 else { return }
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text =
            bytes.isEmpty ? "it gives no reason (\(code))" : String(decoding: bytes, as: UTF8.self)
        throw OysterSDKError.streamEngine("the stream engine \(name) cannot run: \(text)")
    }

    func join(_ request: StreamJoin, sink: any StreamSink) throws(OysterSDKError)
        -> any StreamConnection
    {
        guard let rtcConfig = JSONCodec.printWritten(request.rtcConfig), let join = table.join
        else { throw OysterSDKError.streamEngine("the rtcConfig cannot be written as JSON") }
        let registration = AdapterSinks.shared.open(sink)
        var stream: UnsafeMutableRawPointer?
        let code = rtcConfig.withCString { rtcConfig in
            request.travelId.withCString { travelId in
                AdapterEngine.withOptional(request.aspectRatio) { aspectRatio in
                    var parameters = oyster_stream_join(
                        size: UInt32(MemoryLayout<oyster_stream_join>.size),
                        rtc_config: rtcConfig,
                        travel_id: travelId,
                        mode: request.mode.number,
                        aspect_ratio: aspectRatio,
                        timeout_ms: UInt32(clamping: request.timeout.wholeMilliseconds),
                        play_audio: request.playsAudio ? 1 : 0
                    )
                    return ActiveCalls.run {
                        join(table.engine, &parameters, registration.sink, &stream)
                    }
                }
            }
        }
        guard code == 0 else {
            AdapterSinks.shared.close(registration.number)
            let reason = "the stream engine \(name) refused to join with code \(code)"
            throw OysterSDKError.streamEngine(reason)
        }
        return AdapterConnection(table: table, stream: stream, sink: registration.number)
    }

    static func withOptional<Result>(
        _ text: String?,
        _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}
