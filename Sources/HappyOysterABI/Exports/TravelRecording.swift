// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterWorld

/// See `travel.h`.
@_cdecl("oyster_travel_record") @implementation
public func oyster_travel_record(
    _ travel: OpaquePointer?,
    _ path: UnsafePointer<CChar>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        guard let path else { return try object.travel.record(to: nil) }
        let text = try HostString.read(path, "the path", limit: RecordingPath.longest)
        try object.travel.record(to: text)
    }
}
