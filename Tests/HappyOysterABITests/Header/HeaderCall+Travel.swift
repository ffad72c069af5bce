// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterTestSupport

extension HeaderCall {
    /// Functions of a travel, its view and its audio; what changes the travel comes last.
    static func travelCalls() -> [HeaderCall] {
        reads() + settings() + audioReads() + operations()
    }

    private static func reads() -> [HeaderCall] {
        [
            plain("oyster_travel_status") { oyster_travel_status($0, nil) },
            plain("oyster_travel_status") { travel in
                var status = oyster_status.OYSTER_STATUS_IDLE
                return oyster_travel_status(travel, &status)
            },
            plain("oyster_travel_info") { oyster_travel_info($0, nil) },
            plain("oyster_travel_info") { travel in tree { oyster_travel_info(travel, $0) } },
            plain("oyster_travel_stats") { oyster_travel_stats($0, nil) },
            plain("oyster_travel_stats") { travel in tree { oyster_travel_stats(travel, $0) } },
            plain("oyster_travel_video_view") { oyster_travel_video_view($0, nil) },
            plain("oyster_travel_video_view") { travel in
                var view: OpaquePointer?
                return oyster_travel_video_view(travel, &view)
            },
        ]
    }

    private static func settings() -> [HeaderCall] {
        [
            plain("oyster_travel_add_listener") {
                oyster_travel_add_listener($0, BlockingCallback.noEvent, nil, nil, nil)
            },
            plain("oyster_travel_add_listener") { travel in
                var id: UInt64 = 0
                return oyster_travel_add_listener(travel, nil, nil, nil, &id)
            },
            plain("oyster_travel_remove_listener") { oyster_travel_remove_listener($0, 0, nil) },
            plain("oyster_travel_remove_listener") { travel in
                var id: UInt64 = 0
                let code = oyster_travel_add_listener(
                    travel,
                    BlockingCallback.noEvent,
                    nil,
                    nil,
                    &id
                )
                // The limit of listeners may be reached; then there is no such id.
                return oyster_travel_remove_listener(travel, code == 0 ? id : 0, nil)
            },
            plain("oyster_travel_add_listener") { travel in
                var id: UInt64 = 0
                return oyster_travel_add_listener(travel, BlockingCallback.noEvent, nil, nil, &id)
            },
            plain("oyster_travel_add_listener") { travel in
                var (id, last): (UInt64, oyster_result) = (0, 0)
                for _ in 0..<65 {
                    last = oyster_travel_add_listener(
                        travel,
                        BlockingCallback.noEvent,
                        nil,
                        nil,
                        &id
                    )
                }
                return last
            },
            plain("oyster_travel_set_audio_callback") {
                oyster_travel_set_audio_callback($0, BlockingCallback.noAudio, nil, nil, nil)
            },
            plain("oyster_travel_record") { oyster_travel_record($0, "") },
            plain("oyster_travel_record") { oyster_travel_record($0, nil) },
            plain("oyster_travel_pause_local_audio_capture") {
                oyster_travel_pause_local_audio_capture($0)
            },
            plain("oyster_travel_resume_local_audio_capture") {
                oyster_travel_resume_local_audio_capture($0)
            },
            plain("oyster_travel_send_command") {
                oyster_travel_send_command($0, strange(99), strange(0), strange(0))
            },
            plain("oyster_travel_send_command") {
                oyster_travel_send_command($0, strange(1), strange(0), strange(0))
            },
            plain("oyster_travel_flush_commands") { oyster_travel_flush_commands($0) },
        ]
    }

    /// The settings set a callback, so audio is read after the callback was removed.
    private static func audioReads() -> [HeaderCall] {
        let (read, descriptor) = ("oyster_travel_read_audio", "oyster_travel_audio_fd")
        return [
            plain(read) { readAudio($0, within: 0) },
            plain("oyster_travel_set_audio_callback") {
                oyster_travel_set_audio_callback($0, nil, nil, nil, nil)
            },
            plain(read) { oyster_travel_read_audio($0, nil, 0, 0, nil) },
            plain(read) { readAudio($0, within: 0) },
            plain(read) { readAudio($0, within: 20_000, isWanted: isRunning($0)) },
            plain(descriptor) { oyster_travel_audio_fd($0, nil) },
            plain(descriptor) { travel in
                var number: Int32 = -1
                return oyster_travel_audio_fd(travel, &number)
            },
        ]
    }

    /// Reads audio without waiting, since none may arrive.
    private static func readAudio(
        _ travel: OpaquePointer?,
        within timeout: UInt32,
        isWanted: Bool = true
    ) -> oyster_result {
        var samples = [Int16](repeating: 0, count: 4096)
        var info = oyster_audio_info()
        info.size = UInt32(MemoryLayout<oyster_audio_info>.size)
        let bound = isWanted ? timeout : 0
        return oyster_travel_read_audio(travel, &samples, samples.count, bound, &info)
    }

