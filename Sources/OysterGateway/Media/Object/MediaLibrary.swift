// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import Glibc

/// Why there is no media.
package struct MediaProblem: Error, Equatable {
    package let message: String
}

/// The shared object that sends pictures: `gateway_media.h` in its loaded form.
///
/// `@unchecked Sendable`: the table is constant, and the object is never unloaded.
package struct MediaLibrary: @unchecked Sendable {
    let table: UnsafePointer<oyster_gateway_media>
}

extension MediaLibrary {
    private static let file = "oyster-gateway-webrtc.so"
    /// Names the one object to load, instead of those that would be looked for.
    private static let variable = "OYSTER_GATEWAY_MEDIA"

    /// Loads the object from the first place where there is one.
    package static func load() throws(MediaProblem) -> MediaLibrary {
        if let path = getenv(variable).flatMap({ String(validatingCString: $0) }), !path.isEmpty {
            return try load(path)
        }
        let program = folderOfProgram()
        let places = ["", "../lib/", "../lib/happyoyster/"].map { "\(program)/\($0)\(file)" }
        return try load(places.first { access($0, R_OK) == 0 } ?? file)
    }

    static func load(_ path: String) throws(MediaProblem) -> MediaLibrary {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().flatMap { String(validatingCString: $0) }
            throw MediaProblem(message: reason ?? "\(path): cannot be loaded")
        }
        guard let symbol = dlsym(library, OYSTER_GATEWAY_MEDIA_ENTRY) else {
            throw MediaProblem(message: "\(path): has no entry function")
        }
        let entry = unsafeBitCast(symbol, to: oyster_gateway_media_entry_fn.self)
        var problem: UnsafePointer<CChar>?
        guard let table = entry(OYSTER_GATEWAY_MEDIA_ABI, &problem) else {
            let reason = problem.flatMap { String(validatingCString: $0) }
            throw MediaProblem(message: "\(path): \(reason ?? "refuses")")
        }
        let functions = table.pointee
        guard functions.abi == OYSTER_GATEWAY_MEDIA_ABI, functions.open != nil,
            functions.push != nil, functions.send != nil, functions.close != nil,
            functions.count != nil
        else { throw MediaProblem(message: "\(path): is of another version") }
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
