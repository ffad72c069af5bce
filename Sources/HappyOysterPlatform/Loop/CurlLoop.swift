// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import Glibc
package import HappyOysterCore
import HappyOysterThreading
import Synchronization

/// The event loop: one thread that runs jobs, timers and libcurl's transfers.
///
/// `@unchecked Sendable`: `inbox` is behind a lock, `wakeups` is atomic, `multi` is only woken from
/// other threads (which libcurl allows), and the rest is touched by the loop thread alone.
package final class CurlLoop: EventLoop, @unchecked Sendable {
    private enum Job {
        case closure(@Sendable () -> Void)
        case actor(UnownedJob)
    }

    private struct Inbox {
        var jobs: [Job] = []
        var isParked = false
    }

    let multi: OpaquePointer
    private let inbox = Lock(Inbox())
    private let parking = Condition(false)
    private let wakeups: WakeupSet
    private let threadID = Atomic<UInt>(0)
    /// Microseconds; written by the loop alone.
    private let longestTurnUs = Atomic<Int64>(0)
    private var timers = TimerHeap<LoopTimer>()
    private var cancelledTimers = 0
    /// Called after libcurl has read from sockets and before finished transfers are reported; loop
    /// only.
    var onTransferred: () -> Void = {}
    /// Called for each transfer that libcurl has finished; loop only.
    var onTransferDone: (OpaquePointer, CURLcode) -> Void = { _, _ in }

    /// Starts the loop's thread; nil when the system refuses a thread or descriptors.
    package init?() {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return nil }
        let before = ProcessDescriptors.open
        guard let multi = curl_multi_init() else { return nil }
        // Before the first wakeup: the descriptors are recognised by the first byte that waits in
        // them.
        WakeupDescriptors.closeOnExec(multi, among: ProcessDescriptors.open.subtracting(before))
        // A multi handle that libcurl made without descriptors cannot be woken.
        guard curl_multi_wakeup(multi) == CURLM_OK else {
            curl_multi_cleanup(multi)
            return nil
        }
        self.multi = OpaquePointer(multi)
        let address = UInt(bitPattern: multi)
        wakeups = WakeupSet { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
        guard SystemThread.start("oyster-loop", { self.main() }) else {
            curl_multi_cleanup(multi)
            return nil
        }
    }

    package var now: Duration { SystemClock.monotonic }
    package var wallClockMs: Int64 { SystemClock.wallMs }
    package var longestTurn: Duration {
        .microseconds(longestTurnUs.load(ordering: .relaxed))
    }
    package var isCurrent: Bool { threadID.load(ordering: .relaxed) == SystemThread.current }

    package func run(_ job: @escaping @Sendable () -> Void) { post(.closure(job)) }

    package func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
        -> any Cancellable
    {
        let due = now + delay
        let timer = LoopTimer(job) { self.onLoop { self.timerCancelled() } }
        onLoop { self.timers.insert(timer, due: due) }
        return timer
    }

    package func makeWakeup() -> (any Wakeup)? {
        wakeups.makeIndex().map { LoopWakeup(index: $0, set: wakeups, onLoop: onLoop) }
    }

    /// Stops the loop for good: no job, timer or transfer runs when this returns true.
    ///
    /// For the exit of the process, before other libraries free their state.
    package func park(timeout: Duration) -> Bool {
        inbox.withLock { $0.isParked = true }
        if isCurrent { return true }
        wake()
        return parking.wait(until: now + timeout) { $0 ? true : nil } ?? false
    }

    private func onLoop(_ job: @escaping @Sendable () -> Void) {
        if isCurrent { job() } else { run(job) }
    }

    private func post(_ job: Job) {
        let wasEmpty = inbox.withLock { inbox in
            inbox.jobs.append(job)
            return inbox.jobs.count == 1
        }
        if wasEmpty && !isCurrent { wake() }
    }

    private func wake() { curl_multi_wakeup(UnsafeMutableRawPointer(multi)) }

    private func main() {
        threadID.store(SystemThread.current, ordering: .relaxed)
        while true {
            let began = now
            let triggered = wakeups.collect()
            guard performJobs() else { leave() }
            wakeups.run(triggered)
            while let timer = timers.popDue(at: now) { timer.fire() }
            transfer()
            noteTurn(now - began)
            if !hasJobs { poll() }
        }
    }

    private func noteTurn(_ time: Duration) {
        let microseconds = time.wholeMicroseconds
        if microseconds > longestTurnUs.load(ordering: .relaxed) {
            longestTurnUs.store(microseconds, ordering: .relaxed)
        }
    }

    /// Runs the waiting jobs and frees them before the loop sleeps; false once parked.
    private func performJobs() -> Bool {
        let (jobs, isParked) = inbox.withLock { inbox in
            defer { inbox.jobs.removeAll(keepingCapacity: inbox.jobs.capacity < 1024) }
            return (inbox.jobs, inbox.isParked)
        }
        guard !isParked else { return false }
        for job in jobs { perform(job) }
        return true
    }

    /// Sleeps until the process is gone.
    ///
    /// The end of a thread frees its OpenSSL data, while the exiting thread frees all of OpenSSL.
    private func leave() -> Never {
        parking.update { $0 = true }
        while true { pause() }
    }

    private var hasJobs: Bool { inbox.withLock { !$0.jobs.isEmpty } }

    private func perform(_ job: Job) {
        switch job {
        case .closure(let run): run()
        case .actor(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    /// Runs libcurl and reports finished transfers.
    private func transfer() {
        var running: Int32 = 0
        curl_multi_perform(UnsafeMutableRawPointer(multi), &running)
        onTransferred()
        var left: Int32 = 0
        while let message = curl_multi_info_read(UnsafeMutableRawPointer(multi), &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
                continue
            }
            onTransferDone(OpaquePointer(easy), message.pointee.data.result)
        }
    }

    /// Sleeps until a socket is ready, a timer is due, or another thread wakes the loop.
    private func poll() {
        var wait: Int32 = 60_000
        if let due = timers.nextDue {
            // Rounded up: waking before the timer is due would only repeat the loop.
            let ms = (due - now + .microseconds(999)).wholeMilliseconds
            wait = Int32(clamping: max(0, min(ms, 60_000)))
        }
        curl_multi_poll(UnsafeMutableRawPointer(multi), nil, 0, wait, nil)
    }

    private func timerCancelled() {
        cancelledTimers += 1
        guard cancelledTimers > 64, cancelledTimers > timers.count / 2 else { return }
        timers.keep { $0.isLive }
        cancelledTimers = 0
    }
}

extension CurlLoop {
    package func enqueue(_ job: consuming ExecutorJob) { post(.actor(UnownedJob(job))) }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    package func checkIsolated() {
        precondition(isCurrent, "engine entered outside its loop")
    }
}
