// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials
public import HappyOysterCore

extension OysterEndTravelData {
    /// Time of the end: the server's, or the local clock's when the server sent none.
    public var endedAt: Date {
        // A time in another format has no date; the travel ended just now.
        Date(serviceTime: endedAtText) ?? Date()
    }
}

extension Date {
    /// Reads a time of the service, such as `2026-09-03T10:02:00Z`.
    init?(serviceTime text: String) {
        let styles = [
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        for style in styles {
            if let date = try? style.parse(text) {
                self = date
                return
            }
        }
        return nil
    }
}
