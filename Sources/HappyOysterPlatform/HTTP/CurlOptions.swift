// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import HappyOysterCore

/// The options of every request.
enum CurlOptions {
    /// Seconds of idleness after which a connection is not used for a request that is sent only
    /// once.
    ///
    /// A server may close an idle connection at the very time when the request leaves. Common
    /// servers wait 5 s or more; the library's polls keep a connection less idle than this.
    private static let maxIdleSeconds = 3

    static func set(_ handle: UnsafeMutableRawPointer, for request: HTTPRequest) {
        oyster_curl_set_text(handle, CURLOPT_URL, request.url)
        oyster_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        oyster_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        oyster_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        // A transfer that ends while its name is being resolved leaves libcurl's resolver thread
        // behind instead of waiting for it: this runs on the event loop.
        oyster_curl_set_long(handle, CURLOPT_QUICK_EXIT, 1)
        let bound = max(1, Int(clamping: request.timeout.wholeMilliseconds))
        oyster_curl_set_long(handle, CURLOPT_TIMEOUT_MS, bound)
        oyster_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, bound)
        // Accepts every encoding that libcurl can decode; some servers compress without being asked
        // to.
        oyster_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        // Plain HTTP is for loopback only, and no proxy can know this machine's loopback.
        if request.url.hasPrefix("http://") { oyster_curl_set_text(handle, CURLOPT_PROXY, "") }
        setTrust(handle, request)
        setBody(handle, request)
    }

    /// The options of a request whose answer is handed over in pieces; after `set`.
    static func setStream(_ handle: UnsafeMutableRawPointer) {
        oyster_curl_set_long(handle, CURLOPT_TIMEOUT_MS, 0)
        oyster_curl_use_http_1_1(handle)
        oyster_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
        oyster_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1)
        // A compressed answer arrives when the compressor's buffer is full.
        oyster_curl_set_pointer(handle, CURLOPT_ACCEPT_ENCODING, nil)
        // The end of a proxy's headers is not the end of the server's.
        oyster_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// Sets the certificate authorities that are trusted.
    private static func setTrust(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        oyster_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        oyster_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        let trusted = request.certificates
        guard !trusted.isSystem else { return }
        // With a directory libcurl reads the file for each connection, on the loop. Without one it
        // caches the file's content for a day (CURLOPT_CA_CACHE_TIMEOUT).
        oyster_curl_set_text(handle, CURLOPT_CAINFO, trusted.file)
        oyster_curl_set_text(handle, CURLOPT_CAPATH, trusted.folder)
    }

    /// Whether a request must not reach the server twice.
    ///
    /// libcurl sends a request again when a reused connection ends before the first byte of the
    /// answer. By then the server may have carried the request out.
    static func sendsOnce(_ request: HTTPRequest) -> Bool { !request.method.isIdempotent }

    private static func setBody(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        let hasBody = request.body != nil
        switch request.method {
        case .get where !hasBody: oyster_curl_set_long(handle, CURLOPT_HTTPGET, 1)
        case .post: oyster_curl_set_long(handle, CURLOPT_POST, 1)
        case .get, .patch, .delete:
            if sendsOnce(request) { oyster_curl_set_long(handle, CURLOPT_POST, 1) }
            oyster_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        if sendsOnce(request) {
            setBodySentOnce(handle, request.body ?? [])
        } else if let body = request.body {
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
    }

    /// A body that libcurl reads once, from ``OutgoingBody``, and cannot rewind.
    private static func setBodySentOnce(_ handle: UnsafeMutableRawPointer, _ body: [UInt8]) {
        // Without a size libcurl would send a body of unknown length, in chunks.
        oyster_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, body.count)
        oyster_curl_refuse_rewind(handle)
        oyster_curl_set_long(handle, CURLOPT_MAXAGE_CONN, maxIdleSeconds)
        // Without a body there is nothing to rewind, so libcurl would repeat the request. It does
        // so on reused connections only: a new connection rules it out.
        if body.isEmpty { oyster_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1) }
    }
}
