// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld

/// The stream engines of the process: the loopback, and adapters that are loaded at their first
/// use.
package final class StreamEngines: StreamEngineProvider {
    /// This project's WebRTC stream engine: beside this library, else in the dynamic loader's path.
    package static let webrtcLibrary = "libhappyoyster-stream-webrtc.so.0"

    private let log: any LogWriter
    private let loopback: any StreamEngine
    private let loader = AdapterLoader()
    private let folder: String?

    /// Looks for the WebRTC stream engine in this library's own directory before the loader's path.
    package convenience init(loopback: any StreamEngine, log: any LogWriter) {
        self.init(loopback: loopback, log: log, folder: ProcessEnvironment.libraryFolder)
    }

    package init(loopback: any StreamEngine, log: any LogWriter, folder: String?) {
        self.loopback = loopback
        self.log = log
        self.folder = folder
    }

    package func check(_ choice: RuntimeConfig.StreamChoice) throws(OysterSDKError) {
        guard case .adapter(let path) = choice else { return }
        do throws(AdapterLibrary.Problem) {
            try loader.load(path)
        } catch {
            throw RuntimeConfig.invalid("stream_engine: \(error.text)")
        }
    }

    package func prepare(
        _ config: RuntimeConfig,
        _ done: @escaping @Sendable (Result<StreamSelection, OysterSDKError>) -> Void
    ) {
        switch config.streamChoice {
        case .loopback:
            log.log(.info, .stream, "stream engine: loopback, a test card")
            done(.success(StreamSelection(loopback)))
        case .adapter(let path):
            loader.prepare(path, playsAudio: config.playsAudio) {
                path
            } _: { result in
                done(result.map { StreamSelection($0) })
            }
        case .webrtc:
            prepareWebRTC(config) { result in done(result.map { StreamSelection($0) }) }
        case .auto:
            // With a real service, a test card in place of the world would hide that an engine is
            // missing.
            let testCard = config.address.isLoopback ? loopback : nil
            prepareWebRTC(config) { result in
                done(StreamEngines.automatic(result, testCard: testCard))
            }
        }
    }

    /// Waits for adapters that are being loaded; called at the end of the process.
    package func close(until deadline: Duration) { loader.close(until: deadline) }

    private static func automatic(
        _ result: Result<any StreamEngine, OysterSDKError>,
        testCard: (any StreamEngine)?
    ) -> Result<StreamSelection, OysterSDKError> {
        switch result {
        case .success(let engine):
            return .success(StreamSelection(suitable: engine, testCard: testCard))
        case .failure(let error):
            guard let testCard else { return .failure(error) }
            let reason = error.diagnostics.message ?? error.message
            return .success(StreamSelection(testCard: testCard, because: reason))
        }
    }

    private func prepareWebRTC(
        _ config: RuntimeConfig,
        _ done: @escaping AdapterLoader.Completion
    ) {
        let folder = folder
        loader.prepare(StreamEngines.webrtcLibrary, playsAudio: config.playsAudio) {
            // A file beside this library is preferred, so that a build tree or a wheel needs no
            // loader path.
            let beside = folder.map { "\($0)/\(StreamEngines.webrtcLibrary)" }
            if let beside, access(beside, R_OK) == 0 { return beside }
            return StreamEngines.webrtcLibrary
        } _: { result in
            done(result)
        }
    }
}
