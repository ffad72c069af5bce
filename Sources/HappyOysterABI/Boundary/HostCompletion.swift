// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterPlatform

/// A host's `done` function, called exactly once with a code and a JSON tree.
struct HostCompletion: Sendable {
    private let done: oyster_done_fn?
    private let context: HostContext
    private let owed: OwedCompletion?

    init(_ done: oyster_done_fn?, _ context: UnsafeMutableRawPointer?) {
        self.done = done
        self.context = HostContext(context)
        owed = done == nil ? nil : OwedCompletion()
    }

    func callAsFunction(_ result: Result<OperationResult, OysterSDKError>) {
        guard let done else { return }
        defer { owed?.settle() }
        let (code, json): (Int, JSONValue) =
            switch result {
            case .success(let data): (0, data.json)
            case .failure(let error): (error.code, error.json)
            }
        let tree = HostTree.make(json)
        defer { HostTree.free(tree) }
        done(context.pointer, oyster_result(code), UnsafePointer(tree))
    }
}

/// A host's context pointer with the function that releases it.
///
/// `@unchecked Sendable`: the library only passes the pointer back to the host, and by the header's
/// contract callbacks may run on any thread.
struct HostContext: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    let release: oyster_release_fn?

    init(_ pointer: UnsafeMutableRawPointer?, _ release: oyster_release_fn? = nil) {
        self.pointer = pointer
        self.release = release
    }

    func giveBack() { release?(pointer) }
}
