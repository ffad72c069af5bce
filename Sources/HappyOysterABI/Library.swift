// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading
import HappyOysterWorld
import Synchronization

/// The process-wide state of the library: the handle tables, the log, and the runtime.
///
/// These are the only globals. Loading the library creates none of them: each is created at its
/// first use, and the threads start with the first engine.
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
    static let sessions = HandleTable<SessionObject>(kind: .session, capacity: capacity)
    static let commandSlots = CommandSlotTable(capacity: capacity)
    static var log: LogHub { runtime.log }
    static let logHandler = LogHandlerObject()

    private static let runtime = LazyRuntime()
    private static let shared = Lock<Handle?>(nil)
    private static let shutDown = Atomic(false)

    static var isShutDown: Bool { shutDown.load(ordering: .sequentiallyConsistent) }

    /// A number that no other travel, session or listener of the process has.
    static func nextNumber() -> UInt64 { runtime.nextNumber() }

    /// The runtime; starts it when this is the first use.
    static func start() throws(OysterSDKError) -> LibraryRuntime {
        // Copied before the process can be a forked child that is refused.
        _ = StaticText.of("")
        guard let running = runtime.start() else {
            throw OysterSDKError(OysterErrorCode.outOfResources)
        }
        return running
    }

    /// The runtime; nil before the first use.
    static var running: LibraryRuntime? { runtime.running }

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

    /// The error of a full handle table, 109007.
    static func isFull(_ objects: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.limitReached,
            cause: "\(capacity) \(objects) exist, which is the limit of a process"
        )
    }

    /// Refuses every function with 109008 from now on.
    static func refuseCalls() { shutDown.store(true, ordering: .sequentiallyConsistent) }
}
