// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Versioned structs from the host: the size comes first.
enum HostStruct {
    /// Reads a struct: 109002 for NULL or a size below the first version's.
    ///
    /// A larger size is a newer host's; its further fields are not known here and not read.
    static func read<Struct: BitwiseCopyable>(_ pointer: UnsafePointer<Struct>?)
        throws(OysterSDKError) -> Struct
    {
        guard let pointer,
            UInt(bitPattern: pointer) % UInt(MemoryLayout<Struct>.alignment) == 0,
            UnsafeRawPointer(pointer).load(as: UInt32.self) >= MemoryLayout<Struct>.size
        else { throw OysterSDKError(OysterErrorCode.invalidArgument) }
        return pointer.pointee
    }
}
