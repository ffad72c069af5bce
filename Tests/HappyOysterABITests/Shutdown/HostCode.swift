// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport

/// Every way in which the library runs code of the host.
enum HostCode: String, CaseIterable, Codable, Sendable {
    case eventOnLibraryThread, doneOnLibraryThread, frame, audio, log
    case eventInDispatch, doneInDispatch, doneInDispatchOfDestroyedEngine, doneInDestroy
    case releaseInTravelRelease, releaseInRemoveListener, releaseInDestroy
    case releaseInFrameCallback, releaseInAudioCallback, releaseInLogHandler

    /// Makes a thread run this code, which blocks until the blocker's gate opens.
    func occupy(_ blocker: BlockingCallback, _ fixture: HostFixture) throws {
        let travel = try fixture.makeTravel()
        switch self {
        case .eventOnLibraryThread, .doneOnLibraryThread, .frame, .audio, .log:
            try occupyLibraryThread(blocker, fixture, travel)
        case .eventInDispatch, .doneInDispatch, .doneInDispatchOfDestroyedEngine, .doneInDestroy:
            try occupyHostDelivery(blocker, fixture, travel)
        default: try occupyRelease(blocker, fixture, travel)
        }
        try require(blocker.inside.wait(), "no thread is inside")
    }

    private func occupyLibraryThread(
        _ blocker: BlockingCallback,
        _ fixture: HostFixture,
        _ travel: OpaquePointer
    ) throws {
        let context = blocker.context
        var id: UInt64 = 0
        switch self {
        case .eventOnLibraryThread:
            oyster_travel_add_listener(travel, BlockingCallback.event, context, nil, &id)
            oyster_travel_start(travel, nil, nil, nil)
        case .doneOnLibraryThread: oyster_travel_pause(travel, BlockingCallback.done, context)
        case .frame:
            oyster_video_view_set_frame_callback(
                HostCode.view(travel),
                .OYSTER_PIXEL_FORMAT_I420,
                BlockingCallback.frame,
                context,
                nil,
                nil
            )
            oyster_travel_start(travel, nil, nil, nil)
        case .audio:
            oyster_travel_set_audio_callback(travel, BlockingCallback.audio, context, nil, nil)
            oyster_travel_start(travel, nil, nil, nil)
        default:
            oyster_log_set_handler(BlockingCallback.log, context, nil, nil)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            oyster_travel_start(travel, nil, nil, nil)
        }
    }

    private func occupyHostDelivery(
        _ blocker: BlockingCallback,
        _ fixture: HostFixture,
        _ travel: OpaquePointer
    ) throws {
        // An engine of its own, since the shared engine cannot be destroyed.
        let engine = fixture.engine
        nonisolated(unsafe) let host = engine
        oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST)
        let context = blocker.context
        var id: UInt64 = 0
        if self == .eventInDispatch {
            oyster_travel_add_listener(travel, BlockingCallback.event, context, nil, &id)
            oyster_travel_start(travel, nil, nil, nil)
        } else {
            oyster_travel_pause(travel, BlockingCallback.done, context)
        }
        let isDestroy = self == .doneInDestroy
        _ = TestThread {
            if isDestroy {
                oyster_engine_destroy(host, nil)
            } else {
                oyster_engine_dispatch(host, 20_000, nil)
            }
        }
        try require(blocker.inside.wait(), "no thread is inside")
        if self == .doneInDispatchOfDestroyedEngine {
            var outcome = oyster_release_outcome.OYSTER_RELEASE_COMPLETE
            oyster_engine_destroy(engine, &outcome)
            try require(outcome == .OYSTER_RELEASE_DEFERRED, "deferred")
        }
    }

    private func occupyRelease(
        _ blocker: BlockingCallback,
        _ fixture: HostFixture,
        _ travel: OpaquePointer
    ) throws {
        nonisolated(unsafe) let (engine, host) = (fixture.engine, travel)
        nonisolated(unsafe) let view = HostCode.view(travel)
        let context = blocker.context
        var id: UInt64 = 0
        let giveBack: @Sendable () -> Void
        switch self {
        case .releaseInTravelRelease:
            oyster_travel_add_listener(
                travel,
                BlockingCallback.noEvent,
                context,
                BlockingCallback.release,
                &id
            )
            giveBack = { oyster_travel_release(host, nil) }
        case .releaseInRemoveListener:
            oyster_travel_add_listener(
                travel,
                BlockingCallback.noEvent,
                context,
                BlockingCallback.release,
                &id
            )
            giveBack = { [id] in oyster_travel_remove_listener(host, id, nil) }
        case .releaseInDestroy:
            oyster_travel_add_listener(
                travel,
                BlockingCallback.noEvent,
                context,
                BlockingCallback.release,
                &id
            )
            giveBack = { oyster_engine_destroy(engine, nil) }
        case .releaseInFrameCallback:
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
            oyster_video_view_set_frame_callback(
                view,
                format,
                BlockingCallback.noFrame,
                context,
                BlockingCallback.release,
                nil
            )
            giveBack = { oyster_video_view_set_frame_callback(view, format, nil, nil, nil, nil) }
        case .releaseInAudioCallback:
            let release = BlockingCallback.release
            oyster_travel_set_audio_callback(
                travel,
                BlockingCallback.noAudio,
                context,
                release,
                nil
            )
            giveBack = { oyster_travel_set_audio_callback(host, nil, nil, nil, nil) }
        default:
            oyster_log_set_handler(BlockingCallback.noLog, context, BlockingCallback.release, nil)
            giveBack = { oyster_log_set_handler(nil, nil, nil, nil) }
        }
        _ = TestThread { giveBack() }
    }

    private static func view(_ travel: OpaquePointer) -> OpaquePointer? {
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        return view
    }
}
