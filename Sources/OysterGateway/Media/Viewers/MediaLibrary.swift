// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import Glibc

/// The reason why the media library cannot be loaded.
package struct MediaLoadError: Error, Equatable {
    package let message: String
}

/// The shared object that sends video: a loaded implementation of `gateway_media.h`.
///
/// `@unchecked Sendable`: the table is constant, and the object is never unloaded.
package struct MediaLibrary: @unchecked Sendable {
    let table: UnsafePointer<oyster_gateway_media>
}

extension MediaLibrary {
    private static let file = "oyster-gateway-webrtc.so"
    /// The environment variable with the path of the object, which relocations the search.
    private static let variable = "OYSTER_GATEWAY_MEDIA"

    /// Loads the object from the first location where it exists.
    package static func load() throws(MediaLoadError) -> MediaLibrary {
        if let path = getenv(variable).flatMap({ String(validatingCString: $0) }), !path.isEmpty {
            return try load(path)
        }
        let program = folderOfProgram()
        let locations = ["", "../lib/", "../lib/happyoyster/"].map { "\(program)/\($0)\(file)" }
        return try load(locations.first { access($0, R_OK) == 0 } ?? file)
    }

    static func load(_ path: String) throws(MediaLoadError) -> MediaLibrary {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().flatMap { String(validatingCString: $0) }
            throw MediaLoadError(message: reason ?? "\(path): cannot be loaded")
        }
        guard let symbol = dlsym(library, OYSTER_GATEWAY_MEDIA_ENTRY) else {
            throw MediaLoadError(message: "\(path): has no entry function")
        }
        let entry = unsafeBitCast(symbol, to: oyster_gateway_media_entry_fn.self)
        var message: UnsafePointer<CChar>?
        guard let table = entry(OYSTER_GATEWAY_MEDIA_ABI, &message) else {
            let reason = message.flatMap { String(validatingCString: $0) }
            throw MediaLoadError(message: "\(path): \(reason ?? "cannot run")")
        }
        let functions = table.pointee
        guard functions.abi == OYSTER_GATEWAY_MEDIA_ABI, functions.open != nil,
            functions.push != nil, functions.send != nil, functions.close != nil,
            functions.count != nil
        else { throw MediaLoadError(message: "\(path): has another version") }
        return MediaLibrary(table: table)
    }

    private static func folderOfProgram() -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes {
            $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? 0
        }
        let path = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }
}
