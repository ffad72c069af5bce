// SPDX-License-Identifier: Apache-2.0

/// What the journal keeps of the store.
package struct SessionState: Equatable, Sendable {
    package init() {}
}
