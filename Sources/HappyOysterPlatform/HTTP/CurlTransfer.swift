// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import HappyOysterCore
internal import HappyOysterThreading

/// A request in progress: libcurl's handle, the memory that it points to, and the answer so far.
///
/// `@unchecked Sendable`: used on the loop only.
final class CurlTransfer: @unchecked Sendable {
    private let live = LiveObject("CurlTransfer")
    /// Who gets the answer.
    enum Receiver {
        case whole(@Sendable (Result<HTTPResponse, HTTPFailure>) -> Void)
        case pieces(@Sendable (HTTPStreamPart) -> Void)
    }

    let easy: OpaquePointer
    let receiver: Receiver
    /// The parts of a streamed answer that wait for ``takeParts()``.
    private(set) var parts = WaitingParts()
    /// Whether the transfer has finished or was cancelled.
    var isDetached = false
    /// Called when the first part waits.
    var onParts: () -> Void = {}
    /// Where the request goes, for the texts of failures; holds no secrets.
    let target: TransferTarget
    /// libcurl's description of a failure, CURL_ERROR_SIZE bytes.
    let errorText: UnsafeMutablePointer<CChar>
    let peer: UnsafeMutablePointer<oyster_curl_peer>
    private let headers: UnsafeMutablePointer<curl_slist>?
    private var outgoing: OutgoingBody
    private var body: [UInt8] = []
    private var isTooLarge = false

    init?(_ request: HTTPRequest, _ receiver: Receiver) {
        guard let handle = curl_easy_init() else { return nil }
        easy = OpaquePointer(handle)
        self.receiver = receiver
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
        if case .pieces = receiver { configureStream(handle, context) }
        guard CurlOptions.sendsOnce(request) else { return }
        oyster_curl_set_pointer(handle, CURLOPT_READDATA, context)
        oyster_curl_set_read(handle) { bytes, size, count, context in
            guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return transfer.outgoing.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
        }
    }

    private func configureStream(
        _ handle: UnsafeMutableRawPointer,
        _ context: UnsafeMutableRawPointer
    ) {
        CurlOptions.setStream(handle)
        oyster_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        oyster_curl_set_header(handle) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.header(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
    }

    /// Takes a header line; the empty line after those of an answer other than 1xx ends the head.
    private func header(_ line: UnsafeRawBufferPointer) {
        let isEmptyLine = line.allSatisfy { $0 == 13 || $0 == 10 }
        let status = info(CURLINFO_RESPONSE_CODE)
        guard isEmptyLine, status >= 200 else { return }
        let type = oyster_curl_get_text(UnsafeMutableRawPointer(easy), CURLINFO_CONTENT_TYPE)
        let head = HTTPStreamHead(
            status: status,
            contentType: type.flatMap { String(validatingCString: $0) },
            retryAfter: retryAfter
        )
        if parts.add(head) { onParts() }
    }

    /// Removes the waiting parts.
    func takeParts() -> [HTTPStreamPart] { parts.take() }

    /// Lets the server send again after too much waited.
    ///
    /// libcurl may pass bytes inside this call.
    func resume() {
        guard parts.endPause() else { return }
        oyster_curl_continue(UnsafeMutableRawPointer(easy))
    }

    /// Appends decoded bytes; a result other than their count makes libcurl stop or pause.
    private func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        if case .pieces = receiver {
            guard parts.hasSpace(for: bytes.count) else { return Int(CURL_WRITEFUNC_PAUSE) }
            if parts.add(bytes) { onParts() }
            return bytes.count
        }
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

/// The parts of a streamed answer between libcurl's callback and the receiver.
///
/// The receiver may cancel and send requests, which libcurl does not allow inside its callbacks.
struct WaitingParts {
    /// Most bytes that wait, unless a single piece of libcurl is longer.
    static let limit = 65_536

    private var parts: [HTTPStreamPart] = []
    private var bytes = 0
    private var hasHead = false
    private var isPaused = false

    /// Adds the head; true when it is the first part that waits.
    ///
    /// A second head is ignored.
    mutating func add(_ head: HTTPStreamHead) -> Bool {
        guard !hasHead else { return false }
        hasHead = true
        parts.append(.head(head))
        return parts.count == 1
    }

    /// Whether a piece may be added; otherwise the transfer is to be paused.
    mutating func hasSpace(for count: Int) -> Bool {
        isPaused = bytes > 0 && bytes + count > WaitingParts.limit
        return !isPaused
    }

    /// Adds a piece; true when it is the first part that waits.
    mutating func add(_ piece: UnsafeRawBufferPointer) -> Bool {
        bytes += piece.count
        parts.append(.piece(Array(piece)))
        return parts.count == 1
    }

    mutating func take() -> [HTTPStreamPart] {
        defer {
            parts = []
            bytes = 0
        }
        return parts
    }

    /// Whether the transfer was paused; it no longer is.
    mutating func endPause() -> Bool {
        defer { isPaused = false }
        return isPaused
    }
}
