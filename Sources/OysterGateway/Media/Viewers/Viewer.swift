// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterThreading

/// The callbacks of a viewer, which run on threads of the media library.
struct ViewerCallbacks: Sendable {
    /// The SDP answer, nil when the offer cannot be answered.
    var answered: @Sendable (String?) -> Void
    /// A text from a data channel, nil when it is not UTF-8.
    var message: @Sendable (String?, _ isReliable: Bool) -> Void
    /// The state has changed; the broadcast should check it.
    var changed: @Sendable () -> Void
    /// The last callback, once after `close`: the media library has freed the viewer.
    var closed: @Sendable (Viewer) -> Void = { _ in }
}

/// One viewer of a travel: a peer connection of the media library.
///
/// Call `push`, `send` and `close` from one thread at a time. The callbacks run on threads of the
/// media library and do not call into it.
final class Viewer: Sendable {
    private struct State {
        var handle: OpaquePointer?
        var isConnected = false
        var isLost = false
        var isDismissed = false
        /// Nil after `closed`: the callbacks hold the broadcast and the deferred response, which
        /// must not live as long as the viewer.
        var callbacks: ViewerCallbacks?
    }

    let id: String
    private let library: MediaLibrary
    private let state: Condition<State>
    private let live = LiveObject("Viewer")

    init(id: String, library: MediaLibrary, callbacks: ViewerCallbacks) {
        self.id = id
        self.library = library
        state = Condition(State(callbacks: callbacks))
    }

    /// Whether the peer connection is established.
    var isConnected: Bool { state.withLock { $0.isConnected && !$0.isLost } }

    /// Whether to close the viewer: the client has disconnected, or `dismiss` was called.
    var isOver: Bool { state.withLock { $0.isLost || $0.isDismissed } }

    /// Marks the viewer; its thread then closes it.
    func dismiss() {
        state.withLock { $0.isDismissed = true }
        callbacks?.changed()
    }

    /// Starts to answer an offer; false when the media library refuses.
    func open(offer: String, options: oyster_media_options) -> Bool {
        guard let open = library.table.pointee.open else { return false }
        let context = Unmanaged.passRetained(self)
        var options = options
        var events = oyster_media_events(
            context: context.toOpaque(),
            answered: { Viewer.from($0)?.receive(answer: $1) },
            connected: { Viewer.from($0)?.receiveConnected() },
            message: { Viewer.from($0)?.receive(text: $1, isReliable: $2) },
            lost: { context, _ in Viewer.from(context)?.receiveLost() },
            closed: { Viewer.finish($0) }
        )
        guard let handle = open(offer, &options, &events) else {
            context.release()
            return false
        }
        state.withLock { $0.handle = handle }
        return true
    }

    /// Sends a frame; false when the viewer is busy.
    func push(_ frame: UnsafeRawBufferPointer) -> Bool {
        guard let handle = state.withLock({ $0.handle }), let push = library.table.pointee.push,
            let bytes = frame.bindMemory(to: UInt8.self).baseAddress
        else { return false }
        return push(handle, bytes, frame.count)
    }

    func send(_ text: String) {
        guard let handle = state.withLock({ $0.handle }) else { return }
        library.table.pointee.send?(handle, text)
    }

    /// Starts to close; later calls of `push` and `send` have no effect.
    func close() {
        guard let handle = state.withLock({ $0.handle.take() }) else { return }
        library.table.pointee.close?(handle)
    }
}

extension Viewer {
    /// The callbacks, nil after `closed`.
    private var callbacks: ViewerCallbacks? { state.withLock { $0.callbacks } }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Viewer? {
        context.map { Unmanaged<Viewer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func finish(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let viewer = Unmanaged<Viewer>.fromOpaque(context).takeRetainedValue()
        // Outside the lock, since the callback takes the broadcast's lock.
        viewer.state.withLock { $0.callbacks.take() }?.closed(viewer)
    }

    private func receive(answer: UnsafePointer<CChar>?) {
        let sdp = answer.flatMap { String(validatingCString: $0) }
        if sdp == nil { receiveLost() }
        callbacks?.answered(sdp)
    }

    private func receiveConnected() {
        state.withLock { $0.isConnected = true }
        callbacks?.changed()
    }

    private func receive(text: UnsafePointer<CChar>?, isReliable: Bool) {
        guard let text else { return }
        callbacks?.message(String(validatingCString: text), isReliable)
    }

    private func receiveLost() {
        state.withLock { $0.isLost = true }
        callbacks?.changed()
    }
}
