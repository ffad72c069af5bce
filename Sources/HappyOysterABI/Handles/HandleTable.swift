// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// What a handle of the C interface stands for.
enum HandleKind: UInt64, CaseIterable {
    case engine = 1
    case travel
    case videoView
    case frame
    case session
}

/// The parts of a handle: its kind, the index of its slot in the table, and the slot's generation.
///
/// As a pointer value: bits 0 to 3 kind, bits 4 to 27 index, bits 28 to 59 generation.
struct Handle: Equatable {
    let kind: HandleKind
    let index: Int
    let generation: UInt32

    init(kind: HandleKind, index: Int, generation: UInt32) {
        self.kind = kind
        self.index = index
        self.generation = generation
    }

    /// Nil for a value that the table never returned; a slot with generation 0 is not in use.
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

/// Objects of one kind by handle; a stale or foreign handle finds none.
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

    /// Makes an object and its handle; nil when the table is full or `make` returns nil.
    ///
    /// `make` runs under the lock and must only build the object.
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

    /// Removes an object; its handle is stale from now on.
    func remove(_ handle: Handle) -> Object? {
        guard handle.kind == kind else { return nil }
        return state.withLock { state in
            guard handle.index < state.slots.count,
                state.slots[handle.index].generation == handle.generation,
                let object = state.slots[handle.index].object
            else { return nil }
            state.slots[handle.index].object = nil
            // A slot whose generations are used up is never used again.
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
