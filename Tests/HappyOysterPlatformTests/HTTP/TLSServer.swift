// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An HTTPS server with a self-signed certificate, run by the program openssl.
final class TLSServer {
    let port: String
    /// The self-signed certificate.
    let certificate: String
    private let folder: String
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>

    /// Starts a server whose certificate names the given hosts.
    init(names: String) throws {
        var template = Array("/tmp/oyster-tls-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else { throw SocketFailure() }
        self.folder = String(cString: folder)
        certificate = "\(self.folder)/certificate.pem"
        let script = """
            cd \(self.folder) && openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem \
            -out certificate.pem -days 2 -subj /CN=oyster -addext subjectAltName=\(names) \
            2>/dev/null && echo $$ && exec openssl s_server -accept 127.0.0.1:0 \
            -cert certificate.pem -key key.pem -www </dev/null 2>/dev/null
            """
        guard let output = popen(script, "re"),
            let process = TLSServer.line(output, after: "").flatMap({ pid_t($0) }),
            let port = TLSServer.line(output, after: "ACCEPT 127.0.0.1:")
        else { throw SocketFailure() }
        self.output = output
        self.process = process
        self.port = port
    }

    deinit {
        kill(process, SIGTERM)
        pclose(output)
        for name in ["certificate.pem", "key.pem"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// The rest of the next line that begins with a prefix.
    private static func line(_ stream: UnsafeMutablePointer<FILE>, after prefix: String)
        -> String?
    {
        var line = ""
        while true {
            let byte = fgetc(stream)
            guard byte != EOF else { return nil }
            guard byte != 10 else {
                if line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
                line = ""
                continue
            }
            line.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
        }
    }
}
