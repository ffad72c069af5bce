// SPDX-License-Identifier: Apache-2.0

/// Configuration of an engine, as a host gives it.
///
/// Source: reference, section 8; the fields after `callbackTimeoutMs` are ours.
package struct OysterConfig: Equatable, Sendable {
    package var apiHost: String
    package var model: String
    package var logLevel: OysterLogLevel?
    package var callbackTimeoutMs: Int
    package var pollIntervalMs: Int
    /// `auto`, `loopback`, `webrtc`, or the path of an adapter.
    package var streamEngine: String
    package var caFile: String?
    /// `name/version` of the application.
    package var userAgent: String?
    /// Whether the stream engine plays sound on the default output.
    package var playsAudio: Bool

    package init(
        apiHost: String,
        model: String,
        logLevel: OysterLogLevel? = nil,
        callbackTimeoutMs: Int = 30_000,
        pollIntervalMs: Int = 2000,
        streamEngine: String = "auto",
        caFile: String? = nil,
        userAgent: String? = nil,
        playsAudio: Bool = false
    ) {
        self.apiHost = apiHost
        self.model = model
        self.logLevel = logLevel
        self.callbackTimeoutMs = callbackTimeoutMs
        self.pollIntervalMs = pollIntervalMs
        self.streamEngine = streamEngine
        self.caFile = caFile
        self.userAgent = userAgent
        self.playsAudio = playsAudio
    }
}
