// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import HappyOysterCore
internal import HappyOysterThreading

/// One request on its way: libcurl's handle, the memory it points to, and what came back.
///
/// `@unchecked Sendable`: used on the loop alone.
final class CurlTransfer: @unchecked Sendable {
    private let live = LiveObject("CurlTransfer")
    let easy: OpaquePointer
    let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    /// What the request asked for, without its secrets: for the texts of failures.
    let target: TransferTarget
    /// libcurl's own words about a failure, CURL_ERROR_SIZE bytes.
    let words: UnsafeMutablePointer<CChar>
    let peer: UnsafeMutablePointer<oyster_curl_peer>
    private let headers: UnsafeMutablePointer<curl_slist>?
    private var outgoing: OutgoingBody
    private var body: [UInt8] = []
    private var isTooLarge = false

    init?(
        _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        guard let handle = curl_easy_init() else { return nil }
        easy = OpaquePointer(handle)
        self.completion = completion
        target = TransferTarget(request)
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        peer = .allocate(capacity: 1)
        peer.initialize(to: oyster_curl_peer())
        outgoing = OutgoingBody(request.body ?? [])
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in request.headers {
            list = curl_slist_append(list, "\(name): \(value)") ?? list
        }
        // A server that refuses the expectation (417) makes libcurl send the request again.
        headers = curl_slist_append(list, "Expect:") ?? list
        configure(handle, request)
    }

    deinit {
        curl_easy_cleanup(UnsafeMutableRawPointer(easy))
        curl_slist_free_all(headers)
        words.deallocate()
        peer.deallocate()
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        CurlOptions.set(handle, for: request)
        oyster_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        oyster_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
        oyster_curl_set_sockets(handle, peer)
        let context = Unmanaged.passUnretained(self).toOpaque()
        oyster_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        oyster_curl_set_write(handle) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.append(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        guard CurlOptions.sendsOnce(request) else { return }
        oyster_curl_set_pointer(handle, CURLOPT_READDATA, context)
        oyster_curl_set_read(handle) { bytes, size, count, context in
            guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return transfer.outgoing.read(into: room) ?? Int(CURL_READFUNC_ABORT)
        }
    }

    /// Takes decoded bytes in; any other number than their count makes libcurl stop.
    private func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= CurlTransport.bodyLimit else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        guard code == CURLE_OK, !isTooLarge else {
            return .failure(TransferFailure(self, code, isTooLarge: isTooLarge).failure)
        }
        return .success(
            HTTPResponse(
                status: info(CURLINFO_RESPONSE_CODE),
                body: body,
                location: location,
                retryAfter: retryAfter
            )
        )
    }

    /// A number that libcurl knows about the transfer; 0 when it does not.
    func info(_ what: CURLINFO) -> Int {
        var value = 0
        oyster_curl_get_long(UnsafeMutableRawPointer(easy), what, &value)
        return value
    }

    private var location: String? {
        guard let text = oyster_curl_get_location(UnsafeMutableRawPointer(easy)) else { return nil }
        defer { curl_free(text) }
        return String(validatingCString: text)
    }

    /// libcurl reads both forms of the header; 0 stands for none.
    private var retryAfter: Duration? {
        var seconds: curl_off_t = 0
        oyster_curl_get_offset(UnsafeMutableRawPointer(easy), CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? .seconds(min(Int64(seconds), 86_400)) : nil
    }
}
