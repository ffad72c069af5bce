// SPDX-License-Identifier: Apache-2.0

extension ErrorCatalog {
    private typealias Code = OysterErrorCode

    /// 109xxx: misuse of the C interface itself.
    ///
    /// Ours.
    static let interface: [Int: Entry] = [
        Code.invalidHandle: misuse(
            "INVALID_HANDLE",
            "The handle is NULL, stale, or of another kind.",
            "Use a handle between its creation and its release only."
        ),
        Code.invalidArgument: misuse(
            "INVALID_ARGUMENT",
            "An argument is outside what the function accepts.",
            "Compare the call with the header's comment."
        ),
        Code.forked: misuse(
            "FORKED",
            "The library was in use when this process was forked.",
            "Load or first use the library after fork, or exec."
        ),
        Code.wouldDeadlock: misuse(
            "WOULD_DEADLOCK",
            "The call would wait for itself.",
            "Do not wait inside a callback; dispatch an engine from one thread at a time."
        ),
        Code.unsupported: misuse(
            "UNSUPPORTED",
            "This object does not support the call.",
            "Read the function's comment for what it supports."
        ),
        Code.aborted: misuse(
            "ABORTED",
            "A release, cleanup or shutdown overtook the operation.",
            "Nothing to do; what the server had accepted is not rolled back."
        ),
        Code.limitReached: misuse(
            "LIMIT_REACHED",
            "A limit of the library is reached.",
            "Release what is no longer needed."
        ),
        Code.shutDown: misuse(
            "SHUT_DOWN",
            "The library was shut down in this process.",
            "Nothing works after oyster_engine_shutdown_all()."
        ),
        Code.noFrame: misuse(
            "NO_FRAME",
            "No frame has arrived yet.",
            "Ask again later, or use a frame callback."
        ),
        Code.timedOut: misuse(
            "TIMED_OUT",
            "The wait ended before the work did.",
            "Wait longer, or go on without."
        ),
        Code.outOfResources: misuse(
            "OUT_OF_RESOURCES",
            "The system refused a thread, a descriptor or memory.",
            "Look at the limits of the process."
        ),
    ]

    private static func misuse(_ name: String, _ message: String, _ advice: String) -> Entry {
        Entry(name: name, kind: nil, message: message, advice: advice)
    }
}
