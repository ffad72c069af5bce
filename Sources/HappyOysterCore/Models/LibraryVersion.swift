// SPDX-License-Identifier: Apache-2.0

/// The version of the library; a test compares it with the file `VERSION`.
package enum LibraryVersion {
    package static let text = "0.1.0"
    /// `client/version` for the service's statistics.
    package static let userAgent = "HappyOyster-Linux/" + text
}
