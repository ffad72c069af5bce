// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// What every exported function that can fail does first: check the process, resolve handles, and
/// turn errors into codes.
enum CBoundary {
    /// Runs a body unless the process is a forked child or was shut down.
    ///
    /// The result is a number only, so the cause of a refusal goes to the log.
    static func call(
        _ function: StaticString = #function,
        isLogged: Bool = true,
        _ body: () throws(OysterSDKError) -> Void
    ) -> oyster_result {
        ForkGuard.correctThread()
        if ForkGuard.isForked { return oyster_result(OysterErrorCode.forked) }
        do {
            // Counted before the check, so that a shutdown waits for every call that passes the
            // check.
            return try ActiveCalls.run { () throws(OysterSDKError) in
                if Library.isShutDown { throw OysterSDKError(OysterErrorCode.shutDown) }
                try body()
                return 0
            }
        } catch {
            if isLogged, error.hasCause { RefusalLog.report(error, of: function) }
            return oyster_result(error.code)
        }
    }

    /// The engine of a handle; 109001 for anything else.
    static func engine(_ pointer: OpaquePointer?) throws(OysterSDKError) -> EngineObject {
        try object(pointer, in: Library.engines)
    }

    static func travel(_ pointer: OpaquePointer?) throws(OysterSDKError) -> TravelObject {
        try object(pointer, in: Library.travels)
    }

    static func view(_ pointer: OpaquePointer?) throws(OysterSDKError) -> ViewObject {
        try object(pointer, in: Library.views)
    }

    static func frame(_ pointer: OpaquePointer?) throws(OysterSDKError) -> FrameObject {
        try object(pointer, in: Library.frames)
    }

    static func session(_ pointer: OpaquePointer?) throws(OysterSDKError) -> SessionObject {
        try object(pointer, in: Library.sessions)
    }

    /// An output pointer that must not be NULL; the error calls it by `name`.
    static func output<Value>(
        _ pointer: UnsafeMutablePointer<Value>?,
        _ name: StaticString
    ) throws(OysterSDKError) -> UnsafeMutablePointer<Value> {
        guard let pointer else { throw invalid("\(name) is NULL") }
        return pointer
    }

    /// Passes a JSON tree to the host, which owns it.
    static func give(
        _ json: JSONValue,
        to output: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?,
        _ name: StaticString
    ) throws(OysterSDKError) {
        let output = try self.output(output, name)
        guard let tree = HostTree.make(json) else {
            throw OysterSDKError(OysterErrorCode.outOfResources)
        }
        output.pointee = UnsafeMutablePointer(tree)
    }

    /// 109002; the cause names the argument and its range, without the value: each cause has its own
    /// entry in `RefusalLog`.
    static func invalid(_ cause: String) -> OysterSDKError {
        OysterSDKError(OysterErrorCode.invalidArgument, cause: cause)
    }

    /// 109002 for a number that is outside its range.
    static func outside<Number>(_ name: StaticString, _ range: ClosedRange<Number>)
        -> OysterSDKError
    {
        invalid("\(name) is not within \(range.lowerBound) and \(range.upperBound)")
    }

    /// Refuses a number that is outside its range.
    static func check<Number: BinaryInteger>(
        _ value: UInt32,
        _ name: StaticString,
        _ range: ClosedRange<Number>
    ) throws(OysterSDKError) {
        guard range.lowerBound <= value, value <= range.upperBound else {
            throw outside(name, range)
        }
    }

    /// How long a call of the host waits; 109002 for more than a minute.
    static func timeout(_ milliseconds: UInt32) throws(OysterSDKError) -> Duration {
        try check(milliseconds, "timeout_ms", 0...60_000)
        return .milliseconds(milliseconds)
    }

    /// The time (monotonic) at which a call of the host stops waiting; 109002 for more than a
    /// minute.
    static func deadline(_ milliseconds: UInt32) throws(OysterSDKError) -> Duration {
        try SystemClock.monotonic + timeout(milliseconds)
    }

    /// The error of a wait that ended early: 109008 after a shutdown, else `code`.
    static func interruption(_ code: Int) -> OysterSDKError {
        OysterSDKError(Library.isShutDown ? OysterErrorCode.shutDown : code)
    }

    /// A descriptor for the host; 109001 when its owner is closed, 109011 when the system refuses a
    /// descriptor.
    static func descriptor(_ number: Int32?, isClosed: Bool) throws(OysterSDKError) -> Int32 {
        if let number { return number }
        throw OysterSDKError(
            isClosed ? OysterErrorCode.invalidHandle : OysterErrorCode.outOfResources
        )
    }

    private static func object<Object>(
        _ pointer: OpaquePointer?,
        in table: HandleTable<Object>
    ) throws(OysterSDKError) -> Object {
        guard let handle = Handle(pointer), let object = table.object(handle) else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
        return object
    }
}

extension oyster_release_outcome {
    init(_ outcome: ReleaseOutcome) {
        self = outcome == .complete ? .OYSTER_RELEASE_COMPLETE : .OYSTER_RELEASE_DEFERRED
    }
}
