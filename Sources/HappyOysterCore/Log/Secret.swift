// SPDX-License-Identifier: Apache-2.0

/// A value that must not be printed: token, ticket, RTC secret.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The value itself.
    ///
    /// Every use is a decision; search for `exposed` to review them.
    package let exposed: String

    package init(_ value: String) { exposed = value }

    package var description: String { Redactor.mark }
    package var debugDescription: String { Redactor.mark }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
