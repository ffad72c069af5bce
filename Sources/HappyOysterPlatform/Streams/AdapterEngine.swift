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
        guard let table = library.table().flatMap(AdapterEngine.read),
            table.abi == OYSTER_STREAM_ENGINE_ABI
        else { throw .init(text: "the stream engine has another version of the contract") }
        guard table.join != nil else { throw .init(text: "the stream engine has no join") }
        guard table.leave != nil else { throw .init(text: "the stream engine has no leave") }
        guard let text = table.name else { throw .init(text: "the stream engine has no name") }
        guard let name = String(validatingCString: text) else {
            throw .init(text: "the name of the stream engine is not valid UTF-8")
        }
        self.table = table
        self.name = name
    }

    /// Copies an adapter's table; nil when it is smaller than that of this version.
    ///
    /// The library does not call the additional functions of a newer adapter's larger table.
    private static func read(_ pointer: UnsafePointer<oyster_stream_engine>)
        -> oyster_stream_engine?
    {
        let size = Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
        return size >= MemoryLayout<oyster_stream_engine>.size ? pointer.pointee : nil
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
