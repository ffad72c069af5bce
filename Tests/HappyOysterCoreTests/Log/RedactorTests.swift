// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Foreign text without secrets.
@Suite struct RedactorTests {
    static let secret = "q7Lm2vXz90"

    private let redactor = Redactor([Secret(RedactorTests.secret), Secret("ab")])

    static let places = [
        "\(secret)", "x\(secret)y", "the token \(secret) was refused", "\(secret)\(secret)",
        "a=\(secret)&b=\(secret)", "{\"token\":\"\(secret)\"}", "\(secret)\n\(secret)",
        "ü\(secret)漢",
    ]

    @Test(arguments: places)
    func `a known secret goes wherever it stands`(_ text: String) {
        let redacted = redactor.redact(text)
        #expect(!redacted.contains(RedactorTests.secret))
        #expect(redacted.contains(Redactor.mark))
    }

    @Test func `a secret within a secret leaves no rest`() {
        let redactor = Redactor([Secret("inner"), Secret("outer-inner-outer")])
        #expect(redactor.redact("x outer-inner-outer y inner") == "x <redacted> y <redacted>")
    }

    @Test func `secrets that are too short to be told from words stay`() {
        #expect(redactor.redact("ab cab") == "ab cab")
    }

    static let suspicious = [
        "sk-0a1b2c3d4e", "st-0a1b2c3d4e", "tk_5f0c9a7e2b1d4836", "ST-0A1B2C3D4E",
        "key=sk-0a1b2c3d4e,", "\"st-0a1b2c3d4e\"", "(tk_5f0c9a7e2b1d4836)",
        "https://cdn.example.test/f/one.jpg", "rtmp://host/stream", "url=https://x.test/a",
        "risk-free,sk-0a1b2c3d4e", "first-st-0a1b2c3d4e",
    ]

    @Test(arguments: suspicious)
    func `keys, tickets and URLs go although nobody knows them`(_ word: String) {
        for text in [word, "before \(word) after", "a\t\(word)\nb"] {
            let redacted = Redactor().redact(text)
            #expect(redacted.contains(Redactor.mark))
            for secret in ["0a1b2c3d4e", "0A1B2C3D4E", "5f0c9a7e", "example.test", "stream"] {
                #expect(!redacted.contains(secret))
            }
        }
    }

    @Test(arguments: [
        "Bearer abcdef", "bearer abcdef", "BEARER abcdef", "Authorization: Bearer abcdef",
        "Authorization:Bearer abcdef", "\"Bearer abcdef\"", "Bearer  abcdef", "Bearer\tabcdef",
        "Bearer\nabcdef", "Bearer: abcdef",
    ])
    func `what follows the word bearer goes`(_ text: String) {
        #expect(!Redactor().redact(text).contains("abcdef"))
    }

    @Test(arguments: [
        "The ticket was used before.", "task-1 failed", "risk-free", "disk-full at step 3",
        "a first-class st- word", "sk-", "must-have", "TRAVEL_RUNTIME_FAILED", "reqId=6d1f0b52",
        "ratio 16:9", "", "雨が降る",
    ])
    func `ordinary words stay as they are`(_ text: String) {
        #expect(Redactor().redact(text) == text)
    }

    @Test func `control characters cannot forge a line of the log`() {
        let redacted = Redactor().redact("one\r\ntwo\u{1B}[31m\u{0}\u{7F}\u{9B}x")
        let isClean = redacted.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 32 && !(127...159).contains(scalar.value)
        }
        #expect(isClean)
        #expect(redacted.contains("one"))
        #expect(redacted.contains("two"))
    }

    @Test(arguments: [600, 3000, 1 << 20])
    func `long texts are cut`(_ length: Int) {
        let redacted = Redactor().redact(String(repeating: "x", count: length))
        #expect(redacted.count == 512)
    }

    @Test(arguments: [100, 2000, 2040, 2048, 3000, 4096])
    func `a secret of any length goes as a whole`(_ length: Int) {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let secret = String((0..<length).map { letters[$0 * 7 % letters.count] })
        let redactor = Redactor([Secret(secret)])
        for text in [secret, "a \(secret)", "\(secret) b \(secret)"] {
            #expect(!redactor.redact(text).contains(secret.prefix(16)))
        }
    }

    @Test(arguments: [490, 505, 511, 2030, 2047])
    func `a secret across the cut leaves no part`(_ offset: Int) {
        let text = String(repeating: "x", count: offset) + RedactorTests.secret
        #expect(!redactor.redact(text).contains(RedactorTests.secret.prefix(4)))
    }

    @Test func `a huge hostile text costs little`() {
        let text = String(repeating: String(RedactorTests.secret.dropLast()), count: 100_000)
        #expect(redactor.redact(text).count <= 512)
    }
}
