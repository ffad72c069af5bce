// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import HappyOysterCore
internal import HappyOysterThreading

/// A request in progress: libcurl's handle, the memory that it points to, and the answer so far.
///
/// `@unchecked Sendable`: used on the loop only.
final class CurlTransfer: @unchecked Sendable {
    private let live = LiveObject("CurlTransfer")
    let easy: OpaquePointer
    let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    /// Where the request goes, for the texts of failures; holds no secrets.
    let target: TransferTarget
    /// libcurl's description of a failure, CURL_ERROR_SIZE bytes.
    let errorText: UnsafeMutablePointer<CChar>
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
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
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
        errorText.deallocate()
        peer.deallocate()
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ request: HTTPRequest) {
        CurlOptions.set(handle, for: request)
        oyster_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        oyster_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
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
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return transfer.outgoing.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
    }

    /// Appends decoded bytes; a result other than their count makes libcurl stop.
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

    /// A number that libcurl reports about the transfer; 0 when it reports none.
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

    /// The Retry-After header; libcurl reads both forms, and 0 means that there is none.
    private var retryAfter: Duration? {
        var seconds: curl_off_t = 0
        oyster_curl_get_offset(UnsafeMutableRawPointer(easy), CURLINFO_RETRY_AFTER, &seconds)
        let longest: Int64 = 86_400
        if seconds > 0 { return .seconds(min(Int64(seconds), longest)) }
        return isRetryAfterBeyondRange ? .seconds(longest) : nil
    }

    /// Whether Retry-After is a number too large for libcurl, which ignores it.
    private var isRetryAfterBeyondRange: Bool {
        let header = oyster_curl_get_header(UnsafeMutableRawPointer(easy), "Retry-After")
        guard let text = header.map(String.init(cString:)) else { return false }
        return text.utf8.allSatisfy { (48...57).contains($0) } && !text.isEmpty
            && Int64(text) == nil
    }
}

/// The body of a request that must be sent once only: libcurl gets each byte once.
struct OutgoingBody {
    private var rest: ArraySlice<UInt8>
    private let isEmpty: Bool

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        isEmpty = bytes.isEmpty
    }

    /// Copies the next bytes; nil when libcurl has got all bytes.
    ///
    /// libcurl knows the length. It asks for more bytes only to send the body a second time.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard !isEmpty else { return 0 }
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}
