// SPDX-License-Identifier: Apache-2.0

/// Configuration of an engine.
///
/// Source: iOS SDK reference 1.0.3, section 8. The variable properties are ours.
public struct OysterConfig: Equatable, Sendable {
    /// The service's gateway: `host[:port]` or an https URL without a path.
    public package(set) var apiHost: String
    /// Versioned model name as enabled for the account, such as `happyoyster-1.0-adventure`.
    public package(set) var model: String
    /// Lowest level that is logged, for the whole process; nil means `warning`.
    ///
    /// A level that the host sets for the log, and the variable `HAPPYOYSTER_LOG`, replace it.
    public package(set) var logLevel: OysterLogLevel?
    /// Time limit of each network step in milliseconds, 1 to 600000; after it 105005.
    public package(set) var callbackTimeoutMs: Int
    /// Interval of the status poll in milliseconds, 50 to 60000.
    public var pollIntervalMs = 2000
    /// `auto`, `loopback`, `webrtc`, or the path of a stream adapter.
    ///
    /// `auto` uses the loopback test card only against a loopback host when WebRTC cannot run.
    public var streamEngine = "auto"
    /// A PEM file with the only certificate authorities to trust; nil means those of the system.
    public var caFile: String?
    /// `name/version` of the application, up to 128 ASCII characters, appended to the user agent.
    public var userAgent: String?
    /// Whether the stream engine plays audio on the default output, if it can.
    public var playsAudio = false

    /// Creates a configuration, which the engine checks when it is initialised.
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
