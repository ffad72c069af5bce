// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform

/// Versioned structs from the host: `size` comes first, `reserved` last.
enum HostStruct {
    /// Reads a struct with `VersionedStruct.read`; 109012 unless its `reserved` is NULL.
    static func read<Struct: BitwiseCopyable>(
        _ pointer: UnsafePointer<Struct>?,
        reserved: (Struct) -> UnsafeMutableRawPointer?
    ) throws(OysterSDKError) -> Struct {
        let copy = try VersionedStruct.read(pointer)
        guard reserved(copy) == nil else {
            throw OysterSDKError(OysterErrorCode.unknownField, cause: "reserved is not NULL")
        }
        return copy
    }
}
