// SPDX-License-Identifier: Apache-2.0

/// The command line of oyster-gateway.
struct Arguments {
    /// An error in the command line.
    struct Refused: Error {
        let message: String
    }

    var port: UInt16 = 0
    var controlPort: UInt16 = 0
    var exitsWithStandardInput = false
    var wantsMedia = true
    var isVerbose = false
    var wantsHelp = false
    var wantsVersion = false

    static let usage = """
        usage: oyster-gateway [--port N] [--control-port N] [--no-media] [--exit-with-stdin]
                              [--verbose] [--version] [--help]

        """

    static let help =
        usage + """

            A development gateway for HappyOyster clients, on 127.0.0.1 only. When both ports are
            open it prints one JSON line on standard output:
            {"api":"http://127.0.0.1:P","control":"http://127.0.0.1:Q","media":true,
             "watch":"http://127.0.0.1:P/"}
            and, without --exit-with-stdin, the address for a browser on standard error.

              --port N          port of the Open API; 0 (the default) selects a free one
              --control-port N  port of the control routes; 0 (the default) selects a free one
              --no-media        send no video, even if oyster-gateway-webrtc.so can be loaded
              --exit-with-stdin end at the end of standard input, as well as on SIGTERM and SIGINT
              --verbose         write one line per request on standard error, without secrets
              --version         print the version and end
              --help            show this text

            """

    init(_ words: some Sequence<String>) throws(Refused) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--port": port = try Self.port(word, words.next())
            case "--control-port": controlPort = try Self.port(word, words.next())
            case "--no-media": wantsMedia = false
            case "--exit-with-stdin": exitsWithStandardInput = true
            case "--verbose": isVerbose = true
            case "--version": wantsVersion = true
            case "--help", "-h": wantsHelp = true
            default:
                let kind = word.hasPrefix("-") ? "option" : "argument"
                throw Refused(message: "unknown \(kind) '\(word)'")
            }
        }
    }

    private static func port(_ option: String, _ value: String?) throws(Refused) -> UInt16 {
        guard let value else { throw Refused(message: "\(option) needs a port number") }
        guard let number = UInt16(value) else {
            throw Refused(message: "\(option): '\(value)' is not a port number from 0 to 65535")
        }
        return number
    }
}
