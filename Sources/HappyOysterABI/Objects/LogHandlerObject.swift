// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// The host's log handler.
final class LogHandlerObject: Sendable {
    private let current = Lock<CallbackRegistration?>(nil)

    /// Sets or, with nil, removes the handler; returns whether the former one is released.
    func set(_ handler: oyster_log_fn?, _ context: HostContext, in log: LogHub) -> ReleaseOutcome {
        let next = handler.map { _ in CallbackRegistration { context.giveBack() } }
        // Under one lock, so that two threads leave the same handler in the log and in this object.
        let former = current.withLock { current in
            defer { current = next }
            log.setHandler(LogHandlerObject.handler(handler, context, next))
            return current
        }
        return former?.close() ?? .complete
    }

    private static func handler(
        _ handler: oyster_log_fn?,
        _ context: HostContext,
        _ registration: CallbackRegistration?
    ) -> LogHub.Handler? {
        guard let handler, let registration else { return nil }
        return { level, tag, message in
            registration.invoke {
                handler(context.pointer, oyster_log_level(level), tag.rawValue, message)
            }
        }
    }
}

extension oyster_log_level {
    init(_ level: OysterLogLevel) {
        self =
            switch level {
            case .debug: .OYSTER_LOG_LEVEL_DEBUG
            case .info: .OYSTER_LOG_LEVEL_INFO
            case .warning: .OYSTER_LOG_LEVEL_WARNING
            case .error: .OYSTER_LOG_LEVEL_ERROR
            }
    }
}

extension OysterLogLevel {
    /// Nil for the default, and for a number without a level.
    init?(_ level: oyster_log_level) {
        self.init(rawValue: Int(level.rawValue) - 1)
    }
}
