// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
public import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// See `engine.h`.
@_cdecl("oyster_engine_shared") @implementation
public func oyster_engine_shared() -> OpaquePointer? {
    var handle: Handle?
    _ = CBoundary.call { () throws(OysterSDKError) in handle = try Library.sharedEngine() }
    return handle?.pointer
}

/// See `engine.h`.
@_cdecl("oyster_engine_create") @implementation
public func oyster_engine_create(_ engine: UnsafeMutablePointer<OpaquePointer?>?) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let output = try CBoundary.output(engine, "engine")
        let runtime = try Library.start()
        let made = Library.engines.insert { EngineObject(handle: $0, runtime: runtime) }
        guard let made else { throw Library.isFull("engines") }
        output.pointee = made.pointer
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_destroy") @implementation
public func oyster_engine_destroy(
    _ engine: OpaquePointer?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        if Library.isShared(object.handle) {
            throw OysterSDKError(
                OysterErrorCode.unsupported,
                cause: "the shared engine lives as long as the process"
            )
        }
        guard Library.engines.remove(object.handle) != nil else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        let achieved = object.destroy()
        outcome?.pointee = oyster_release_outcome(achieved)
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_initialize") @implementation
public func oyster_engine_initialize(
    _ engine: OpaquePointer?,
    _ config: UnsafePointer<oyster_config>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let host = try HostStruct.read(config) { $0.reserved }
        let config = try OysterConfig(host)
        try object.engine.initialize(config)
        Library.log.configure(config.logLevel)
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_check_config") @implementation
public func oyster_engine_check_config(
    _ engine: OpaquePointer?,
    _ config: UnsafePointer<oyster_config>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    error?.pointee = nil
    // Not logged: the error object holds the cause.
    return CBoundary.call(isLogged: false) { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let host = try HostStruct.read(config) { $0.reserved }
        do throws(OysterSDKError) {
            _ = try object.engine.check(OysterConfig(host))
        } catch let problem {
            if problem.code == OysterErrorCode.invalidConfig {
                error?.pointee = HostTree.make(problem.json).map { UnsafeMutablePointer($0) }
            }
            throw problem
        }
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_is_ready") @implementation
public func oyster_engine_is_ready(_ engine: OpaquePointer?) -> Bool {
    var isReady = false
    _ = CBoundary.call { () throws(OysterSDKError) in
        isReady = try CBoundary.engine(engine).engine.isReady
    }
    return isReady
}

/// See `engine.h`.
@_cdecl("oyster_engine_update_token") @implementation
public func oyster_engine_update_token(
    _ engine: OpaquePointer?,
    _ token: UnsafePointer<CChar>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        try CBoundary.engine(engine).engine.updateToken(HostString.readCredential(token))
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_create_travel") @implementation
public func oyster_engine_create_travel(
    _ engine: OpaquePointer?,
    _ ticket: UnsafePointer<CChar>?,
    _ travel: UnsafeMutablePointer<OpaquePointer?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.engine(engine)
        let output = try CBoundary.output(travel, "travel")
        let handle = try object.createTravel(ticket: HostString.readCredential(ticket))
        output.pointee = handle.pointer
    }
}

/// See `engine.h`.
@_cdecl("oyster_engine_cleanup") @implementation
public func oyster_engine_cleanup(
    _ engine: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let completion = HostCompletion(done, context)
        let object = try CBoundary.engine(engine)
        try object.cleanup { completion($0) }
    }
}

extension OysterConfig {
    /// Copies a host's configuration.
    init(_ config: oyster_config) throws(OysterSDKError) {
        let level = OysterLogLevel(config.log_level)
        guard level != nil || config.log_level == .OYSTER_LOG_LEVEL_DEFAULT else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause: "log_level is not one of the levels 0 to 4"
            )
        }
        guard config.play_audio <= 1 else {
            throw RuntimeConfig.invalid("play_audio is not 0 or 1")
        }
        self.init(
            apiHost: try HostString.readOption(config.api_host, "api_host", limit: 512) ?? "",
            model: try HostString.readOption(config.model, "model", limit: 128) ?? "",
            logLevel: level,
            callbackTimeoutMs: config.callback_timeout_ms == 0
                ? 30_000 : Int(config.callback_timeout_ms)
        )
        if config.poll_interval_ms != 0 { pollIntervalMs = Int(config.poll_interval_ms) }
        if let name = try HostString.readOption(
            config.stream_engine,
            "stream_engine",
            limit: 4096
        ) {
            streamEngine = name
        }
        caFile = try HostString.readOption(config.ca_file, "ca_file", limit: 4096)
        userAgent = try HostString.readOption(config.user_agent, "user_agent", limit: 128)
        playsAudio = config.play_audio == 1
    }
}
