// SPDX-License-Identifier: Apache-2.0

/// A configuration that has passed all checks.
package struct RuntimeConfig: Equatable, Sendable {
    package enum StreamChoice: Equatable, Sendable {
        case auto
        case loopback
        case webrtc
        case adapter(path: String)
    }

    package let address: ServiceAddress
    package let model: String
    package let callbackTimeout: Duration
    package let pollInterval: Duration
    package let streamChoice: StreamChoice
    /// At first the file of `ca_file`; the engine replaces it by what its certificate source found.
    package var certificates: TrustedCertificates
    package let userAgent: String
    package let playsAudio: Bool

    /// Checks a configuration; the error 100002 names the wrong field, never its value.
    package init(_ config: OysterConfig) throws(OysterSDKError) {
        let address: ServiceAddress
        do throws(ServiceAddress.Problem) {
            address = try ServiceAddress(configured: config.apiHost)
        } catch {
            throw RuntimeConfig.invalid("api_host \(error.text)")
        }
        guard RuntimeConfig.isModel(config.model) else {
            throw RuntimeConfig.invalid("model is blank or not a model name")
        }
        guard (1...600_000).contains(config.callbackTimeoutMs) else {
            throw RuntimeConfig.invalid("callback_timeout_ms is not within 1 and 600000")
        }
        guard (50...60_000).contains(config.pollIntervalMs) else {
            throw RuntimeConfig.invalid("poll_interval_ms is not within 50 and 60000")
        }
        guard let choice = RuntimeConfig.choice(config.streamEngine) else {
            throw RuntimeConfig.invalid("stream_engine is not auto, loopback, webrtc or a path")
        }
        guard config.caFile.map(HostText.isPath) ?? true else {
            throw RuntimeConfig.invalid("ca_file is not a path of 1 to 4096 bytes")
        }
        let application = config.userAgent ?? ""
        guard application.utf8.count <= 128,
            application.utf8.allSatisfy({ (32...126).contains($0) })
        else { throw RuntimeConfig.invalid("user_agent is longer than 128 bytes or not ASCII") }
        self.address = address
        model = config.model
        callbackTimeout = .milliseconds(config.callbackTimeoutMs)
        pollInterval = .milliseconds(config.pollIntervalMs)
        streamChoice = choice
        certificates = TrustedCertificates(file: config.caFile)
        playsAudio = config.playsAudio
        userAgent = LibraryVersion.userAgent + (application.isEmpty ? "" : " " + application)
    }

    package static func invalid(_ message: String) -> OysterSDKError {
        OysterSDKError(OysterErrorCode.invalidConfig, cause: message)
    }

    private static func isModel(_ model: String) -> Bool {
        (1...128).contains(model.utf8.count)
            && model.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45, 46, 95: true
                default: false
                }
            }
            && model.utf8.contains { $0 != 46 }
    }

    private static func choice(_ text: String) -> StreamChoice? {
        switch text {
        case "auto", "": .auto
        case "loopback": .loopback
        case "webrtc": .webrtc
        default: text.utf8.contains(47) && HostText.isPath(text) ? .adapter(path: text) : nil
        }
    }
}
