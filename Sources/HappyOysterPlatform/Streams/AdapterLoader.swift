// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterThreading

/// Loads adapters and prepares them for travels, on short-lived threads.
///
/// Loading a vendor's library or scanning plugins may take seconds, and the event loop must not
/// wait for that. Each adapter has at most one thread; travels with the same adapter are served in
/// order.
final class AdapterLoader: Sendable {
    typealias Completion = @Sendable (Result<any StreamEngine, OysterSDKError>) -> Void

    private struct Job {
        let playsAudio: Bool
        let done: Completion
    }

    private struct Entry {
        var library: AdapterLibrary?
        var engine: AdapterEngine?
        var jobs: [Job] = []
        var isBusy = false
    }

    private struct State {
        /// By the name that the configuration gives.
        var entries: [String: Entry] = [:]
        var isClosed = false

        var isBusy: Bool { entries.values.contains { $0.isBusy } }
    }

    private let state = Condition(State())

    /// Loads an adapter on the calling thread, checks its table, and keeps it for the next
    /// `prepare`.
    func load(_ path: String) throws(AdapterLibrary.Problem) {
        let (known, loaded) = state.withLock { state in
            (state.entries[path]?.engine, state.entries[path]?.library)
        }
        if known != nil { return }
        let library = if let loaded { loaded } else { try AdapterLibrary(path: path) }
        state.withLock { $0.entries[path, default: Entry()].library = library }
        let engine = try AdapterLoader.check(library).get()
        state.withLock { $0.entries[path]?.engine = engine }
    }

    /// Calls the entry function on a thread of its own, as the contract says, and waits for it,
    /// for 10 s at most: then the thread is left behind.
    private static func check(_ library: AdapterLibrary)
        -> Result<AdapterEngine, AdapterLibrary.Problem>
    {
        let answer = Condition<Result<AdapterEngine, AdapterLibrary.Problem>?>(nil)
        let isStarted = SystemThread.start("oyster-adapter") {
            let result = Result { () throws(AdapterLibrary.Problem) in try AdapterEngine(library) }
            answer.update { $0 = result }
        }
        guard isStarted else { return .failure(AdapterLibrary.noThread) }
        let deadline = SystemClock.monotonic + .seconds(10)
        return answer.wait(until: deadline) { $0 } ?? .failure(AdapterLibrary.noReturn)
    }

    /// Prepares an adapter; `done` is called once, on a thread of its own or, when the system
    /// refuses a thread, within the call.
    ///
    /// `path` finds the file of an adapter that is not loaded yet; it may read directories.
    func prepare(
        _ name: String,
        playsAudio: Bool,
        path: @escaping @Sendable () -> String,
        _ done: @escaping Completion
    ) {
        let isFirst = state.withLock { state in
            var entry = state.entries[name] ?? Entry()
            let isFirst = !entry.isBusy
            entry.jobs.append(Job(playsAudio: playsAudio, done: done))
            entry.isBusy = true
            state.entries[name] = entry
            return isFirst
        }
        guard isFirst else { return }
        let isStarted = SystemThread.start("oyster-adapter") { [self] in
            while let job = nextJob(name) { run(job, name, path) }
        }
        guard !isStarted else { return }
        while let job = nextJob(name) {
            job.done(.failure(.streamEngine(AdapterLibrary.noThread.text)))
        }
    }

    /// Starts no more work and waits until `deadline` for running work; called at the process's
    /// end.
    func close(until deadline: Duration) {
        state.update { $0.isClosed = true }
        _ = state.wait(until: deadline) { $0.isBusy ? nil : true }
    }

    private func nextJob(_ name: String) -> Job? {
        state.update { state in
            guard !state.isClosed, let job = state.entries[name]?.jobs.first else {
                state.entries[name]?.isBusy = false
                return nil
            }
            state.entries[name]?.jobs.removeFirst()
            return job
        }
    }

    private func run(_ job: Job, _ name: String, _ path: () -> String) {
        do throws(OysterSDKError) {
            let engine = try engine(name, path)
            try engine.prepare(playsAudio: job.playsAudio)
            job.done(.success(engine))
        } catch {
            job.done(.failure(error))
        }
    }

    private func engine(_ name: String, _ path: () -> String) throws(OysterSDKError)
        -> AdapterEngine
    {
        let (known, loaded) = state.withLock { state in
            (state.entries[name]?.engine, state.entries[name]?.library)
        }
        if let known { return known }
        let (library, engine): (AdapterLibrary, AdapterEngine)
        do throws(AdapterLibrary.Problem) {
            library = if let loaded { loaded } else { try AdapterLibrary(path: path()) }
            engine = try AdapterEngine(library)
        } catch {
            throw OysterSDKError.streamEngine(error.text)
        }
        state.withLock { state in
            state.entries[name]?.library = library
            state.entries[name]?.engine = engine
        }
        return engine
    }
}
