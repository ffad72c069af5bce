// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterTestSupport

extension HeaderCall {
    /// Functions that do not change the state of an engine, for `fixture`'s gateway.
    static func engineCalls(_ fixture: HostFixture) -> [HeaderCall] {
        [
            plain("oyster_engine_update_token") { oyster_engine_update_token($0, "token") },
            plain("oyster_engine_update_token") { oyster_engine_update_token($0, "a b") },
            plain("oyster_engine_update_token") { oyster_engine_update_token($0, nil) },
            plain("oyster_engine_event_fd") { engine in
                var fd: Int32 = -1
                return oyster_engine_event_fd(engine, &fd)
            },
            plain("oyster_engine_event_fd") { oyster_engine_event_fd($0, nil) },
            plain("oyster_engine_dispatch") { oyster_engine_dispatch($0, 0, nil) },
            plain("oyster_engine_dispatch") { oyster_engine_dispatch($0, 60_001, nil) },
            plain("oyster_engine_set_delivery") { oyster_engine_set_delivery($0, strange(9)) },
            plain("oyster_engine_initialize") { oyster_engine_initialize($0, nil) },
            plain("oyster_engine_check_config") { oyster_engine_check_config($0, nil, nil) },
            plain("oyster_engine_create_travel") { engine in
                var travel: OpaquePointer?
                return oyster_engine_create_travel(engine, "a b", &travel)
            },
            plain("oyster_engine_create_travel") { oyster_engine_create_travel($0, "tk", nil) },
        ] + configurations(fixture) + sessionCreations()
            + [
                plain("oyster_engine_create_travel") { engine in
                    var travel: OpaquePointer?
                    let code = oyster_engine_create_travel(engine, "tk", &travel)
                    if code == 0 { oyster_travel_release(travel, nil) }
                    return code
                }
            ]
    }

    /// Functions that change the engine's state for those that follow.
    static func engineChanges() -> [HeaderCall] {
        [
            plain("oyster_engine_set_delivery") {
                oyster_engine_set_delivery($0, .OYSTER_DELIVERY_HOST)
            },
            plain("oyster_engine_dispatch") { oyster_engine_dispatch($0, 0, nil) },
            plain("oyster_engine_set_delivery") {
                oyster_engine_set_delivery($0, .OYSTER_DELIVERY_THREAD)
            },
            asynchronous("oyster_engine_cleanup") { oyster_engine_cleanup($0, $1, $2) },
            asynchronous("oyster_engine_cleanup") { oyster_engine_cleanup($0, $1, $2) },
        ]
    }

    private static func configurations(_ fixture: HostFixture) -> [HeaderCall] {
        typealias Change = (inout oyster_config) -> Void
        let changes: [Change] = [
            { $0.size = 3 }, { $0.reserved = .init(bitPattern: 8) }, { $0.log_level = strange(77) },
            { $0.poll_interval_ms = 1 },
            { $0.play_audio = 9 }, { $0.api_host = nil }, { _ in },
        ]
        return changes.flatMap { change in
            [
                plain("oyster_engine_check_config") { engine in
                    fixture.initialize(change: change) { _, config in
                        oyster_engine_check_config(engine, config, nil)
                    }
                },
                plain("oyster_engine_initialize") { engine in
                    fixture.initialize(change: change) { _, config in
                        oyster_engine_initialize(engine, config)
                    }
                },
            ]
        }
    }
}
