// SPDX-License-Identifier: Apache-2.0
import CHappyOyster

/// A host's context pointer with the function that gives it back.
///
/// `@unchecked Sendable`: the pointer is only handed back to the host, whose contract is that
/// callbacks may run on any thread.
struct HostContext: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    let release: oyster_release_fn?

    init(_ pointer: UnsafeMutableRawPointer?, _ release: oyster_release_fn? = nil) {
        self.pointer = pointer
        self.release = release
    }

    func giveBack() { release?(pointer) }
}
