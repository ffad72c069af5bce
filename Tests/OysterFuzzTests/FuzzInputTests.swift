// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import OysterFuzzTargets
import Testing

/// The committed inputs of the fuzz targets: hostile texts, and what libFuzzer once found.
@Suite struct FuzzInputTests {
    @Test(arguments: FuzzTarget.allCases)
    func `no committed input breaks a promise`(target: FuzzTarget) throws {
        let files = try Repository.files(in: "Tests/fuzz/inputs/\(target.rawValue)")
        #expect(!files.isEmpty)
        for file in files { target.run(try Repository.bytes(file)) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `no sample of the wire breaks a promise`(target: FuzzTarget) throws {
        for file in try Repository.files(in: "Tests/wire-samples") {
            let bytes = try Repository.bytes(file)
            target.run(bytes)
            // The envelope target takes its status from the first byte.
            for status: UInt8 in 0..<7 { target.run([status] + bytes) }
        }
    }
}
