// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import HappyOysterCore

/// One request on its way: libcurl's handle, the headers it points to, and what came back.
///
/// `@unchecked Sendable`: used on the loop alone.
final class CurlTransfer: @unchecked Sendable {
    let easy: OpaquePointer
    let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    private let headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var isTooLarge = false

    init?(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        guard let handle = curl_easy_init() else { return nil }
        easy = OpaquePointer(handle)
        self.completion = completion
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in request.headers {
            list = curl_slist_append(list, "\(name): \(value)") ?? list
        }
        headers = list
        configure(UnsafeMutableRawPointer(handle), request)
    }

    deinit {
        curl_easy_cleanup(UnsafeMutableRawPointer(easy))
        curl_slist_free_all(headers)
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        oyster_curl_set_text(handle, CURLOPT_URL, request.url)
        oyster_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        oyster_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        oyster_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        oyster_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        oyster_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        oyster_curl_set_long(handle, CURLOPT_TIMEOUT_MS, CurlTransfer.milliseconds(request.timeout))
        oyster_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        if let caFile = request.caFile { oyster_curl_set_text(handle, CURLOPT_CAINFO, caFile) }
        // Plain HTTP is for loopback only, and no proxy can know this machine's loopback.
        if request.url.hasPrefix("http://") { oyster_curl_set_text(handle, CURLOPT_PROXY, "") }
        setBody(handle, request)
        oyster_curl_set_pointer(
            handle,
            CURLOPT_WRITEDATA,
            Unmanaged.passUnretained(self).toOpaque()
        )
        oyster_curl_set_write(handle) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.append(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    private func setBody(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        switch request.method {
        case .get where request.body == nil: oyster_curl_set_long(handle, CURLOPT_HTTPGET, 1)
        case .post: oyster_curl_set_long(handle, CURLOPT_POST, 1)
        case .get, .patch, .delete:
            oyster_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        // Without a body libcurl would post what it reads from the host's standard input.
        guard let body = request.body ?? (request.method == .post ? [] : nil) else { return }
        oyster_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
        body.withUnsafeBytes { bytes in
            // libcurl copies as many bytes as POSTFIELDSIZE said.
            _ = oyster_curl_set_pointer(
                handle,
                CURLOPT_COPYPOSTFIELDS,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            )
        }
    }

    /// Takes bytes in; any other number than their count makes libcurl stop.
    private func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= CurlTransport.bodyLimit else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        if isTooLarge { return .failure(.tooLarge) }
        switch code {
        case CURLE_OK:
            var status = 0
            oyster_curl_get_long(
                UnsafeMutableRawPointer(easy),
                CURLINFO_RESPONSE_CODE,
                &status
            )
            return .success(HTTPResponse(status: status, body: body, location: location))
        case CURLE_OPERATION_TIMEDOUT: return .failure(.timedOut)
        default: return .failure(.transport(String(cString: curl_easy_strerror(code))))
        }
    }

    private var location: String? {
        guard let text = oyster_curl_get_location(UnsafeMutableRawPointer(easy)) else { return nil }
        defer { curl_free(text) }
        return String(validatingCString: text)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        max(1, Int(clamping: duration.wholeMilliseconds))
    }
}
