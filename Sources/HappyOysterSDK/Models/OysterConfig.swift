// SPDX-License-Identifier: Apache-2.0

/// Configuration of an engine.
///
/// Source: iOS SDK reference 1.0.3, section 8. The properties that can be changed are ours.
public struct OysterConfig: Sendable {
    /// The service's gateway: `host[:port]` or an https URL without a path.
    public let apiHost: String
    /// Versioned model name as enabled for the account, such as `happyoyster-1.0-adventure`.
    public let model: String
    /// Least severity that is logged, for the whole process; nil means `warning`.
    ///
    /// ``OysterLog/setMinimumLevel(_:)`` and the variable `HAPPYOYSTER_LOG` count more.
    public let logLevel: OysterLogLevel?
    /// Bound of each answer in milliseconds, 1 to 600000; 105005 when it passes.
    public let callbackTimeoutMs: Int
    /// Milliseconds between two polls of the travel's status, 50 to 60000.
    public var pollIntervalMs = 2000
    /// `auto`, `loopback`, `webrtc`, or the path of a stream adapter.
    ///
    /// `auto` shows the loopback test card only against a loopback host, where WebRTC cannot be used.
    public var streamEngine = "auto"
    /// A file of certificates to trust instead of the system's.
    public var caFile: String?
    /// `name/version` of the application, up to 128 ASCII characters, added to our own.
    public var userAgent: String?
    /// Whether the stream engine plays sound on the default output, if it can.
    public var playsAudio = false

    /// Makes a configuration; it is checked by ``HappyOysterEngine/initialize(config:)``.
    public init(
        apiHost: String,
        model: String,
        logLevel: OysterLogLevel? = nil,
        callbackTimeoutMs: Int = 30_000
    ) {
        self.apiHost = apiHost
        self.model = model
        self.logLevel = logLevel
        self.callbackTimeoutMs = callbackTimeoutMs
    }
}
