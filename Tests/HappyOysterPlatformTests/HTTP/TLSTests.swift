// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// Which servers the transport trusts.
@Suite(.blocking) struct TLSTests {
    private let fetcher: Fetcher

    init() throws { fetcher = try #require(Fetcher()) }

    private func fetch(_ host: String, _ server: TLSServer, caFile: String?) -> Fetcher.Outcome {
        fetcher.fetch(
            HTTPRequest(
                method: .get,
                url: "https://\(host):\(server.port)/",
                timeout: .seconds(20),
                certificates: TrustedCertificates(file: caFile)
            )
        )
    }

    @Test func `a certificate of an unknown authority is refused`() throws {
        let server = try TLSServer(names: "DNS:localhost,IP:127.0.0.1")
        #expect(fetch("localhost", server, caFile: nil).isTransportFailure)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `the authority of the host's ca_file is trusted`(host: String) throws {
        let server = try TLSServer(names: "DNS:localhost,IP:127.0.0.1")
        let outcome = fetch(host, server, caFile: server.certificate)
        #expect(outcome.response?.status == 200)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a certificate for another host is refused`(host: String) throws {
        let server = try TLSServer(names: "DNS:oyster.example,IP:127.0.0.9")
        #expect(fetch(host, server, caFile: server.certificate).isTransportFailure)
    }

    @Test func `another authority and a missing file are refused`() throws {
        let server = try TLSServer(names: "DNS:localhost")
        let other = try TLSServer(names: "DNS:localhost")
        #expect(fetch("localhost", server, caFile: other.certificate).isTransportFailure)
        #expect(fetch("localhost", server, caFile: "/nonexistent.pem").isTransportFailure)
    }

    @Test func `a server without TLS is refused`() throws {
        let server = try SocketServer { peer in
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(fetcher.fetch("https://127.0.0.1:\(server.port)/").isTransportFailure)
    }
}
