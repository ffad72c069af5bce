// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
import Glibc

extension HTTPRequest {
    /// Reads method and header fields from libmicrohttpd.
    mutating func readHead(
        _ connection: OpaquePointer,
        _ method: UnsafePointer<CChar>?,
        _ version: UnsafePointer<CChar>?
    ) {
        let reader = HeadReader(self)
        reader.request.method = method.flatMap { String(validatingCString: $0) } ?? ""
        reader.request.isCurrent = version.map { strcmp($0, "HTTP/1.0") != 0 } ?? false
        reader.request.headSize = oyster_mhd_head_size(connection)
        MHD_get_connection_values(
            connection,
            .HEADER_KIND,
            { context, _, name, value in
                guard let context, let name else { return .YES }
                let reader = Unmanaged<HeadReader>.fromOpaque(context).takeUnretainedValue()
                guard let field = HeadReader.field(name) else { return .YES }
                reader.request.add(field, value.map { String(validatingCString: $0) } ?? "")
                return .YES
            },
            Unmanaged.passUnretained(reader).toOpaque()
        )
        self = reader.request
    }
}

/// A request whose head is being read.
private final class HeadReader {
    var request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }

    /// The field that a name of any case means; nil for one that the server does not read.
    static func field(_ name: UnsafePointer<CChar>) -> HTTPRequest.Field? {
        String(validatingCString: name).flatMap { HTTPRequest.Field(rawValue: $0.lowercased()) }
    }
}
