// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import HappyOysterStream

/// A stream engine in a shared object, behind `stream_engine.h`.
///
/// `@unchecked Sendable`: the table is constant and the object is never unloaded.
final class AdapterEngine: StreamEngine, @unchecked Sendable {
    let name: String
    private let table: UnsafePointer<oyster_stream_engine>

    /// Loads an adapter; 105001 when it cannot be loaded or speaks another contract.
    init(path: String) throws(OysterSDKError) {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw AdapterEngine.failure("the stream engine cannot be loaded")
        }
        guard let symbol = dlsym(library, OYSTER_STREAM_ENGINE_ENTRY) else {
            throw AdapterEngine.failure("the stream engine has no entry function")
        }
        let entry = unsafeBitCast(symbol, to: oyster_stream_engine_entry_fn.self)
        guard let table = entry(OYSTER_STREAM_ENGINE_ABI),
            table.pointee.abi == OYSTER_STREAM_ENGINE_ABI,
            table.pointee.size >= MemoryLayout<oyster_stream_engine>.size,
            table.pointee.join != nil, table.pointee.leave != nil,
            let name = table.pointee.name.flatMap({ String(validatingCString: $0) })
        else { throw AdapterEngine.failure("the stream engine speaks another contract") }
        self.table = table
        self.name = name
    }

    func suits(rtcConfig: JSONValue) -> Bool {
        guard let suits = table.pointee.suits else { return true }
        guard let text = JSONCodec.print(rtcConfig) else { return false }
        return suits(table.pointee.engine, text)
    }

    func join(_ request: StreamJoin, sink: any StreamSink) throws(OysterSDKError)
        -> any StreamConnection
    {
        guard let rtcConfig = JSONCodec.print(request.rtcConfig), let join = table.pointee.join
        else { throw AdapterEngine.failure("the channel cannot be expressed") }
        let ticket = AdapterSinks.shared.open(sink)
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
                        timeout_ms: UInt32(clamping: request.timeout.wholeMilliseconds)
                    )
                    return join(table.pointee.engine, &parameters, ticket.sink, &stream)
                }
            }
        }
        guard code == 0 else {
            AdapterSinks.shared.close(ticket.number)
            throw OysterSDKError(
                OysterErrorCode.realtimeConnectFailed,
                raw: ErrorDiagnostics(message: "the stream engine refused to join: \(code)")
            )
        }
        return AdapterConnection(table: table, stream: stream, sink: ticket.number)
    }

    private static func failure(_ text: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.realtimeConnectFailed,
            raw: ErrorDiagnostics(message: text)
        )
    }

    private static func withOptional<Result>(
        _ text: String?,
        _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}
