// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the configuration or the command line; a text for the operator.
///
/// It names the member and never has its value, which may be a secret.
package struct SettingsError: Error, Equatable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
