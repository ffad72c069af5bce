// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterThreading

/// One client that watches.
///
/// `push`, `send` and `close` belong to one thread at a time; what the object tells comes from its
/// own threads and never calls back into it.
final class Viewer: Sendable {
    /// Where news go, on threads of the object.
    struct Ears: Sendable {
        /// The SDP answer, nil when the offer cannot be answered.
        var answered: @Sendable (String?) -> Void
        /// A text from a data channel, nil when it is not UTF-8.
        var message: @Sendable (String?, _ isReliable: Bool) -> Void
        /// Something changed that the pump wants to see soon.
        var changed: @Sendable () -> Void
        /// Last, once, after `close`: the object has freed the viewer.
        var closed: @Sendable (Viewer) -> Void = { _ in }
    }

    private struct State {
        var handle: OpaquePointer?
        var isConnected = false
        var isLost = false
        var isUnwanted = false
        /// Nil from `closed` on: the callbacks hold the broadcast and the pending answer, and those
        /// must not live as long as the last reference to a viewer.
        var ears: Ears?
    }

    let id: String
    private let library: MediaLibrary
    private let state: Condition<State>
    private let live = LiveObject("Viewer")

    init(id: String, library: MediaLibrary, ears: Ears) {
        self.id = id
        self.library = library
        state = Condition(State(ears: ears))
    }

    /// Whether media flows.
    var isConnected: Bool { state.withLock { $0.isConnected && !$0.isLost } }

    /// Whether it is time to close: the client is gone, or was asked to go.
    var isOver: Bool { state.withLock { $0.isLost || $0.isUnwanted } }

    /// Marks the viewer for closing by the thread that it belongs to.
    func dismiss() {
        state.withLock { $0.isUnwanted = true }
        ears?.changed()
    }

    /// Begins to answer an offer; false when the object refuses.
    func open(offer: String, options: oyster_media_options) -> Bool {
        guard let open = library.table.pointee.open else { return false }
        let context = Unmanaged.passRetained(self)
        var options = options
        var events = oyster_media_events(
            context: context.toOpaque(),
            answered: { Viewer.from($0)?.hear(answer: $1) },
            connected: { Viewer.from($0)?.hearConnected() },
            message: { Viewer.from($0)?.hear(text: $1, isReliable: $2) },
            lost: { context, _ in Viewer.from(context)?.hearLost() },
            closed: { Viewer.forget($0) }
        )
        guard let handle = open(offer, &options, &events) else {
            context.release()
            return false
        }
        state.withLock { $0.handle = handle }
        return true
    }

    /// Sends a picture; false when the viewer does not take it now.
    func push(_ picture: UnsafeRawBufferPointer) -> Bool {
        guard let handle = state.withLock({ $0.handle }), let push = library.table.pointee.push,
            let bytes = picture.bindMemory(to: UInt8.self).baseAddress
        else { return false }
        return push(handle, bytes, picture.count)
    }

    func send(_ text: String) {
        guard let handle = state.withLock({ $0.handle }) else { return }
        library.table.pointee.send?(handle, text)
    }

    /// Begins to close; nothing is pushed or sent afterwards.
    func close() {
        guard let handle = state.withLock({ $0.handle.take() }) else { return }
        library.table.pointee.close?(handle)
    }
}

extension Viewer {
    /// The callbacks, nil once the object has closed.
    private var ears: Ears? { state.withLock { $0.ears } }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Viewer? {
        context.map { Unmanaged<Viewer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func forget(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let viewer = Unmanaged<Viewer>.fromOpaque(context).takeRetainedValue()
        // Called outside the lock: the callback takes the broadcast's.
        viewer.state.withLock { $0.ears.take() }?.closed(viewer)
    }

    private func hear(answer: UnsafePointer<CChar>?) {
        let sdp = answer.flatMap { String(validatingCString: $0) }
        if sdp == nil { hearLost() }
        ears?.answered(sdp)
    }

    private func hearConnected() {
        state.withLock { $0.isConnected = true }
        ears?.changed()
    }

    private func hear(text: UnsafePointer<CChar>?, isReliable: Bool) {
        guard let text else { return }
        ears?.message(String(validatingCString: text), isReliable)
    }

    private func hearLost() {
        state.withLock { $0.isLost = true }
        ears?.changed()
    }
}
