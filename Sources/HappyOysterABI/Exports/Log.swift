// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform

/// See `log.h`.
@_cdecl("oyster_log_set_minimum_level") @implementation
public func oyster_log_set_minimum_level(_ level: oyster_log_level) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        guard let level = OysterLogLevel(level) else {
            throw CBoundary.invalid("level is not within 1 and 4")
        }
        Library.log.setMinimumLevel(level)
    }
}

/// See `log.h`.
@_cdecl("oyster_log_set_handler") @implementation
public func oyster_log_set_handler(
    _ handler: oyster_log_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call {
        let former = Library.logHandler.set(
            handler,
            HostContext(context, release),
            in: Library.log
        )
        outcome?.pointee = oyster_release_outcome(former)
    }
}
