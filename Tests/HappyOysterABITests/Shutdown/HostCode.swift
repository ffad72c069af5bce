// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport

/// Every way in which the library runs code of the host.
enum HostCode: String, CaseIterable, Codable, Sendable {
    case eventOnLibraryThread, doneOnLibraryThread, frame, audio, log
    case eventInDispatch, doneInDispatch, doneInDispatchOfDestroyedEngine, doneInDestroy
    case releaseInTravelRelease, releaseInUnsubscribe, releaseInDestroy
    case releaseInFrameCallback, releaseInAudioCallback, releaseInLogHandler

    /// Makes a thread run this code; it stays inside until the occupant's gate opens.
    func occupy(_ occupant: Occupant, _ stage: Stage) throws {
        let travel = try stage.makeTravel()
        switch self {
        case .eventOnLibraryThread, .doneOnLibraryThread, .frame, .audio, .log:
            try occupyLibraryThread(occupant, stage, travel)
        case .eventInDispatch, .doneInDispatch, .doneInDispatchOfDestroyedEngine, .doneInDestroy:
            try occupyHostDelivery(occupant, stage, travel)
        default: try occupyRelease(occupant, stage, travel)
        }
        try require(occupant.inside.wait(), "no thread is inside")
    }

    private func occupyLibraryThread(
        _ occupant: Occupant,
        _ stage: Stage,
        _ travel: OpaquePointer
    ) throws {
        let context = occupant.context
        var id: UInt64 = 0
        switch self {
        case .eventOnLibraryThread:
            oyster_travel_add_listener(travel, Occupant.event, context, nil, &id)
            oyster_travel_start(travel, nil, nil, nil)
        case .doneOnLibraryThread: oyster_travel_pause(travel, Occupant.done, context)
        case .frame:
            oyster_video_view_set_frame_callback(
                HostCode.view(travel),
                .OYSTER_PIXEL_FORMAT_I420,
                Occupant.frame,
                context,
                nil,
                nil
            )
            oyster_travel_start(travel, nil, nil, nil)
        case .audio:
            oyster_travel_set_audio_callback(travel, Occupant.sound, context, nil, nil)
            oyster_travel_start(travel, nil, nil, nil)
        default:
            oyster_log_set_handler(Occupant.log, context, nil, nil)
            oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEBUG)
            oyster_travel_start(travel, nil, nil, nil)
        }
    }

    private func occupyHostDelivery(
        _ occupant: Occupant,
        _ stage: Stage,
        _ travel: OpaquePointer
    ) throws {
        // An engine of its own, which may be destroyed.
        let engine = stage.engine
        nonisolated(unsafe) let host = engine
        oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST)
        let context = occupant.context
        var id: UInt64 = 0
        if self == .eventInDispatch {
            oyster_travel_add_listener(travel, Occupant.event, context, nil, &id)
            oyster_travel_start(travel, nil, nil, nil)
        } else {
            oyster_travel_pause(travel, Occupant.done, context)
        }
        let isDestroy = self == .doneInDestroy
        _ = TestThread {
            if isDestroy {
                oyster_engine_destroy(host, nil)
            } else {
                oyster_engine_dispatch(host, 20_000, nil)
            }
        }
        try require(occupant.inside.wait(), "no thread is inside")
        if self == .doneInDispatchOfDestroyedEngine {
            var silence = oyster_release_outcome.OYSTER_RELEASE_COMPLETE
            oyster_engine_destroy(engine, &silence)
            try require(silence == .OYSTER_RELEASE_DEFERRED, "deferred")
        }
    }

    private func occupyRelease(
        _ occupant: Occupant,
        _ stage: Stage,
        _ travel: OpaquePointer
    ) throws {
        nonisolated(unsafe) let (engine, host) = (stage.engine, travel)
        nonisolated(unsafe) let view = HostCode.view(travel)
        let context = occupant.context
        var id: UInt64 = 0
        let giveBack: @Sendable () -> Void
        switch self {
        case .releaseInTravelRelease:
            oyster_travel_add_listener(travel, Occupant.noEvent, context, Occupant.release, &id)
            giveBack = { oyster_travel_release(host, nil) }
        case .releaseInUnsubscribe:
            oyster_travel_add_listener(travel, Occupant.noEvent, context, Occupant.release, &id)
            giveBack = { [id] in oyster_travel_remove_listener(host, id, nil) }
        case .releaseInDestroy:
            oyster_travel_add_listener(travel, Occupant.noEvent, context, Occupant.release, &id)
            giveBack = { oyster_engine_destroy(engine, nil) }
        case .releaseInFrameCallback:
            let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
            oyster_video_view_set_frame_callback(
                view,
                format,
                Occupant.noFrame,
                context,
                Occupant.release,
                nil
            )
            giveBack = { oyster_video_view_set_frame_callback(view, format, nil, nil, nil, nil) }
        case .releaseInAudioCallback:
            let release = Occupant.release
            oyster_travel_set_audio_callback(travel, Occupant.noSound, context, release, nil)
            giveBack = { oyster_travel_set_audio_callback(host, nil, nil, nil, nil) }
        default:
            oyster_log_set_handler(Occupant.noLog, context, Occupant.release, nil)
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
