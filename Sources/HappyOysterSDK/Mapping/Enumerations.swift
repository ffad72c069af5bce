// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterWorld

extension OysterConfig {
    var core: HappyOysterCore.OysterConfig {
        HappyOysterCore.OysterConfig(
            apiHost: apiHost,
            model: model,
            logLevel: logLevel?.core,
            callbackTimeoutMs: callbackTimeoutMs,
            pollIntervalMs: pollIntervalMs,
            streamEngine: streamEngine,
            caFile: caFile,
            userAgent: userAgent,
            playsAudio: playsAudio
        )
    }
}

extension OysterLogLevel {
    init(_ level: HappyOysterCore.OysterLogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }

    var core: HappyOysterCore.OysterLogLevel {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

extension OysterTravelStatus {
    init(_ status: HappyOysterCore.OysterTravelStatus) {
        self =
            switch status {
            case .idle: .idle
            case .prepare: .prepare
            case .running: .running
            case .pausing: .pausing
            case .paused: .paused
            case .ended: .ended
            case .failed: .failed
            }
    }
}

extension OysterAction {
    var core: HappyOysterCore.OysterAction {
        switch self {
        case .start: .start
        case .sendCommand: .sendCommand
        case .sendInstruct: .sendInstruct
        case .pause: .pause
        case .resume: .resume
        case .rewind: .rewind
        case .end: .end
        case .updateScript: .updateScript
        }
    }
}

extension OysterPixelFormat {
    var core: PixelFormat {
        switch self {
        case .i420: .i420
        case .nv12: .nv12
        case .rgba: .rgba
        case .bgra: .bgra
        case .rgb24: .rgb24
        case .bgr24: .bgr24
        }
    }
}
