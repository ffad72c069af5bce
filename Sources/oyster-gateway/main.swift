// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import HappyOysterThreading
import OysterGateway

/// Writes a text to a file descriptor.
func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Writes a line of `--verbose`.
@Sendable func writeRequestLine(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

/// Ends the process at the end of standard input.
func watchStandardInput() {
    let hasStarted = SystemThread.start("oyster-stdin") {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        kill(getpid(), SIGTERM)
    }
    guard hasStarted else {
        write("oyster-gateway: cannot start a thread\n", to: STDERR_FILENO)
        exit(1)
    }
}

/// The media library, nil when it is not wanted or cannot be loaded.
func loadMedia(_ arguments: Arguments) -> MediaLibrary? {
    guard arguments.wantsMedia else { return nil }
    do throws(MediaLoadError) {
        return try MediaLibrary.load()
    } catch {
        write("oyster-gateway: no media: \(error.message)\n", to: STDERR_FILENO)
        return nil
    }
}

/// Reads the command line; ends the process when it is invalid.
func readArguments() -> Arguments {
    do throws(Arguments.Refused) {
        return try Arguments(CommandLine.arguments.dropFirst())
    } catch {
        write("oyster-gateway: \(error.message)\n\(Arguments.usage)", to: STDERR_FILENO)
        exit(2)
    }
}

let arguments = readArguments()
if arguments.wantsVersion {
    write("oyster-gateway \(Gateway.version)\n", to: STDOUT_FILENO)
    exit(0)
}
if arguments.wantsHelp {
    write(Arguments.help, to: STDOUT_FILENO)
    exit(0)
}

// The reader of standard error may end before the gateway.
signal(SIGPIPE, SIG_IGN)

// By default glibc has an arena per thread, which keeps the memory that each thread of a pipeline
// has freed: after a few travels this is three times the memory that the gateway needs.
oyster_limit_malloc_arenas(1)

// Blocked before any thread exists, so that only sigwait below receives the signals.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGTERM)
sigaddset(&signals, SIGINT)
pthread_sigmask(SIG_BLOCK, &signals, nil)

do {
    let media = loadMedia(arguments)
    let gateway = try Gateway(
        port: arguments.port,
        controlPort: arguments.controlPort,
        media: media,
        requestLog: arguments.isVerbose ? writeRequestLine : nil
    )
    if arguments.exitsWithStandardInput { watchStandardInput() }
    write(
        "{\"api\":\"\(gateway.apiURL)\",\"control\":\"\(gateway.controlURL)\","
            + "\"media\":\(media != nil),\"watch\":\"\(gateway.watchURL)\"}\n",
        to: STDOUT_FILENO
    )
    // A program that starts the gateway reads the line above and needs no text on standard error.
    if !arguments.exitsWithStandardInput {
        let line = "oyster-gateway: ready; open \(gateway.watchURL) in a browser\n"
        write(line, to: STDERR_FILENO)
    }
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    gateway.stop()
} catch GatewayError.cannotListen(let port) {
    let line =
        "oyster-gateway: cannot listen on 127.0.0.1:\(port): the port is in use or not "
        + "allowed; choose others with --port and --control-port\n"
    write(line, to: STDERR_FILENO)
    exit(1)
}
