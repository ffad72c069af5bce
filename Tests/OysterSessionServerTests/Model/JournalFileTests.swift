// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import Testing

@testable import OysterSessionServer

@Suite final class JournalFileTests {
    private let folder: String
    private var path: String { folder + "/journal" }

    init() throws {
        var template = Array("/tmp/oyster-journal-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        folder = try #require(made)
    }

    deinit {
        for name in ["journal", "journal.new", "other"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private func write(_ bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }

    private func size() -> Int {
        var info = stat()
        return stat(path, &info) == 0 ? Int(info.st_size) : -1
    }

    /// A run with some records, and the state after each.
    private func run() throws -> ModelFixture {
        var fixture = try ModelFixture(isComplete: false)
        var ada = try fixture.join(data: "Ada")
        let bob = try fixture.join()
        for _ in 0..<5 { try fixture.send(&ada, "signal", ["data": "hello"]) }
        _ = try fixture.publish(bob).get()
        return fixture
    }

    @Test func `a new file has mode 0600 and no state, and records are in it at once`() throws {
        let fixture = try run()
        let journal = try JournalFile(path: path, limits: SessionLimits())
        #expect(journal.state == nil)
        var info = stat()
        #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
        try journal.append(fixture.journal)
        try journal.append([])
        #expect(size() == (try fixture.journalText(isComplete: false)).count)
    }

    @Test func `the next opening reads the state of the records`() throws {
        let fixture = try run()
        var journal: JournalFile? = try JournalFile(path: path, limits: SessionLimits())
        for record in fixture.journal { try journal?.append([record]) }
        journal = nil
        let next = try JournalFile(path: path, limits: SessionLimits())
        #expect(next.state == fixture.store.state)
        #expect(size() == JournalText.text(of: fixture.store.state)?.count)
    }

    @Test func `a torn last record is removed`() throws {
        let fixture = try run()
        let text = try fixture.journalText(isComplete: false)
        try write(Array(text.dropLast(3)))
        var journal: JournalFile? = try JournalFile(path: path, limits: SessionLimits())
        let state = try #require(journal?.state)
        #expect(state != fixture.store.state)
        try journal?.append([try #require(fixture.journal.last)])
        journal = nil
        let next = try JournalFile(path: path, limits: SessionLimits())
        #expect(next.state == fixture.store.state)
    }

    @Test func `a corrupt file is an error with path and line, and stays as it is`() throws {
        var text = try run().journalText(isComplete: false)
        let second = try #require(text.firstIndex(of: UInt8(ascii: "\n"))) + 20
        text[second] ^= 1
        try write(text)
        let error = #expect(throws: JournalFile.Failure.self) {
            try JournalFile(path: path, limits: SessionLimits())
        }
        #expect(error?.description == "\(path), line 2: the checksum is wrong.")
        #expect(size() == text.count)
    }

    @Test func `a file that is in use, or no file at all, is an error`() throws {
        let journal = try JournalFile(path: path, limits: SessionLimits())
        let used = #expect(throws: JournalFile.Failure.self) {
            try JournalFile(path: path, limits: SessionLimits())
        }
        #expect(used?.description == "\(path) is in use by another process.")
        try journal.compact(SessionState(isComplete: true))
        #expect(throws: JournalFile.Failure.self) {
            try JournalFile(path: path, limits: SessionLimits())
        }
        for wrong in [folder, folder + "/none/journal", "/dev/null"] {
            #expect(throws: JournalFile.Failure.self) {
                try JournalFile(path: wrong, limits: SessionLimits())
            }
        }
    }

    @Test func `a compaction replaces the records by the state`() throws {
        let fixture = try run()
        var journal: JournalFile? = try JournalFile(path: path, limits: SessionLimits())
        try journal?.append(fixture.journal)
        #expect(journal?.isLong == false)
        try journal?.compact(fixture.store.state)
        #expect(size() == JournalText.text(of: fixture.store.state)?.count)
        journal = nil
        #expect(try JournalFile(path: path, limits: SessionLimits()).state == fixture.store.state)
    }

    @Test func `a file becomes long with 16 MiB of records`() throws {
        let journal = try JournalFile(path: path, limits: SessionLimits())
        let key = ConnectionKey(session: "s", connection: "c")
        let data = String(repeating: "x", count: 1 << 20)
        let record = JournalRecord.executed(key, number: 1, .signal(to: nil, type: nil, data: data))
        for _ in 0..<15 { try journal.append([record]) }
        #expect(!journal.isLong)
        for _ in 0..<2 { try journal.append([record]) }
        #expect(journal.isLong)
        try journal.compact(SessionState(isComplete: true))
        #expect(!journal.isLong && size() < 1000)
    }

    /// In a process of its own, because the limit of a file's size holds for the whole process.
    @Test func `a journal that cannot be written is empty, and works again after a compaction`()
        async
    {
        await #expect(processExitsWith: .success) {
            let path = "/tmp/oyster-journal-full-\(getpid())"
            signal(SIGXFSZ, SIG_IGN)
            let journal = try JournalFile(path: path, limits: SessionLimits())
            let key = ConnectionKey(session: "s", connection: "c")
            let record = JournalRecord.ended(key, .lost, atMs: 1)
            try journal.append([record])
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let former = limit
            limit.rlim_cur = 1000
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            func fails() -> Bool {
                do {
                    for _ in 0..<100 { try journal.append([record]) }
                    return false
                } catch {
                    return true
                }
            }
            guard fails(), fails() else { exit(2) }
            var info = stat()
            guard stat(path, &info) == 0, info.st_size == 0 else { exit(3) }
            limit = former
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try journal.compact(SessionState(isComplete: true))
            try journal.append([.forgotten(beforeMs: 1)])
            guard stat(path, &info) == 0, info.st_size > 0 else { exit(4) }
            // `defer` does not run at an exit.
            unlink(path)
            exit(0)
        }
    }
}
