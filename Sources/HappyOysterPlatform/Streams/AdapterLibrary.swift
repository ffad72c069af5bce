// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import HappyOysterStream

/// The shared object of an adapter; it stays loaded, and its entry function is called by `table`.
///
/// `@unchecked Sendable`: the pointer is constant, and the object is never unloaded.
struct AdapterLibrary: @unchecked Sendable {
    private let entry: oyster_stream_engine_entry_fn

    /// Why a shared object cannot be used: a text for the host, without directories.
    struct Problem: Error {
        let text: String

        static let otherContract = Problem(
            text: "the stream engine has another version of the contract"
        )
    }

    static let noThread = Problem(text: "there is no thread for loading the stream engine")
    static let noReturn = Problem(
        text: "the entry function of the stream engine did not return within 10 s"
    )

    /// Loads a shared object.
    ///
    /// It may take seconds, so never call it on the event loop.
    init(path: String) throws(Problem) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw Problem(text: "the stream engine cannot be loaded: \(DynamicLoaderError.latest)")
        }
        guard let symbol = dlsym(handle, OYSTER_STREAM_ENGINE_ENTRY) else {
            let name = path.split(separator: "/").last ?? ""
            throw Problem(
                text: "the stream engine has no entry function: "
                    + "\(name) does not export \(OYSTER_STREAM_ENGINE_ENTRY)"
            )
        }
        entry = unsafeBitCast(symbol, to: oyster_stream_engine_entry_fn.self)
    }

    /// Calls the entry function; nil when the adapter has another version of the contract.
    func table() -> UnsafePointer<oyster_stream_engine>? { entry(OYSTER_STREAM_ENGINE_ABI) }
}

/// Errors of the dynamic loader as texts for a log: with names of files, without directories.
enum DynamicLoaderError {
    /// The latest error on the calling thread.
    static var latest: String {
        dlerror().map { withoutFolders(String(cString: $0)) } ?? "no reason"
    }

    static func withoutFolders(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.split(separator: "/").last ?? $0 }
            .joined(separator: " ")
    }
}
