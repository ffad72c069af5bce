// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport

/// Writes down what a stream says.
final class RecordingSink: StreamSink {
    let words = Journal<String>()
    let frames = Journal<VideoFrame>()
    private let keepsFrames: Bool

    init(keepsFrames: Bool = true) { self.keepsFrames = keepsFrames }

    func stateChanged(_ state: StreamState) { words.add("\(state)") }
    func firstFrameArrived() { words.add("first frame") }
    func failed(_ message: String) { words.add("failed \(message)") }
    var wantsFrames: Bool { true }
    func deliver(_ frame: VideoFrame) { if keepsFrames { frames.add(frame) } }
    func log(_ level: OysterLogLevel, _ message: String) { words.add("\(level): \(message)") }
    func closed() { words.add("closed") }

    /// Waits for a word; false when it does not come.
    func heard(_ word: String) -> Bool { eventually { words.entries.contains(word) } }
}
