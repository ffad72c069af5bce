// SPDX-License-Identifier: Apache-2.0
//
// The Quick Start of the SDK reference, on Linux. One line differs: a screen shows the video.
//
//     quick-start API_HOST MODEL TOKEN TICKET
//
import HappyOysterSDK

// 1) Configure the engine, once and early.
let engine = HappyOysterEngine.shared
engine.initialize(
    config: OysterConfig(
        apiHost: apiHost,  // host of the service for your account and region
        model: model  // versioned model name, as enabled for your account
    )
)

// 2) If you like, bring the log into your own.
OysterLog.setMinimumLevel(.info)
OysterLog.setHandler { level, tag, message in
    print("[Oyster][\(level)][\(tag)] \(message)")
}

// 3) Hand over the temporary API key that your server issued.
engine.updateToken(temporaryApiKey)

// 4) Make a travel of a one-time ticket; nothing is connected yet.
let travel = try engine.createTravel(ticket: ticket)

Task { @MainActor in
    // 5) Show the video: the one line that depends on the platform.
    screen.show(travel.videoView)

    // 6) Listen before start, so that no early status is missed.
    let eventTask = Task {
        for await event in travel.events {
            switch event {
            case .statusChanged(let status): render(status)
            case .error(let error): handle(error)
            }
        }
    }

    do {
        // 7) Connect and play.
        let data = try await travel.start()

        // 8) Do what the mode allows.
        if data.mode == .directing {
            _ = try await travel.sendInstruct(content: "Suddenly it starts to pour")
        } else if data.mode == .adventure {
            travel.sendCommand(OysterAdventureCommand(translation: .front))
        }
    } catch let error as OysterSDKError {
        handle(error)
    }

    // 9) Every way out leads through one end().
    _ = try? await travel.end()
    eventTask.cancel()
}

// A program ends with its main function, an app does not: wait until the travel is over.
for await _ in travel.events {}
await engine.cleanup()
