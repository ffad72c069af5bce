// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import Glibc
import HappyOysterCore
import HappyOysterStream

/// The shared object of an adapter, loaded for good, with its entry function not yet called.
///
/// `@unchecked Sendable`: the pointer is constant and the object is never unloaded.
struct AdapterLibrary: @unchecked Sendable {
    private let entry: oyster_stream_engine_entry_fn

    /// Why a shared object is no adapter: a text for the host, without folders.
    struct Problem: Error {
        let text: String
    }

    /// Loads a shared object, which may take long: not for the event loop.
    init(path: String) throws(Problem) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw Problem(text: "the stream engine cannot be loaded: \(DynamicLoaderError.last)")
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

    /// Calls the entry function; nil for another contract.
    func table() -> UnsafePointer<oyster_stream_engine>? { entry(OYSTER_STREAM_ENGINE_ABI) }
}
