// SPDX-License-Identifier: Apache-2.0
internal import CCurl

/// One HTTP request that blocks its thread until it is answered, by libcurl.
package struct BlockingRequest: Sendable {
    package var method: String
    package var url: String
    package var headers: [String] = []
    package var body: [UInt8]?
    package var timeoutMs = 10_000
    /// Whether the body of the answer begins with its header lines.
    package var wantsHead = false

    package init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Sends the request; throws the code of libcurl without a complete answer.
    package func perform() throws -> BlockingResponse {
        guard let handle = curl_easy_init() else { throw BlockingFailure(code: -1) }
        defer { curl_easy_cleanup(handle) }
        var list: UnsafeMutablePointer<curl_slist>?
        for header in headers { list = curl_slist_append(list, header) }
        defer { curl_slist_free_all(list) }
        let received = Received()
        oyster_curl_set_text(handle, CURLOPT_URL, url)
        oyster_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, method)
        oyster_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
        oyster_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        oyster_curl_set_long(handle, CURLOPT_TIMEOUT_MS, timeoutMs)
        oyster_curl_set_pointer(
            handle,
            CURLOPT_WRITEDATA,
            Unmanaged.passUnretained(received).toOpaque()
        )
        oyster_curl_set_write(handle) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
            received.bytes += UnsafeRawBufferPointer(start: bytes, count: size * count)
            return size * count
        }
        oyster_curl_set_long(handle, CURLOPT_HEADER, wantsHead ? 1 : 0)
        let code = perform(handle)
        guard code == CURLE_OK else { throw BlockingFailure(code: Int(code.rawValue)) }
        var status = 0
        oyster_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return BlockingResponse(status: status, body: received.bytes)
    }

    private func perform(_ handle: UnsafeMutableRawPointer) -> CURLcode {
        guard var body else { return curl_easy_perform(handle) }
        return body.withUnsafeMutableBytes { bytes in
            oyster_curl_set_pointer(handle, CURLOPT_POSTFIELDS, bytes.baseAddress)
            oyster_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
            return curl_easy_perform(handle)
        }
    }

    private final class Received {
        var bytes: [UInt8] = []
    }
}

/// A complete answer.
package struct BlockingResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
}

/// The request ended without a complete answer.
package struct BlockingFailure: Error, Equatable {
    /// The code of libcurl, such as 28 for a time-out.
    package let code: Int
}
