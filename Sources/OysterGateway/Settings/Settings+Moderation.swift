// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension Settings {
    /// Refuses texts that hold a word of the moderation list.
    func moderate(_ texts: [String?]) throws(Refusal) {
        for text in texts.compactMap({ $0?.lowercased() }) {
            for word in moderationWords where text.contains(word.lowercased()) {
                throw .moderated
            }
        }
    }

    func moderate(acts: [JSONValue]) throws(Refusal) {
        try moderate(acts.map { $0["content"]?.stringValue })
    }
}
