// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// The entry point: it has the configuration and the token, and creates travels.
///
/// Events and results arrive on the main actor, which the program must not block: use an `async`
/// main function. Source: iOS SDK reference 1.0.3, section 6.1.
@MainActor public final class HappyOysterEngine {
    /// The engine of the process.
    public static let shared = HappyOysterEngine()
    /// Version of the SDK.
    public nonisolated static let version: String = LibraryVersion.text

    private var running: EngineCore?

    private init() {}

    /// Creates an independent engine with its own configuration, token and travel; ours.
    ///
    /// It lives as long as there is a reference to it or to one of its travels.
    public static func make() -> HappyOysterEngine { HappyOysterEngine() }

    /// Whether the engine has a configuration.
    public var isReady: Bool { running?.engine.isReady ?? false }

    /// Applies a configuration and returns whether it was applied.
    ///
    /// It replaces the former configuration; the token is kept. A configuration is refused while a
    /// travel is in flight, and when it is not valid: the log has the reason, and the former
    /// configuration stays.
    @discardableResult public func initialize(config: OysterConfig) -> Bool {
        guard let core = start() else {
            warn("initialize", missingCore)
            return false
        }
        do throws(OysterSDKError) {
            try core.engine.initialize(config)
        } catch {
            warn("initialize", error)
            return false
        }
        SharedRuntime.log.configure(config.logLevel)
        return true
    }

    /// Sets the token of all requests from now on; without effect before `initialize`.
    ///
    /// A token is 1 to 4096 printable ASCII characters without blanks. Any other text is refused: the
    /// log has the reason, and the former token stays.
    public func updateToken(_ token: String) {
        guard let core = start() else { return warn("updateToken", missingCore) }
        do throws(OysterSDKError) {
            try core.engine.updateToken(token)
        } catch {
            warn("updateToken", error)
        }
    }

    /// Creates a travel from a one-time ticket; nothing is sent before `start`.
    ///
    /// Throws 109002 for an invalid ticket (it is 1 to 4096 printable ASCII characters without
    /// blanks), 100001 without a configuration, 103004 before the former travel has ended. A travel
    /// without a reference is ended in the background.
    public func createTravel(ticket: String) throws -> OysterTravel {
        guard let core = start() else { throw missingCore }
        return OysterTravel(hold: try core.createTravel(ticket: ticket))
    }

    /// Ends the travel in flight, and forgets configuration and token.
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
