// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import HappyOysterStream

/// Sends an adapter's request through the library's HTTP client.
enum AdapterRequest {
    private static let longestBearer = 8192
    private static let longestContentType = 256
    private static let longestBody = 1 << 20

    /// The adapter's callback for the answer.
    private struct Receiver: @unchecked Sendable {
        // Sendable by contract: `done` is called on the event loop.
        let pointer: UnsafeMutableRawPointer?
        let done:
            @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<oyster_stream_http_response>?)
                -> Void
    }

    /// 0 when `done` will be called; 109002 for a malformed request, 109012 for one with an unknown
    /// field, 109001 after `closed`.
    static func send(
        _ pointer: UnsafePointer<oyster_stream_http_request>?,
        for context: UnsafeMutableRawPointer?
    ) -> oyster_result {
        let number = UInt(bitPattern: context)
        guard let sink = AdapterSinks.shared.sink(number) else {
            return oyster_result(OysterErrorCode.invalidHandle)
        }
        let fields: oyster_stream_http_request
        do throws(OysterSDKError) {
            fields = try VersionedStruct.read(pointer)
        } catch { return oyster_result(error.code) }
        guard let request = read(fields), let done = fields.done else {
            return oyster_result(OysterErrorCode.invalidArgument)
        }
        let receiver = Receiver(pointer: fields.owner, done: done)
        sink.send(request) { result in
            // An adapter that called `closed` during the request may have freed `owner`.
            guard AdapterSinks.shared.sink(number) != nil else { return }
            answer(receiver, result)
        }
        return 0
    }

    /// A copy of the request, or nil when it breaks the contract.
    private static func read(_ request: oyster_stream_http_request) -> StreamRequest? {
        guard let method = text(request.method, limit: 16).flatMap(HTTPRequest.Method.init),
            let url = text(request.url, limit: ServiceURL.limit).flatMap(ServiceURL.init),
            (1...600_000).contains(request.timeout_ms),
            (0...longestBody).contains(request.body_length),
            request.body != nil || request.body_length == 0
        else { return nil }
        let bearer = text(request.bearer, limit: longestBearer)
        guard request.bearer == nil || isPrintable(bearer, 33...126) else { return nil }
        let contentType = text(request.content_type, limit: longestContentType)
        guard request.content_type == nil || isPrintable(contentType, 32...126) else { return nil }
        let body = UnsafeRawBufferPointer(start: request.body, count: request.body_length)
        return StreamRequest(
            method: method,
            url: url,
            bearer: bearer.map(Secret.init),
            contentType: contentType,
            body: body.isEmpty ? nil : Array(body),
            timeout: .milliseconds(Int64(request.timeout_ms))
        )
    }

    private static func text(_ text: UnsafePointer<CChar>?, limit: Int) -> String? {
        guard let text, strnlen(text, limit + 1) <= limit else { return nil }
        return String(validatingCString: text)
    }

    private static func isPrintable(_ text: String?, _ bytes: ClosedRange<UInt8>) -> Bool {
        guard let text, !text.isEmpty else { return false }
        return text.utf8.allSatisfy(bytes.contains)
    }

    private static func answer(_ receiver: Receiver, _ result: Result<HTTPResponse, HTTPFailure>) {
        var status = 0
        var body: [UInt8] = []
        var (location, failure): (String?, String?) = (nil, nil)
        switch result {
        case .success(let response):
            (status, body, location) = (response.status, response.body, response.location)
        case .failure(let reason): failure = reason.description
        }
        let length = body.count
        body.append(0)
        body.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                AdapterEngine.withOptional(location) { location in
                    AdapterEngine.withOptional(failure) { failure in
                        var response = oyster_stream_http_response(
                            size: UInt32(MemoryLayout<oyster_stream_http_response>.size),
                            status: Int32(clamping: status),
                            body: bytes.baseAddress,
                            body_length: length,
                            location: location,
                            failure: failure
                        )
                        ActiveCalls.run { receiver.done(receiver.pointer, &response) }
                    }
                }
            }
        }
    }
}
