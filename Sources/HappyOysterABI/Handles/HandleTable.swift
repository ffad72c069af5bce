// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// What a handle of the C interface stands for.
enum HandleKind: UInt64, CaseIterable {
    case engine = 1
    case travel
    case videoView
    case frame
}

/// A handle taken apart: kind, place, and which life of that place.
///
/// As a pointer value: generation in the upper bits, then 24 bits of place, then 4 bits of kind.
struct Handle: Equatable {
    let kind: HandleKind
    let index: Int
    let generation: UInt32

    init(kind: HandleKind, index: Int, generation: UInt32) {
        self.kind = kind
        self.index = index
        self.generation = generation
    }

    /// Nil for what was never given out; generation 0 stands for places that are not in use.
    init?(_ pointer: OpaquePointer?) {
        let bits = UInt64(UInt(bitPattern: pointer))
        guard let kind = HandleKind(rawValue: bits & 0xF), bits >> 60 == 0, bits >> 28 != 0
        else { return nil }
        self.kind = kind
        index = Int((bits >> 4) & 0xFF_FFFF)
        generation = UInt32(truncatingIfNeeded: bits >> 28)
    }

    var pointer: OpaquePointer? {
        let bits = kind.rawValue | UInt64(index) << 4 | UInt64(generation) << 28
        return OpaquePointer(bitPattern: UInt(bits))
    }
}

/// Objects of one kind by handle; stale and foreign handles find nothing.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct Slot {
        var generation: UInt32 = 1
        var object: Object?
    }

    private struct State {
        var slots: [Slot] = []
        var free: [Int] = []
    }

    private let kind: HandleKind
    private let capacity: Int
    private let lastGeneration: UInt32
    private let state = Lock(State())

    init(kind: HandleKind, capacity: Int, lastGeneration: UInt32 = .max) {
        self.kind = kind
        self.capacity = capacity
        self.lastGeneration = lastGeneration
    }

    /// Makes an object and its handle; nil when the table is full or `make` gives nothing.
    ///
    /// `make` runs under the lock: it only builds.
    func insert(_ make: (Handle) -> Object?) -> Handle? {
        state.withLock { state in
            let index = state.free.last ?? state.slots.count
            guard index < capacity else { return nil }
            let isNew = index == state.slots.count
            let generation = isNew ? 1 : state.slots[index].generation
            let handle = Handle(kind: kind, index: index, generation: generation)
            guard let object = make(handle) else { return nil }
            if isNew {
                state.slots.append(Slot(object: object))
            } else {
                state.free.removeLast()
                state.slots[index].object = object
            }
            return handle
        }
    }

    func object(_ handle: Handle) -> Object? {
        guard handle.kind == kind else { return nil }
        return state.withLock { state in
            guard handle.index < state.slots.count,
                state.slots[handle.index].generation == handle.generation
            else { return nil }
            return state.slots[handle.index].object
        }
    }

    /// Takes an object out; its handle is stale from now on.
    func remove(_ handle: Handle) -> Object? {
        guard handle.kind == kind else { return nil }
        return state.withLock { state in
            guard handle.index < state.slots.count,
                state.slots[handle.index].generation == handle.generation,
                let object = state.slots[handle.index].object
            else { return nil }
            state.slots[handle.index].object = nil
            // A place whose generations are used up is never used again.
            if state.slots[handle.index].generation < lastGeneration {
                state.slots[handle.index].generation += 1
                state.free.append(handle.index)
            } else {
                state.slots[handle.index].generation = 0
            }
            return object
        }
    }

    var all: [Object] { state.withLock { $0.slots.compactMap(\.object) } }
}
