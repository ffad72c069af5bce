// SPDX-License-Identifier: Apache-2.0
//
// A first travel: start it, play a little, save a frame, end it.
//
//     first-travel [--png FILE] [CREDENTIALS]
//
// CREDENTIALS is a JSON file with apiHost, model, token and ticket, as your own server issues them
// (default: standard input).
import Glibc
import HappyOysterSDK

@main struct FirstTravel {
    static func main() async {
        let options = Options(CommandLine.arguments.dropFirst())
        guard let credentials = Credentials(file: options.credentials) else {
            let usage = "usage: first-travel [--png FILE] [CREDENTIALS]\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(1)
        }
        print("happyoyster \(HappyOysterEngine.version)")
        do {
            let journey = Journey(try prepare(credentials))
            try await journey.drive(pngPath: options.png)
        } catch {
            exit(1)  // the function that threw it has printed the reason
        }
    }

    /// Configures the engine and creates the travel; sends nothing yet.
    @MainActor static func prepare(_ credentials: Credentials) throws -> OysterTravel {
        let engine = HappyOysterEngine.shared
        engine.initialize(
            config: OysterConfig(apiHost: credentials.apiHost, model: credentials.model)
        )
        engine.updateToken(credentials.token)
        do {
            return try engine.createTravel(ticket: credentials.ticket)
        } catch {
            printFailure("prepare", error)
            throw error
        }
    }
}

/// Prints what failed, and what to do about it.
func printFailure(_ what: String, _ error: any Error) {
    guard let error = error as? OysterSDKError else { return print("\(what): \(error)") }
    print("\(what): error \(error.code) \(error.name)\n  \(error.advice)")
}
