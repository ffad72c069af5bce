// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import Glibc
import HappyOysterCore

/// Why a transfer failed, as text with host, port, failed check and limit.
struct TransferFailure {
    private let transfer: CurlTransfer
    private let code: CURLcode
    private let isTooLarge: Bool
    private var target: TransferTarget { transfer.target }

    init(_ transfer: CurlTransfer, _ code: CURLcode, isTooLarge: Bool) {
        self.transfer = transfer
        self.code = code
        self.isTooLarge = isTooLarge
    }

    var failure: HTTPFailure {
        if isTooLarge {
            let limit = CurlTransport.bodyLimit
            return HTTPFailure(.unreadable, "\(target.host) sent more than \(limit) bytes")
        }
        if code == CURLE_OPERATION_TIMEDOUT { return HTTPFailure(.timedOut, timeout) }
        if let unreadable { return HTTPFailure(.unreadable, unreadable) }
        return HTTPFailure(.transport, cause, isRefused: isRefused)
    }

    private var isRefused: Bool {
        code == CURLE_COULDNT_CONNECT
            && Int32(clamping: transfer.info(CURLINFO_OS_ERRNO)) == ECONNREFUSED
    }

    /// What is wrong with an answer that began and cannot be read; nil for another failure.
    private var unreadable: String? {
        switch code {
        case CURLE_BAD_CONTENT_ENCODING:
            "the Content-Encoding of the answer of \(target.host) cannot be decoded"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_OUT_OF_MEMORY, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_WEIRD_SERVER_REPLY:
            malformed
        default: nil
        }
    }

