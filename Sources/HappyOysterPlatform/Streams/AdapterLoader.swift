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
    ///
    /// The entry function is called on a thread of its own, as the contract says. `load` waits for
    /// it for 10 s at most: then the thread is left behind.
    func load(_ path: String) throws(AdapterLibrary.Problem) {
        _ = try library(path) { path }
        guard state.withLock({ $0.entries[path]?.engine == nil }) else { return }
        let answer = Condition<Result<AdapterEngine, AdapterLibrary.Problem>?>(nil)
        let isStarted = SystemThread.start("oyster-adapter") { [self] in
            let result = Result { () throws(AdapterLibrary.Problem) in
                try engine(path) { path }
            }
            answer.update { $0 = result }
        }
        guard isStarted else { throw AdapterLibrary.noThread }
        let deadline = SystemClock.monotonic + .seconds(10)
        guard let result = answer.wait(until: deadline, { $0 }) else {
            throw AdapterLibrary.noReturn
        }
        _ = try result.get()
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
        let engine: AdapterEngine
        do throws(AdapterLibrary.Problem) {
            engine = try self.engine(name, path)
        } catch {
            return job.done(.failure(.streamEngine(error.text)))
        }
        do throws(OysterSDKError) {
            try engine.prepare(playsAudio: job.playsAudio)
            job.done(.success(engine))
        } catch {
            job.done(.failure(error))
        }
    }

    /// The engine of an adapter; calls the entry function at the first use, on the calling thread.
    private func engine(_ name: String, _ path: () -> String) throws(AdapterLibrary.Problem)
        -> AdapterEngine
    {
        if let known = state.withLock({ $0.entries[name]?.engine }) { return known }
        let engine = try AdapterEngine(library(name, path))
        state.withLock { $0.entries[name]?.engine = engine }
        return engine
    }

    /// The shared object of an adapter; loads it at the first use, on the calling thread.
    private func library(_ name: String, _ path: () -> String) throws(AdapterLibrary.Problem)
        -> AdapterLibrary
    {
        if let loaded = state.withLock({ $0.entries[name]?.library }) { return loaded }
        let library = try AdapterLibrary(path: path())
        state.withLock { $0.entries[name, default: Entry()].library = library }
        return library
    }
}
