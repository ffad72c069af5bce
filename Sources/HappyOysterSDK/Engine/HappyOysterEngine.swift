// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// The entry point: holds configuration and token, and makes travels.
///
/// Events and results arrive on the main actor, so the program must let it run: an `async` main
/// function does. Source: iOS SDK reference 1.0.3, section 6.1.
@MainActor public final class HappyOysterEngine {
    /// The engine of the process.
    public static let shared = HappyOysterEngine()
    /// Version of the SDK.
    public nonisolated static let version: String = LibraryVersion.text

    private var running: EngineCore?

    private init() {}

    /// Makes an engine beside ``shared``, with its own configuration, token and travel; ours.
    ///
    /// It lives as long as it or one of its travels is held.
    public static func make() -> HappyOysterEngine { HappyOysterEngine() }

    /// Whether the engine has a configuration.
    public var isReady: Bool { running?.engine.isReady ?? false }

    /// Applies a configuration and tells whether it took effect.
    ///
    /// The latest one wins, and the token is kept. Without effect while a travel is in flight, and
    /// when it is not valid; the log says why, and the former configuration stays.
    @discardableResult public func initialize(config: OysterConfig) -> Bool {
        guard let core = start() else {
            warn("initialize", missingCore)
            return false
        }
        do throws(CoreError) {
            try core.engine.initialize(config.core)
        } catch {
            warn("initialize", OysterSDKError(error))
            return false
        }
        SharedRuntime.log.configure(config.logLevel?.core)
        return true
    }

    /// Replaces the token of all requests from now on; without effect before `initialize`.
    ///
    /// A token is 1 to 4096 printable ASCII characters without blanks. For any other text the log
    /// says so, and the former token stays.
    public func updateToken(_ token: String) {
        guard let core = start() else { return warn("updateToken", missingCore) }
        do throws(CoreError) {
            try core.engine.updateToken(token)
        } catch {
            warn("updateToken", OysterSDKError(error))
        }
    }

    /// Makes a travel of a one-time ticket; nothing is sent before `start`.
    ///
    /// Throws 109002 for a text that is no ticket (1 to 4096 printable ASCII characters without
    /// blanks), 100001 without a configuration, 103004 before the former travel has ended. A travel
    /// that nobody holds any more ends by itself.
    public func createTravel(ticket: String) throws -> OysterTravel {
        guard let core = start() else { throw missingCore }
        do throws(CoreError) {
            return OysterTravel(hold: try core.createTravel(ticket: ticket))
        } catch {
            throw OysterSDKError(error)
        }
    }

    /// Ends the travel in flight, then forgets configuration and token.
    public func cleanup() async {
        guard let core = running else { return }
        await withCheckedContinuation { continuation in
            core.engine.cleanup { _ in continuation.resume() }
        }
    }

    private func start() -> EngineCore? {
        if running == nil { running = EngineCore() }
        return ForkGuard.isForked ? nil : running
    }

    private var missingCore: OysterSDKError {
        OysterSDKError(
            code: ForkGuard.isForked ? OysterErrorCode.forked : OysterErrorCode.outOfResources
        )
    }

    private func warn(_ operation: String, _ error: OysterSDKError) {
        let text = "\(operation) failed with \(error.name) (\(error.code)): \(error.message)"
        SharedRuntime.log.log(.warning, .sdk, text)
    }
}