    private var cause: String {
        let host = target.host
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return "the host name \(host) does not resolve"
        case CURLE_COULDNT_RESOLVE_PROXY:
            return "the name of the proxy does not resolve (\(detail))"
        case CURLE_COULDNT_CONNECT: return connection
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: return certificate
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
            return "the certificate authorities in \(source) cannot be read (\(detail))"
        case CURLE_SSL_CONNECT_ERROR:
            return "the TLS handshake with \(host) failed (\(detail))"
        case CURLE_GOT_NOTHING: return "\(host) closed the connection without an answer"
        case CURLE_SEND_FAIL_REWIND, CURLE_ABORTED_BY_CALLBACK:
            return "\(host) closed the connection before it answered, and may have carried out the "
                + "request"
        case CURLE_PARTIAL_FILE: return "the answer of \(host) ended early"
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return broken
        default: return "\(String(cString: curl_easy_strerror(code))) (\(host))"
        }
    }

    /// The text of a timeout: the step that was not complete, and the time limit.
    private var timeout: String { "\(missing) within \(target.timeout.wholeMilliseconds) ms" }

    /// The step that is not complete, as a clause.
    var missing: String {
        let host = target.host
        if transfer.info(CURLINFO_HEADER_SIZE) > 0 {
            return "the answer of \(host) was not complete"
        }
        // On a reused connection, name lookup and connect have no times.
        if !isPending(CURLINFO_PRETRANSFER_TIME_T) { return "no answer from \(host)" }
        if isPending(CURLINFO_NAMELOOKUP_TIME_T) { return "the host name \(host) was not resolved" }
        // For TLS, libcurl's connect time includes the handshake.
        if isPending(CURLINFO_CONNECT_TIME_T) {
            return "no \(target.isTLS ? "TLS " : "")connection to \(peerName)"
        }
        return "no answer from \(host)"
    }

    /// Whether libcurl has not completed a step.
    private func isPending(_ step: CURLINFO) -> Bool {
        var time: curl_off_t = 0
        oyster_curl_get_offset(UnsafeMutableRawPointer(transfer.easy), step, &time)
        return time == 0
    }

    private var connection: String {
        let reason = transfer.info(CURLINFO_OS_ERRNO)
        switch Int32(clamping: reason) {
        case ECONNREFUSED: return "\(peerName) refused the connection"
        case 0: return "no connection to \(peerName)"
        case let number:
            return "no connection to \(peerName) (\(String(cString: strerror(number))))"
        }
    }

    /// The peer that was tried; a port other than the request's belongs to a proxy.
    private var peerName: String {
        let peer = transfer.peer.pointee
        let address = withUnsafeBytes(of: peer.address) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard !address.isEmpty else { return "\(target.host) port \(target.port ?? 0)" }
        let isProxy = target.port != Int(peer.port)
        let owner = isProxy ? "the proxy for \(target.host)" : target.host
        let number = address == target.host ? "" : " at \(address)"
        return "\(owner)\(number) port \(peer.port)"
    }

    /// Which check of the certificate failed.
    private var certificate: String {
        let subject = "the certificate of \(target.host)"
        switch transfer.info(CURLINFO_SSL_VERIFYRESULT) {
        case 9: return "\(subject) is not valid yet"
        case 10: return "\(subject) has expired"
        case 18: return "\(subject) is signed by itself and not listed in \(source); \(hint)"
        case 2, 19, 20, 21:
            return "\(subject) is not signed by an authority listed in \(source); \(hint)"
        // A wrong name has no number in OpenSSL's result, so libcurl's text decides.
        case _ where detail.contains("subject name"):
            return "\(subject) is for another name (\(detail))"
        default: return "\(subject) was refused (\(detail))"
        }
    }

    private let hint = "ca_file in the configuration can name another file"

    private var source: String {
        if let file = target.certificates.file { return file }
        return target.certificates.folder ?? "the system's certificates"
    }

    /// What is wrong with an answer that libcurl cannot read; nil for another failure.
    ///
    /// libcurl's codes are not specific, so its text decides.
    private var malformed: String? {
        let host = target.host
        if code == CURLE_OUT_OF_MEMORY {
            // libcurl's code for a header line that outgrows its buffer.
            guard transfer.info(CURLINFO_HEADER_SIZE) > 0 else { return nil }
            return "a header line of the answer of \(host) is longer than libcurl's limit of "
                + "102400 bytes"
        }
        if code == CURLE_WEIRD_SERVER_REPLY {
            return "the headers of the answer of \(host) are malformed (\(detail))"
        }
        if detail.contains("HTTP/0.9") { return "the answer of \(host) is not HTTP" }
        if detail.contains("chunked-encoding") {
            return "the chunks of the answer of \(host) are malformed"
        }
        if detail.contains("response headers") {
            return "the headers of the answer of \(host) are longer than libcurl's limit "
                + "(\(detail))"
        }
        return nil
    }

    private var broken: String {
        let answer = transfer.info(CURLINFO_HTTP_CONNECTCODE)
        if answer >= 300 {
            return "the proxy answered \(answer) to CONNECT \(target.host) port \(target.port ?? 0)"
        }
        return "the connection to \(target.host) broke before the answer was complete (\(detail))"
    }

    /// libcurl's description, which contains no header and no path.
    private var detail: String {
        let text = String(cString: transfer.errorText)
        return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    }
}

/// Where a request goes, for the texts of failures: without path, query and headers.
struct TransferTarget {
    let host: String
    let port: Int?
    let isTLS: Bool
    let timeout: Duration
    let certificates: TrustedCertificates

    init(_ request: HTTPRequest) {
        let parts = request.url.split(
            separator: "/",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        isTLS = parts.first == "https:"
        timeout = request.timeout
        certificates = request.certificates
        guard parts.count == 3 else {
            (host, port) = ("the server", nil)
            return
        }
        let authority = parts[2].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = authority.split(separator: "@").last ?? ""
        let colon = name.lastIndex(of: ":").flatMap { name[$0...].contains("]") ? nil : $0 }
        host = String(name[..<(colon ?? name.endIndex)])
        port = colon.flatMap { Int(name[name.index(after: $0)...]) } ?? (isTLS ? 443 : 80)
    }
}
