// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

/// The sources of certificate authorities, and files that are refused.
@Suite(.blocking) struct SystemCertificatesTests {
    private static func trusted(_ caFile: String? = nil, isTLS: Bool = true)
        throws(OysterSDKError) -> TrustedCertificates
    {
        try SystemCertificates().authorities(caFile: caFile, isTLS: isTLS)
    }

    private func refusal(_ caFile: String) -> String {
        do throws(OysterSDKError) {
            _ = try Self.trusted(caFile)
            return "accepted"
        } catch {
            #expect(error.code == OysterErrorCode.invalidConfig)
            return error.message
        }
    }

    @Test func `a file of certificates is used as the host named it`() throws {
        let server = try TLSServer(names: "DNS:localhost")
        #expect(
            try Self.trusted(server.certificate) == TrustedCertificates(file: server.certificate)
        )
    }

    @Test func `a file that cannot be read is refused with the reason`() throws {
        #expect(refusal("/nonexistent/ca.pem").contains("ca_file cannot be read (No such file"))
        #expect(refusal("/tmp").contains("ca_file cannot be read (it is not a file)"))
        #expect(refusal("").contains("ca_file is an empty path"))
    }

    @Test func `a named pipe is refused without waiting for a writer`() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(refusal(path).contains("it is not a file"))
    }

    @Test(arguments: [
        "", "hello", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n",
        "-----BEGIN CERTIFICATE-----\nMI!\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
    ])
    func `a file without certificates is refused`(content: String) throws {
        let folder = try Folder()
        let path = try folder.write(content, to: "ca.pem")
        #expect(refusal(path).contains("ca_file holds no certificate"))
    }

    @Test func `a certificate among other text with CRLF line ends is found`() throws {
        let folder = try Folder()
        let text = "# mine\r\n-----BEGIN CERTIFICATE-----\r\nMIIB\r\n-----END CERTIFICATE-----\r\n"
        #expect(try Self.trusted(folder.write(text, to: "ca.pem")).file == folder.path + "/ca.pem")
    }

    @Test func `a relative path starts from the working directory at the time of the call`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            _ = try folder.write(Self.pem, to: "ca.pem")
            guard chdir(folder.path) == 0, let place = getcwd(nil, 0) else { throw SocketFailure() }
            defer { free(place) }
            let path = String(cString: place) + "/ca.pem"
            guard try Self.trusted("ca.pem").file == path else { throw SocketFailure() }
        }
    }

    @Test func `the environment's certificates are used when no file is named`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let path = try folder.write(Self.pem, to: "ca.pem")
            unsetenv("SSL_CERT_DIR")
            setenv("SSL_CERT_FILE", path, 1)
            guard try Self.trusted() == TrustedCertificates(file: path) else {
                throw SocketFailure()
            }
            setenv("SSL_CERT_DIR", "/nonexistent:" + folder.path, 1)
            let both = TrustedCertificates(file: path, folder: "/nonexistent:" + folder.path)
            guard try Self.trusted() == both else { throw SocketFailure() }
            let other = try folder.write(Self.pem, to: "other.pem")
            guard try Self.trusted(other) == TrustedCertificates(file: other) else {
                throw SocketFailure()
            }
        }
    }

    @Test func `the environment's files must exist when the service uses TLS`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("SSL_CERT_DIR")
            setenv("SSL_CERT_FILE", "/nonexistent/ca.pem", 1)
            _ = try Self.trusted(isTLS: false)
            do throws(OysterSDKError) {
                _ = try Self.trusted()
                throw OysterSDKError(0)
            } catch {
                guard error.message.contains("SSL_CERT_FILE cannot be read (No such file") else {
                    throw SocketFailure()
                }
            }
            unsetenv("SSL_CERT_FILE")
            setenv("SSL_CERT_DIR", "/nonexistent", 1)
            do throws(OysterSDKError) {
                _ = try Self.trusted()
                throw OysterSDKError(0)
            } catch {
                guard error.message.contains("SSL_CERT_DIR does not name a directory") else {
                    throw SocketFailure()
                }
            }
        }
    }

    private static let pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
}

/// A temporary directory that is removed with its files.
final class Folder {
    let path: String
    private var names: Set<String> = []

    init() throws {
        var template = Array("/tmp/oyster-test-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw SocketFailure() }
        self.path = String(cString: path)
    }

    deinit {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    _ = unlinkat(dirfd(folder), $0, 0)
                }
            }
        }
        closedir(folder)
        rmdir(path)
    }

    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "we") else { throw SocketFailure() }
        defer { fclose(stream) }
        guard fputs(text, stream) >= 0 else { throw SocketFailure() }
        return file
    }
}
