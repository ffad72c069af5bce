// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Removing secrets from foreign text.
@Suite struct RedactorTests {
    static let secret = "q7Lm2vXz90"

    private let redactor = Redactor([Secret(RedactorTests.secret), Secret("ab")])

    static let places = [
        "\(secret)", "x\(secret)y", "the token \(secret) was refused", "\(secret)\(secret)",
        "a=\(secret)&b=\(secret)", "{\"token\":\"\(secret)\"}", "\(secret)\n\(secret)",
        "ü\(secret)漢",
    ]

    @Test(arguments: places)
    func `a known secret is removed at every position`(_ text: String) {
        let redacted = redactor.redact(text)
        #expect(!redacted.contains(RedactorTests.secret))
        #expect(redacted.contains(Redactor.mark))
    }

    @Test func `a secret within a secret leaves no rest`() {
        let redactor = Redactor([Secret("inner"), Secret("outer-inner-outer")])
        #expect(redactor.redact("x outer-inner-outer y inner") == "x <redacted> y <redacted>")
    }

    @Test func `secrets of fewer than four bytes are not removed`() {
        #expect(redactor.redact("ab cab") == "ab cab")
    }

    static let suspicious = [
        "sk-0a1b2c3d4e", "st-0a1b2c3d4e", "tk_5f0c9a7e2b1d4836", "ST-0A1B2C3D4E",
        "key=sk-0a1b2c3d4e,", "\"st-0a1b2c3d4e\"", "(tk_5f0c9a7e2b1d4836)",
        "https://cdn.example.test/f/one.jpg", "rtmp://host/stream", "url=https://x.test/a",
        "risk-free,sk-0a1b2c3d4e", "first-st-0a1b2c3d4e",
    ]

    @Test(arguments: suspicious)
    func `unknown keys, tickets and URLs are removed`(_ word: String) {
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
    func `the word after bearer is removed`(_ text: String) {
        #expect(!Redactor().redact(text).contains("abcdef"))
    }

    @Test(arguments: [
        "The ticket was used before.", "task-1 failed", "risk-free", "disk-full at step 3",
        "a first-class st- word", "sk-", "must-have", "TRAVEL_RUNTIME_FAILED", "reqId=6d1f0b52",
        "ratio 16:9", "", "雨が降る",
    ])
    func `ordinary words are kept`(_ text: String) {
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
    func `a text of more than 512 characters is cut`(_ length: Int) {
        let redacted = Redactor().redact(String(repeating: "x", count: length))
        #expect(redacted.count == 512)
    }

    @Test(arguments: [100, 2000, 2040, 2048, 3000, 4096])
    func `a secret of any length is removed completely`(_ length: Int) {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let secret = String((0..<length).map { letters[$0 * 7 % letters.count] })
        let redactor = Redactor([Secret(secret)])
        for text in [secret, "a \(secret)", "\(secret) b \(secret)"] {
            #expect(!redactor.redact(text).contains(secret.prefix(16)))
        }
    }

    @Test(arguments: [490, 505, 511, 2030, 2047])
    func `no part of a secret across the cut is kept`(_ offset: Int) {
        let text = String(repeating: "x", count: offset) + RedactorTests.secret
        #expect(!redactor.redact(text).contains(RedactorTests.secret.prefix(4)))
    }

    @Test func `redacting a huge hostile text takes little time`() {
        let text = String(repeating: String(RedactorTests.secret.dropLast()), count: 100_000)
        #expect(redactor.redact(text).count <= 512)
    }
}
