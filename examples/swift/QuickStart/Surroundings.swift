// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK

// What an app would have: credentials from its server, a screen, and output for its user.

let apiHost = argument(1)
let model = argument(2)
let temporaryApiKey = argument(3)
let ticket = argument(4)

@MainActor let screen = Screen()

func render(_ status: OysterTravelStatus) { print("status: \(status)") }

func handle(_ error: OysterSDKError) { print("error: \(error.code), \(error.advice)") }

/// Counts the frames that it would show.
@MainActor final class Screen {
    private var frames = 0

    func show(_ view: OysterVideoView) {
        Task {
            for await _ in view.frames(format: .bgra) { frames += 1 }
            print("frames: \(frames > 0 ? "some" : "none")")
        }
    }
}

private func argument(_ index: Int) -> String {
    CommandLine.arguments.indices.contains(index) ? CommandLine.arguments[index] : ""
}
