// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld

/// An engine as the C interface knows it: the engine, its line of callbacks, its travels.
final class EngineObject: Sendable {
    let handle: Handle
    let machinery: Machinery
    let delivery: DeliveryQueue
    let engine: Engine
    private let travels = Lock<[UInt64: TravelObject]>([:])

    init(handle: Handle, machinery: Machinery) {
        self.handle = handle
        self.machinery = machinery
        delivery = DeliveryQueue(pool: machinery.pool)
        engine = Engine(ports: machinery.ports, delivery: delivery)
    }

    func createTravel(ticket: Secret) throws(OysterSDKError) -> Handle {
        var failure = OysterSDKError(OysterErrorCode.limitReached)
        let handle = Library.travels.insert { handle in
            do throws(OysterSDKError) {
                return try TravelObject(handle: handle, owner: self, ticket: ticket)
            } catch {
                failure = error
                return nil
            }
        }
        guard let handle, let travel = Library.travels.object(handle) else { throw failure }
        travels.withLock { $0[travel.travel.number] = travel }
        return handle
    }

    func forget(_ travel: TravelObject) {
        travels.withLock { _ = $0.removeValue(forKey: travel.travel.number) }
    }

    /// Gives the engine back: ends and silences everything that belongs to it.
    func destroy() -> Silence {
        var silence = Silence.silent
        let orphans = travels.withLock { travels in
            defer { travels = [:] }
            return Array(travels.values)
        }
        for travel in orphans { silence = silence.and(travel.silence()) }
        engine.close()
        return silence.and(delivery.close())
    }
}