    private static func isRunning(_ travel: OpaquePointer?) -> Bool {
        var status = oyster_status.OYSTER_STATUS_IDLE
        return oyster_travel_status(travel, &status) == 0 && status == .OYSTER_STATUS_RUNNING
    }

    private static func operations() -> [HeaderCall] {
        [
            asynchronous("oyster_travel_start") { travel, done, context in
                var options = oyster_start_options()
                options.size = 1
                return oyster_travel_start(travel, &options, done, context)
            },
            asynchronous("oyster_travel_start") { travel, done, context in
                var options = oyster_start_options()
                options.size = UInt32(MemoryLayout<oyster_start_options>.size)
                options.reserved = UnsafeMutableRawPointer(bitPattern: 8)
                return oyster_travel_start(travel, &options, done, context)
            },
            asynchronous("oyster_travel_rewind") { oyster_travel_rewind($0, .nan, $1, $2) },
            asynchronous("oyster_travel_send_instruct") {
                oyster_travel_send_instruct($0, nil, $1, $2)
            },
            asynchronous("oyster_travel_send_instruct") {
                oyster_travel_send_instruct($0, " ", $1, $2)
            },
            asynchronous("oyster_travel_send_instruct") {
                oyster_travel_send_instruct($0, BadText.huge, $1, $2)
            },
            asynchronous("oyster_travel_update_script") {
                oyster_travel_update_script($0, "{", $1, $2)
            },
            asynchronous("oyster_travel_update_script") {
                oyster_travel_update_script($0, script, $1, $2)
            },
            asynchronous("oyster_travel_send_instruct") {
                oyster_travel_send_instruct($0, "It rains.", $1, $2)
            },
            asynchronous("oyster_travel_rewind") { oyster_travel_rewind($0, 4, $1, $2) },
            asynchronous("oyster_travel_resume") { oyster_travel_resume($0, $1, $2) },
            asynchronous("oyster_travel_pause") { oyster_travel_pause($0, $1, $2) },
            asynchronous("oyster_travel_start") { oyster_travel_start($0, nil, $1, $2) },
        ]
    }

    /// A script that the library accepts.
    private static let script: String = {
        let acts = (1...45).map { "{\"turn\":\($0),\"content\":\"It rains.\"}" }
        return "{\"acts\":[\(acts.joined(separator: ","))]}"
    }()

    private static func tree(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>) -> oyster_result
    ) -> oyster_result {
        var tree: UnsafeMutablePointer<cJSON>?
        let code = call(&tree)
        if code == 0 { oyster_json_free(tree) }
        return code
    }

    /// Functions of a view, and of one of its frames.
    static func viewCalls() -> [HeaderCall] {
        let format = oyster_pixel_format.OYSTER_PIXEL_FORMAT_I420
        let acquire = "oyster_video_view_acquire_frame"
        let set = "oyster_video_view_set_frame_callback"
        let (wait, descriptor) = ("oyster_video_view_wait_frame", "oyster_video_view_frame_fd")
        return [
            plain(acquire) { oyster_video_view_acquire_frame($0, format, nil) },
            plain(acquire) { view in
                var frame: OpaquePointer?
                return oyster_video_view_acquire_frame(view, strange(99), &frame)
            },
            plain(acquire) { view in
                var frame: OpaquePointer?
                let code = oyster_video_view_acquire_frame(view, format, &frame)
                if code == 0 { oyster_frame_release(frame) }
                return code
            },
            plain(wait) { oyster_video_view_wait_frame($0, format, 0, 0, nil) },
            plain(wait) { view in
                var frame: OpaquePointer?
                return oyster_video_view_wait_frame(view, format, .max, 0, &frame)
            },
            plain(wait) { view in
                var frame: OpaquePointer?
                let code = oyster_video_view_wait_frame(view, format, 0, 20_000, &frame)
                if code == 0 { oyster_frame_release(frame) }
                return code
            },
            plain(descriptor) { oyster_video_view_frame_fd($0, nil) },
            plain(descriptor) { view in
                var number: Int32 = -1
                return oyster_video_view_frame_fd(view, &number)
            },
            plain(set) {
                oyster_video_view_set_frame_callback(
                    $0,
                    format,
                    BlockingCallback.noFrame,
                    nil,
                    nil,
                    nil
                )
            },
            plain(set) {
                oyster_video_view_set_frame_callback($0, strange(99), nil, nil, nil, nil)
            },
        ]
    }

    static func frameCalls() -> [HeaderCall] {
        [
            plain("oyster_frame_get_info") { oyster_frame_get_info($0, nil) },
            plain("oyster_frame_get_info") { frame in
                var info = oyster_frame_info()
                info.size = 3
                return oyster_frame_get_info(frame, &info)
            },
            plain("oyster_frame_get_info") { frame in
                var info = oyster_frame_info()
                info.size = UInt32(MemoryLayout<oyster_frame_info>.size)
                return oyster_frame_get_info(frame, &info)
            },
            plain("oyster_frame_release") { oyster_frame_release($0) },
            plain("oyster_frame_release") { oyster_frame_release($0) },
        ]
    }
}
