// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// The stream engines of the process: the loopback, and adapters loaded when first wanted.
package final class StreamEngines: StreamEngineProvider {
    /// Our own WebRTC engine, found by the dynamic loader.
    package static let webrtcLibrary = "libhappyoyster-stream-webrtc.so.0"

    private let log: any LogWriter
    private let loopback: any StreamEngine
    /// Adapters by path; a failed load is remembered for `auto` alone.
    private let adapters = Lock<[String: any StreamEngine]>([:])
    private let isWebRTCMissing = Atomic(false)

    package init(loopback: any StreamEngine, log: any LogWriter) {
        self.loopback = loopback
        self.log = log
    }

    package func engine(for choice: RuntimeConfig.StreamChoice, rtcConfig: JSONValue)
        throws(OysterSDKError) -> any StreamEngine
    {
        switch choice {
        case .loopback:
            log.log(.info, .stream, "stream engine: loopback, a test card")
            return loopback
        case .webrtc: return try adapter(StreamEngines.webrtcLibrary)
        case .adapter(let path): return try adapter(path)
        case .auto: return automatic(rtcConfig)
        }
    }

    private func automatic(_ rtcConfig: JSONValue) -> any StreamEngine {
        if !isWebRTCMissing.load(ordering: .relaxed) {
            do {
                let engine = try adapter(StreamEngines.webrtcLibrary)
                if engine.suits(rtcConfig: rtcConfig) { return engine }
                warn("the WebRTC stream engine cannot join this channel")
                return loopback
            } catch {
                isWebRTCMissing.store(true, ordering: .relaxed)
            }
        }
        warn("no WebRTC stream engine is installed")
        return loopback
    }

    private func warn(_ reason: String) {
        log.log(.warning, .stream, "\(reason): the picture is the loopback test card")
    }

    private func adapter(_ path: String) throws(OysterSDKError) -> any StreamEngine {
        if let known = adapters.withLock({ $0[path] }) { return known }
        let engine = try AdapterEngine(path: path)
        adapters.withLock { $0[path] = engine }
        return engine
    }
}
