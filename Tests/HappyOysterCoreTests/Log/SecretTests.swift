// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Printing a secret shows nothing of it.
@Suite struct SecretTests {
    struct Holder {
        let secret = Secret("hunter2-hunter2")
        let list = [Secret("hunter2-hunter2")]
        let maybe: Secret? = Secret("hunter2-hunter2")
    }

    @Test func `no way of printing a secret shows it`() {
        let secret = Secret("hunter2-hunter2")
        var texts = ["\(secret)", String(describing: secret), String(reflecting: secret)]
        var dumped = ""
        dump(secret, to: &dumped)
        dump(Holder(), to: &dumped)
        texts += [dumped, "\(Holder())", String(reflecting: Holder()), "\([secret])"]
        texts += [String(describing: Optional(secret)), "\(["key": secret])"]
        for text in texts {
            #expect(!text.contains("hunter2"))
            #expect(text.contains(Redactor.mark))
        }
    }

    @Test func `a mirror of a secret shows nothing`() {
        #expect(Mirror(reflecting: Secret("hunter2")).children.isEmpty)
    }

    @Test func `exposed returns the secret`() {
        #expect(Secret("hunter2").exposed == "hunter2")
    }
}
