// SPDX-License-Identifier: Apache-2.0
// libFuzzer with the target that OYSTER_FUZZ_TARGET names; see scripts/fuzz.
import Glibc
import OysterFuzzTargets

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private let target = getenv("OYSTER_FUZZ_TARGET")
    .flatMap { FuzzTarget(rawValue: String(cString: $0)) }

guard target != nil else {
    print("OYSTER_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))")
    exit(2)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = runDriver(&count, &arguments) { bytes, size in
    target?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
}
exit(status)
