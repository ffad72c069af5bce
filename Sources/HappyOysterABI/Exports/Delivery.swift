// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform

/// See `engine.h`.
@_cdecl("oyster_engine_set_delivery") @implementation
public func oyster_engine_set_delivery(
    _ engine: OpaquePointer?,
    _ delivery: oyster_delivery
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        guard delivery == .OYSTER_DELIVERY_THREAD || delivery == .OYSTER_DELIVERY_HOST else {
            throw CBoundary.invalid("delivery is not 0 or 1")
        }
        object.delivery.setHostDelivery(delivery == .OYSTER_DELIVERY_HOST)
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_event_fd") @implementation
public func oyster_engine_event_fd(
    _ engine: OpaquePointer?,
    _ fd: UnsafeMutablePointer<Int32>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let output = try CBoundary.output(fd, "fd")
        guard let number = object.delivery.eventDescriptor() else {
            throw OysterSDKError(OysterErrorCode.outOfResources)
        }
        output.pointee = number
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_dispatch") @implementation
public func oyster_engine_dispatch(
    _ engine: OpaquePointer?,
    _ timeout_ms: UInt32,
    _ count: UnsafeMutablePointer<Int>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let ran = try object.delivery.dispatch(timeout: CBoundary.timeout(timeout_ms))
        count?.pointee = ran
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_shutdown_all") @implementation
public func oyster_engine_shutdown_all(_ timeout_ms: UInt32) -> oyster_result {
    if ForkGuard.isForked { return oyster_result(OysterErrorCode.forked) }
    do {
        try Shutdown.run(timeout: .milliseconds(min(timeout_ms, 60_000)))
        return 0
    } catch {
        return oyster_result(error.code)
    }
}
