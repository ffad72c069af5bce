// SPDX-License-Identifier: Apache-2.0
internal import CGatewayMedia
internal import HappyOysterThreading

/// The live objects of the gateway's process, by class.
enum Census {
    /// What `GET /census` calls: the Swift objects, and those of the media object.
    static func counter(_ library: MediaLibrary?) -> @Sendable () -> [String: Int] {
        {
            var counts = LiveObjects.counts
            if let library {
                var census = oyster_media_census()
                library.table.pointee.count?(&census)
                counts["media.viewer"] = Int(census.viewers)
                counts["media.peer"] = Int(census.peers)
            }
            return counts
        }
    }
}
