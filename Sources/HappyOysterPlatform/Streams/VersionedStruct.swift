// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Structs that begin with their size and grow at their end.
package enum VersionedStruct {
    /// The largest size that is read; a larger one cannot be meant.
    private static let limit = 4096

    /// Reads a struct from C, whose fields beyond the known ones must be 0.
    ///
    /// 109002 for NULL, a wrong alignment, and a size that is too small or above the limit; 109012
    /// for a field that this version does not know.
    package static func read<Struct: BitwiseCopyable>(
        _ pointer: UnsafePointer<Struct>?
    ) throws(OysterSDKError) -> Struct {
        let pointer = try aligned(pointer)
        let (size, known) = (size(of: pointer), MemoryLayout<Struct>.size)
        guard size <= limit else { throw invalid("the struct's size is \(size)") }
        let rest = UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(known)
        guard rest.allSatisfy({ $0 == 0 }) else {
            throw OysterSDKError(
                OysterErrorCode.unknownField,
                cause: "a byte after the \(known) bytes that this version knows is not 0"
            )
        }
        return pointer.pointee
    }

    /// Checks a struct that the library is to fill: 109002 unless its size is large enough.
    package static func output<Struct: BitwiseCopyable>(
        _ pointer: UnsafeMutablePointer<Struct>?
    ) throws(OysterSDKError) -> UnsafeMutablePointer<Struct> {
        UnsafeMutablePointer(mutating: try aligned(pointer.map { UnsafePointer($0) }))
    }

    /// The pointer, to as many bytes as this version's struct has at least.
    private static func aligned<Struct>(
        _ pointer: UnsafePointer<Struct>?
    ) throws(OysterSDKError) -> UnsafePointer<Struct> {
        guard let pointer else { throw invalid("the struct is NULL") }
        guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Struct>.alignment) == 0 else {
            throw invalid("the struct is not aligned")
        }
        guard size(of: pointer) >= MemoryLayout<Struct>.size else {
            throw invalid("the struct's size is \(size(of: pointer))")
        }
        return pointer
    }

    private static func size<Struct>(of pointer: UnsafePointer<Struct>) -> Int {
        Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
    }

    private static func invalid(_ cause: String) -> OysterSDKError {
        OysterSDKError(OysterErrorCode.invalidArgument, cause: cause)
    }
}
