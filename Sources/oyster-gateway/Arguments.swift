// SPDX-License-Identifier: Apache-2.0

/// The command line of oyster-gateway.
struct Arguments {
    var port: UInt16 = 0
    var controlPort: UInt16 = 0
    var exitsWithStandardInput = false
    var wantsMedia = true
    var wantsHelp = false

    static let help = """
        usage: oyster-gateway [--port N] [--control-port N] [--no-media] [--exit-with-stdin]
                              [--help]

        A development gateway for HappyOyster clients, on 127.0.0.1 only. Prints one JSON line when
        it is ready: {"api":"http://127.0.0.1:P","control":"http://127.0.0.1:Q","media":true}

          --port N          port of the Open API; 0 (the default) takes any free one
          --control-port N  port of the control routes; 0 (the default) takes any free one
          --no-media        send no pictures, even where oyster-gateway-webrtc.so can be loaded
          --exit-with-stdin end when standard input ends, as well as on SIGTERM and SIGINT
          --help            show this text

        """

    /// Nil when the arguments make no sense.
    init?(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--port":
                guard let number = words.next().flatMap({ UInt16($0) }) else { return nil }
                port = number
            case "--control-port":
                guard let number = words.next().flatMap({ UInt16($0) }) else { return nil }
                controlPort = number
            case "--no-media": wantsMedia = false
            case "--exit-with-stdin": exitsWithStandardInput = true
            case "--help", "-h": wantsHelp = true
            default: return nil
            }
        }
    }
}
