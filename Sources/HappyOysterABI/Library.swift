// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// The process-wide state of the library: the handle tables, the log, and the running runtime.
///
/// The only globals. Loading makes none of them: they come to life when first used, and the threads
/// only with the first engine.
enum Library {
    static let capacity = 4096

    static let engines = HandleTable<EngineObject>(kind: .engine, capacity: capacity)
    static let travels = HandleTable<TravelObject>(
        kind: .travel,
        capacity: capacity,
        lastGeneration: CommandSlot.lastGeneration
    )
    static let views = HandleTable<ViewObject>(kind: .videoView, capacity: capacity)
    static let frames = HandleTable<FrameObject>(kind: .frame, capacity: 1 << 20)
    static let commandSlots = CommandSlotTable(capacity: capacity)
    static let log = LogHub(.ofProcess)
    static let logHandler = LogHandlerObject()

    private static let runtime = Lock<LibraryRuntime?>(nil)
    private static let shared = Lock<Handle?>(nil)
    private static let shutDown = Atomic(false)
    private static let lastNumber = Atomic<UInt64>(0)

    static var isShutDown: Bool { shutDown.load(ordering: .sequentiallyConsistent) }

    /// A number that no other travel or subscription of the process has.
    static func nextNumber() -> UInt64 {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// The runtime; starts it when this is the first use.
    static func start() throws(OysterSDKError) -> LibraryRuntime {
        _ = StaticText.of("")  // before any fork that counts
        let running = runtime.withLock { runtime in
            if runtime == nil { runtime = LibraryRuntime(log: log) }
            return runtime
        }
        guard let running else { throw OysterSDKError(OysterErrorCode.outOfResources) }
        return running
    }

    /// The runtime if it runs.
    static var running: LibraryRuntime? { runtime.withLock { $0 } }

    static func sharedEngine() throws(OysterSDKError) -> Handle {
        let runtime = try start()
        let handle = shared.withLock { shared in
            if shared == nil {
                shared = engines.insert { EngineObject(handle: $0, runtime: runtime) }
            }
            return shared
        }
        guard let handle else { throw isFull("engines") }
        return handle
    }

    static func isShared(_ handle: Handle) -> Bool { shared.withLock { $0 == handle } }

    /// 109007 for a table of handles that is full.
    static func isFull(_ objects: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.limitReached,
            cause: "\(capacity) \(objects) exist, which is the limit of a process"
        )
    }

    /// From now on every function is refused with 109008.
    static func refuseCalls() { shutDown.store(true, ordering: .sequentiallyConsistent) }
}
