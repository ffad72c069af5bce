// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport
import OysterSessionServer
import Testing

/// Structs of a newer header, and `reserved`: one test for each struct that the library reads.
@Suite(.blocking) struct StructTests {
    private static let unknown = code(.OYSTER_ERROR_UNKNOWN_FIELD)

    /// Calls with a struct and `more` bytes behind it, of which one has a value.
    private static func withGrown<Struct: BitwiseCopyable>(
        _ known: Struct,
        more: Int,
        setting byte: Int? = nil,
        _ call: (UnsafePointer<Struct>) -> oyster_result
    ) -> oyster_result {
        let size = MemoryLayout<Struct>.size
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + more, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size + more)
        let place = memory.bindMemory(to: Struct.self, capacity: 1)
        place.pointee = known
        memory.storeBytes(of: UInt32(size + more), as: UInt32.self)
        if let byte { (memory + size + byte).storeBytes(of: 1, as: UInt8.self) }
        return call(place)
    }

    /// Checks what is common to all structs.
    private static func check<Struct: BitwiseCopyable>(
        _ known: Struct,
        reserved: WritableKeyPath<Struct, UnsafeMutableRawPointer?>,
        _ call: (UnsafePointer<Struct>) -> oyster_result
    ) {
        for more in [1, 8, 200] {
            for byte in [0, more - 1] {
                #expect(withGrown(known, more: more, setting: byte, call) == unknown)
            }
        }
        var pointing = known
        pointing[keyPath: reserved] = UnsafeMutableRawPointer(bitPattern: 8)
        #expect(withGrown(pointing, more: 0, call) == unknown)
        #expect(withGrown(known, more: 200, call) == 0)
    }

    @Test func `a configuration with an unknown field is refused with 109012`() throws {
        let fixture = try HostFixture()
        var known = oyster_config()
        _ = fixture.initialize(
            call: { _, config in
                guard let config else { return 0 }
                known = config.pointee
                StructTests.check(known, reserved: \.reserved) {
                    oyster_engine_check_config(fixture.engine, $0, nil)
                }
                StructTests.check(known, reserved: \.reserved) {
                    oyster_engine_initialize(fixture.engine, $0)
                }
                return 0
            }
        )
        #expect(oyster_engine_is_ready(fixture.engine))
    }

    @Test func `start options with an unknown field are refused with 109012`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        var known = oyster_start_options()
        known.size = UInt32(MemoryLayout<oyster_start_options>.size)
        StructTests.check(known, reserved: \.reserved) {
            oyster_travel_start(travel, $0, nil, nil)
        }
        oyster_travel_release(travel, nil)
    }

    @Test func `session options with an unknown field are refused with 109012`() throws {
        let engine = try HostFixture.makeEngine()
        let code = HeaderCall.makeSession(engine, nil) { known in
            StructTests.check(known, reserved: \.reserved) { options in
                var session: OpaquePointer?
                let code = oyster_engine_create_session(engine, options, &session)
                if code == 0 { oyster_session_release(session, nil) }
                return code
            }
        }
        // The output of the outer call is NULL.
        #expect(code == HappyOysterABITests.code(.OYSTER_ERROR_INVALID_ARGUMENT))
        oyster_engine_destroy(engine, nil)
    }

    @Test func `a signal with an unknown field is refused with 109012`() throws {
        let engine = try HostFixture.makeEngine()
        var session: OpaquePointer?
        #expect(HeaderCall.makeSession(engine, &session) == 0)
        var known = oyster_signal()
        known.size = UInt32(MemoryLayout<oyster_signal>.size)
        StructTests.check(known, reserved: \.reserved) { signal in
            // What a valid signal gets here, since the session is not connected.
            let valid = code(.OYSTER_ERROR_SESSION_NOT_CONNECTED)
            let code = oyster_session_send_signal(session, signal)
            return code == valid ? 0 : code
        }
        oyster_engine_destroy(engine, nil)
    }

    @Test func `the library fills larger capabilities as far as it knows them`() throws {
        let server = try SessionServerProcess()
        let engine = try HostFixture.makeEngine()
        let id = try server.makeSession()
        let session = try server.open(id, on: engine)
        let connected = Completion()
        let token = try server.token(id, .moderator)
        oyster_session_connect(session, token, Completion.done, connected.context)
        #expect(connected.wait()?.code == 0)
        var capabilities = oyster_capabilities()
        capabilities.size = UInt32(MemoryLayout<oyster_capabilities>.size) + 64
        #expect(oyster_session_capabilities(session, &capabilities) == 0)
        #expect(capabilities.size == UInt32(MemoryLayout<oyster_capabilities>.size))
        #expect(capabilities.can_force_mute && capabilities.can_force_disconnect)
        oyster_engine_destroy(engine, nil)
    }

    @Test func `the library fills a larger struct as far as it knows it`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeRunningTravel()
        let samples = UnsafeMutablePointer<Int16>.allocate(capacity: 8)
        defer { samples.deallocate() }
        var info = oyster_audio_info()
        for size: UInt32 in [0, 47] {
            info.size = size
            #expect(
                oyster_travel_read_audio(travel, samples, 8, 0, &info)
                    == code(.OYSTER_ERROR_INVALID_ARGUMENT)
            )
        }
        info.size = UInt32(MemoryLayout<oyster_audio_info>.size) + 64
        #expect(oyster_travel_read_audio(travel, samples, 8, 3000, &info) == 0)
        #expect(info.size == UInt32(MemoryLayout<oyster_audio_info>.size))
        oyster_travel_release(travel, nil)
    }
}
