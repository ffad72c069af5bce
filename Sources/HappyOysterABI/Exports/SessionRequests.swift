// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession

/// See `session.h`.
@_cdecl("oyster_session_send_signal") @implementation
public func oyster_session_send_signal(
    _ session: OpaquePointer?,
    _ signal: UnsafePointer<oyster_signal>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let host = try HostStruct.read(signal) { $0.reserved }
        try object.session.send(SessionSignal(host))
    }
}

/// See `session.h`.
@_cdecl("oyster_session_force_mute_all") @implementation
public func oyster_session_force_mute_all(
    _ session: OpaquePointer?,
    _ excluded_stream_ids: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let ids = try readIds(excluded_stream_ids, count)
        try object.session.forceMuteAll(excluding: ids)
    }
}

/// See `session.h`.
@_cdecl("oyster_session_disable_force_mute") @implementation
public func oyster_session_disable_force_mute(_ session: OpaquePointer?) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        try CBoundary.session(session).session.disableForceMute()
    }
}

/// See `session.h`.
@_cdecl("oyster_session_force_mute_stream") @implementation
public func oyster_session_force_mute_stream(
    _ session: OpaquePointer?,
    _ stream_id: UnsafePointer<CChar>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        try object.session.forceMuteStream(readId(stream_id, "stream_id"))
    }
}

/// See `session.h`.
@_cdecl("oyster_session_force_disconnect") @implementation
public func oyster_session_force_disconnect(
    _ session: OpaquePointer?,
    _ connection_id: UnsafePointer<CChar>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        try object.session.forceDisconnect(readId(connection_id, "connection_id"))
    }
}

/// Most streams of a session, so most ids that exclude a stream.
private let streamLimit = 64

private func readId(_ text: UnsafePointer<CChar>?, _ name: String) throws(OysterSDKError) -> String
{
    try HostString.readParameter(text, name, limit: SessionText.longestId)
}

private func readIds(_ ids: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int)
    throws(OysterSDKError) -> [String]
{
    // A size_t beyond Int.max arrives as a negative number.
    guard (0...streamLimit).contains(count), ids != nil || count == 0 else {
        throw OysterSDKError(
            OysterErrorCode.sessionInvalidParameter,
            cause: ids == nil
                ? "excluded_stream_ids is NULL" : "count is more than \(streamLimit)"
        )
    }
    var texts: [String] = []
    for index in 0..<count {
        texts.append(try readId(ids?[index], "an excluded stream id"))
    }
    return texts
}

extension SessionSignal {
    /// Copies a host's signal.
    fileprivate init(_ signal: oyster_signal) throws(OysterSDKError) {
        try CBoundary.check(signal.retry_after_reconnect, "retry_after_reconnect", 0...1)
        self.init(
            type: try HostString.readSignal(
                signal.type,
                "type",
                limit: SessionText.longestType,
                tooLong: OysterErrorCode.sessionInvalidSignalType
            ),
            data: try HostString.readSignal(
                signal.data,
                "data",
                limit: SessionText.longestData,
                tooLong: OysterErrorCode.sessionSignalDataTooLong
            ),
            to: signal.to == nil ? nil : try readId(signal.to, "to"),
            retriesAfterReconnect: signal.retry_after_reconnect == 1
        )
    }
}
