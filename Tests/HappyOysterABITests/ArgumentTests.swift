// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Invalid arguments: the documented code is returned, nothing is sent, nothing is written.
@Suite(.blocking) struct ArgumentTests {
    private static let argument = code(.OYSTER_ERROR_INVALID_ARGUMENT)
    private static let parameter = code(.OYSTER_ERROR_SERVER_INVALID_PARAMETER)
    // MARK: Token and ticket

    @Test(arguments: ["", " ", "a b", "a\tb", "a\nb", "\u{7f}", "gr\u{fc}n", "a\r\nX: y"])
    func `an invalid token or ticket is refused with 109002`(text: String) throws {
        let fixture = try HostFixture()
        fixture.initialize()
        var travel: OpaquePointer?
        #expect(oyster_engine_update_token(fixture.engine, text) == Self.argument)
        #expect(oyster_engine_create_travel(fixture.engine, text, &travel) == Self.argument)
        #expect(travel == nil)
    }

    @Test func `a token or ticket of 4096 bytes is accepted, and a longer one refused`() throws {
        let fixture = try HostFixture()
        fixture.initialize()
        let (longest, longer) = (
            String(repeating: "a", count: 4096), String(repeating: "a", count: 4097)
        )
        var travel: OpaquePointer?
        #expect(oyster_engine_update_token(fixture.engine, longest) == 0)
        #expect(oyster_engine_update_token(fixture.engine, longer) == Self.argument)
        #expect(oyster_engine_update_token(fixture.engine, nil) == Self.argument)
        #expect(oyster_engine_update_token(fixture.engine, BadText.huge) == Self.argument)
        #expect(oyster_engine_create_travel(fixture.engine, longer, &travel) == Self.argument)
        #expect(oyster_engine_create_travel(fixture.engine, nil, &travel) == Self.argument)
        #expect(oyster_engine_create_travel(fixture.engine, BadText.huge, &travel) == Self.argument)
        #expect(oyster_engine_create_travel(fixture.engine, longest, nil) == Self.argument)
        for bad in BadText.notUTF8 {
            #expect(oyster_engine_update_token(fixture.engine, bad) == Self.argument)
            #expect(oyster_engine_create_travel(fixture.engine, bad, &travel) == Self.argument)
        }
        #expect(travel == nil)
        #expect(oyster_engine_create_travel(fixture.engine, longest, &travel) == 0)
        oyster_travel_release(travel, nil)
    }

    // MARK: Travels

    /// Runs a body with a running travel and checks that it sent nothing.
    private func withRunningTravel(
        _ mode: String,
        _ body: (OpaquePointer, UnsafeMutableRawPointer) -> Void
    ) throws {
        let fixture = try HostFixture(mode)
        let travel = try fixture.makeRunningTravel()
        let completion = Completion()
        body(travel, Unmanaged.passUnretained(completion).toOpaque())
        let routes = Set(try fixture.requests().compactMap { $0["route"]?.stringValue })
        #expect(routes.isSubset(of: ["feature-gate", "travels/enter-travel", "travels/status"]))
        #expect(completion.answers.count == 0)
        #expect(fixture.status(travel) == .OYSTER_STATUS_RUNNING)
        oyster_travel_release(travel, nil)
    }

