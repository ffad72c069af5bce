// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld

/// The stream engines of the process: the loopback, and adapters loaded when first wanted.
package final class StreamEngines: StreamEngineProvider {
    /// Our own WebRTC engine: beside this library, or else found by the dynamic loader.
    package static let webrtcLibrary = "libhappyoyster-stream-webrtc.so.0"

    private let log: any LogWriter
    private let loopback: any StreamEngine
    /// Adapters by path; a failed load is remembered for `auto` alone.
    private let adapters = Lock<[String: any StreamEngine]>([:])
    private let whyNoWebRTC = Lock<String?>(nil)
    private let folder: String?

    /// `folder` is looked into before the loader's path; this library's own as a rule.
    package convenience init(loopback: any StreamEngine, log: any LogWriter) {
        self.init(loopback: loopback, log: log, folder: LibraryFolder.path)
    }

    package init(loopback: any StreamEngine, log: any LogWriter, folder: String?) {
        self.loopback = loopback
        self.log = log
        self.folder = folder
    }

    package func engine(for choice: RuntimeConfig.StreamChoice, rtcConfig: JSONValue)
        throws(OysterSDKError) -> any StreamEngine
    {
        switch choice {
        case .loopback:
            log.log(.info, .stream, "stream engine: loopback, a test card")
            return loopback
        case .webrtc: return try adapter(webrtcPath)
        case .adapter(let path): return try adapter(path)
        case .auto: return automatic(rtcConfig)
        }
    }

    private func automatic(_ rtcConfig: JSONValue) -> any StreamEngine {
        if let reason = whyNoWebRTC.withLock({ $0 }) { return instead(reason) }
        do {
            let engine = try adapter(webrtcPath)
            if engine.suits(rtcConfig: rtcConfig) { return engine }
            return instead("the WebRTC stream engine cannot join this channel")
        } catch {
            let reason = "no WebRTC, \(error.raw.message ?? "for an unknown reason")"
            whyNoWebRTC.withLock { $0 = reason }
            return instead(reason)
        }
    }

    /// A picture all the same, and why it is not the real one.
    private func instead(_ reason: String) -> any StreamEngine {
        log.log(.warning, .stream, "\(reason): the picture is the loopback test card")
        return loopback
    }

    /// A file beside this library, so that a build tree or a wheel needs no loader path.
    private var webrtcPath: String {
        let path = folder.map { "\($0)/\(StreamEngines.webrtcLibrary)" }
        guard let path, access(path, R_OK) == 0 else { return StreamEngines.webrtcLibrary }
        return path
    }

    private func adapter(_ path: String) throws(OysterSDKError) -> any StreamEngine {
        if let known = adapters.withLock({ $0[path] }) { return known }
        let engine = try AdapterEngine(path: path)
        adapters.withLock { $0[path] = engine }
        return engine
    }
}
