// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Versioned structs from the host: the size comes first.
enum HostStruct {
    /// Reads a struct that has not grown: 109002 for NULL or a smaller size.
    ///
    /// A larger size is a newer host's; its further fields are not known here and not read.
    static func read<Struct: BitwiseCopyable>(_ pointer: UnsafePointer<Struct>?)
        throws(OysterSDKError) -> Struct
    {
        guard let pointer, try size(of: pointer) >= MemoryLayout<Struct>.size
        else { throw OysterSDKError(OysterErrorCode.invalidArgument) }
        return pointer.pointee
    }

    /// Reads a struct that has grown since its first version, over the defaults for the rest.
    ///
    /// 109002 for NULL or a size below the first version's. A field of which a part is missing is
    /// missing; fields that were added are of four bytes.
    static func read<Struct: BitwiseCopyable>(
        _ pointer: UnsafePointer<Struct>?,
        first: Int,
        over defaults: Struct
    ) throws(OysterSDKError) -> Struct {
        guard let pointer else { throw OysterSDKError(OysterErrorCode.invalidArgument) }
        let size = try size(of: pointer)
        guard size >= first else { throw OysterSDKError(OysterErrorCode.invalidArgument) }
        let known = min(size - size % 4, MemoryLayout<Struct>.size)
        var copy = defaults
        withUnsafeMutableBytes(of: &copy) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: known))
        }
        return copy
    }

    private static func size<Struct>(of pointer: UnsafePointer<Struct>) throws(OysterSDKError)
        -> Int
    {
        guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Struct>.alignment) == 0 else {
            throw OysterSDKError(OysterErrorCode.invalidArgument)
        }
        return Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
    }
}
