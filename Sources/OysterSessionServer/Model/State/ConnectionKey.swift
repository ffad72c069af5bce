// SPDX-License-Identifier: Apache-2.0

/// Names a connection among those of all sessions.
package struct ConnectionKey: Hashable, Sendable {
    package let session: String
    package let connection: String
}