    @Test func `a rewind to a negative or non-finite time is refused`() throws {
        try withRunningTravel("directing") { travel, context in
            for second in [
                Double.nan, .signalingNaN, .infinity, -.infinity, -1, -.leastNonzeroMagnitude,
                -.greatestFiniteMagnitude,
            ] {
                #expect(
                    oyster_travel_rewind(travel, second, Completion.done, context) == Self.argument
                )
            }
        }
    }

    @Test func `an invalid instruction is refused`() throws {
        try withRunningTravel("directing") { travel, context in
            func send(_ text: UnsafePointer<CChar>?) -> oyster_result {
                oyster_travel_send_instruct(travel, text, Completion.done, context)
            }
            #expect(send(nil) == Self.argument)
            for bad in BadText.notUTF8 { #expect(send(bad) == Self.argument) }
            for blank in ["", " ", "\t\n\r ", "\u{3000}\u{2003}"] {
                #expect(send(blank) == Self.parameter)
            }
            #expect(send(String(repeating: "a", count: 2001)) == Self.parameter)
            #expect(send(String(repeating: "\u{1F9AA}", count: 2001)) == Self.parameter)
            #expect(send(BadText.huge) == Self.parameter)
        }
    }

    @Test func `an invalid script is refused`() throws {
        try withRunningTravel("directing") { travel, context in
            func update(_ text: UnsafePointer<CChar>?) -> oyster_result {
                oyster_travel_update_script(travel, text, Completion.done, context)
            }
            #expect(update(nil) == Self.argument)
            for bad in BadText.notUTF8 { #expect(update(bad) == Self.argument) }
            #expect(update(BadText.huge) == Self.argument)
            let deep = String(repeating: "[", count: 100_000)
            for text in ["", "{", "[]", "{}", #"{"acts":1}"#, deep] {
                #expect(update(text) == Self.argument)
            }
        }
    }

    @Test(arguments: [[], [1], Array(1...44), Array(1...46), Array(1...44) + [44], Array(0...44)])
    func `a script with other than 45 acts or with wrong turns is refused`(_ turns: [Int]) throws {
        try withRunningTravel("directing") { travel, context in
            let acts = turns.map { #"{"turn":\#($0),"content":"Act"}"# }.joined(separator: ",")
            let text = #"{"acts":[\#(acts)]}"#
            #expect(
                oyster_travel_update_script(travel, text, Completion.done, context) == Self.argument
            )
        }
    }

    @Test func `start options with a wrong size are refused`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let completion = Completion()
        let context = Unmanaged.passUnretained(completion).toOpaque()
        var options = oyster_start_options()
        for size: UInt32 in [0, 1, 15, 4097, .max] {
            options.size = size
            #expect(
                oyster_travel_start(travel, &options, Completion.done, context) == Self.argument
            )
        }
        #expect(fixture.status(travel) == .OYSTER_STATUS_IDLE)
        #expect(try fixture.requests("travels/enter-travel").isEmpty)
        #expect(completion.answers.count == 0)
        oyster_travel_release(travel, nil)
    }

    @Test(arguments: [Int32.min, -1, 1, 60, .max])
    func `the experience time is sent as the host gave it`(seconds: Int32)
        throws
    {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        var options = oyster_start_options()
        options.size = UInt32(MemoryLayout<oyster_start_options>.size)
        options.max_experience_time_sec = seconds
        let start = Completion()
        #expect(oyster_travel_start(travel, &options, Completion.done, start.context) == 0)
        #expect(start.wait() != nil)
        let sent = try fixture.requests("travels/enter-travel").first?["body"]
        #expect(sent?["maxExperienceTimeSec"] == .integer(Int64(seconds)))
        oyster_travel_release(travel, nil)
    }

    @Test func `an enum value out of range is refused`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        var view: OpaquePointer?
        var frame = OpaquePointer(bitPattern: 0x7777)
        oyster_travel_video_view(travel, &view)
        for bad in [.max, 0x8000_0000, 1000, 257] as [UInt32] {
            let results = [
                oyster_travel_send_command(
                    travel,
                    strange(bad),
                    .OYSTER_ROTATION_NONE,
                    .OYSTER_INTERACTION_NONE
                ),
                oyster_travel_send_command(
                    travel,
                    .OYSTER_TRANSLATION_NONE,
                    strange(bad),
                    .OYSTER_INTERACTION_NONE
                ),
                oyster_travel_send_command(
                    travel,
                    .OYSTER_TRANSLATION_NONE,
                    .OYSTER_ROTATION_NONE,
                    strange(bad)
                ),
                oyster_engine_set_delivery(fixture.engine, strange(bad)),
                oyster_log_set_minimum_level(strange(bad)),
                oyster_video_view_set_frame_callback(
                    view,
                    strange(bad),
                    Listener.frame,
                    nil,
                    nil,
                    nil
                ),
                oyster_video_view_acquire_frame(view, strange(bad), &frame),
            ]
            #expect(results.allSatisfy { $0 == Self.argument })
            #expect(!oyster_travel_can(travel, strange(bad)))
            #expect(String(cString: oyster_status_name(strange(bad))) == "unknown")
        }
        #expect(oyster_log_set_minimum_level(.OYSTER_LOG_LEVEL_DEFAULT) == Self.argument)
        #expect(frame == OpaquePointer(bitPattern: 0x7777))
        oyster_travel_release(travel, nil)
    }

    @Test func `a NULL output is refused`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        var view: OpaquePointer?
        oyster_travel_video_view(travel, &view)
        let listener = Listener()
        let results = [
            oyster_engine_create(nil), oyster_engine_event_fd(fixture.engine, nil),
            oyster_travel_status(travel, nil), oyster_travel_info(travel, nil),
            oyster_travel_stats(travel, nil), oyster_travel_video_view(travel, nil),
            oyster_travel_add_listener(
                travel,
                Listener.event,
                listener.context,
                Listener.release,
                nil
            ),
            oyster_video_view_acquire_frame(view, .OYSTER_PIXEL_FORMAT_I420, nil),
        ]
        #expect(results.allSatisfy { $0 == Self.argument })
        var id: UInt64 = 77
        #expect(
            oyster_travel_add_listener(travel, nil, listener.context, Listener.release, &id)
                == Self.argument
        )
        #expect(oyster_travel_remove_listener(travel, 0, nil) == Self.argument)
        #expect(oyster_travel_remove_listener(travel, .max, nil) == Self.argument)
        #expect(id == 77 && listener.releases.value == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
    }

    @Test func `dispatch refuses a timeout of more than a minute`() throws {
        let fixture = try HostFixture()
        var count = 77
        #expect(oyster_engine_dispatch(fixture.engine, 60_001, &count) == Self.argument)
        #expect(oyster_engine_dispatch(fixture.engine, .max, &count) == Self.argument)
        #expect(
            oyster_engine_dispatch(fixture.engine, 0, &count) == code(.OYSTER_ERROR_UNSUPPORTED)
        )
        #expect(count == 77)
        #expect(oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_HOST) == 0)
        #expect(oyster_engine_dispatch(fixture.engine, 0, &count) == 0)
        #expect(count == 0)
        #expect(oyster_engine_dispatch(fixture.engine, 0, nil) == 0)
    }

    @Test func `printing and freeing NULL is harmless`() {
        #expect(oyster_json_print(nil) == nil)
        oyster_json_free(nil)
        oyster_string_free(nil)
    }
}
