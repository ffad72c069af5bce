// SPDX-License-Identifier: Apache-2.0

extension ErrorCatalog {
    private typealias Code = OysterErrorCode

    /// 4xxxxx and 5xxxxx: decided by the server.
    ///
    /// Source: reference, section 9; Open API pages.
    static let server: [Int: Entry] = [
        Code.serverInvalidParameter: answer(
            "INVALID_PARAMETER",
            "A parameter is invalid.",
            "Check the values sent, or the SDK version."
        ),
        Code.serverImageUnreachable: answer(
            "IMAGE_UNREACHABLE",
            "An image could not be fetched or stored.",
            "Check that the image URL is public."
        ),
        Code.serverTicketInvalid: answer(
            "TICKET_INVALID",
            "The ticket is invalid or expired.",
            "Have your server issue a new ticket; check that model and world belong together."
        ),
        Code.serverTicketUsed: answer(
            "TICKET_USED",
            "The ticket was used before.",
            "Tickets are single-use: have your server issue a new one."
        ),
        Code.serverWorldNotFound: answer(
            "WORLD_NOT_FOUND",
            "The world does not exist or is not yours.",
            "Choose a valid world."
        ),
        Code.serverWorldNotReady: answer(
            "WORLD_NOT_READY",
            "The world is not ready.",
            "Wait until the world is ready before starting."
        ),
        Code.serverPrimaryKeyOnly: answer(
            "PRIMARY_KEY_ONLY",
            "Only the primary API key may call this.",
            "Call it from your server."
        ),
        Code.serverContentModeration: answer(
            "CONTENT_MODERATION",
            "Content moderation refused the text.",
            "Change the text and retry."
        ),
        Code.serverContentCopyright: answer(
            "CONTENT_COPYRIGHT",
            "The content was refused for copyright.",
            "Change the content and retry."
        ),
        Code.serverInstructUnsupported: answer(
            "INSTRUCT_UNSUPPORTED",
            "This world takes no instructions.",
            "Scriptlist worlds follow their script; use update_script."
        ),
        Code.serverSpecificationDisabled: answer(
            "SPECIFICATION_DISABLED",
            "The account does not have this service specification.",
            "Do not retry; use a specification that is enabled, for example another mode."
        ),
        Code.serverCapacityUnavailable: answer(
            "CAPACITY_UNAVAILABLE",
            "Capacity configuration is temporarily unavailable.",
            "Retry later."
        ),
        Code.serverNotFound: answer(
            "NOT_FOUND",
            "The travel or world does not exist.",
            "Check id and status."
        ),
        Code.serverStateConflict: answer(
            "STATE_CONFLICT",
            "The request conflicts with the current state.",
            "Check the travel's status."
        ),
        Code.serverConcurrencyLimit: answer(
            "CONCURRENCY_LIMIT",
            "The concurrency limit of this specification is reached.",
            "Retry after another session has ended."
        ),
        Code.serverCapacityExhausted: answer(
            "CAPACITY_EXHAUSTED",
            "Not enough capacity is free.",
            "Retry later."
        ),
        Code.serverInternal: answer(
            "INTERNAL",
            "The server had an internal error.",
            "Retry later, or report the request id in raw."
        ),
        Code.serverInferenceFailed: answer(
            "INFERENCE_FAILED",
            "Inference resources could not be allocated.",
            "Retry later."
        ),
    ]

    private static func answer(_ name: String, _ message: String, _ advice: String) -> Entry {
        Entry(name: "SERVER_" + name, kind: nil, message: message, advice: advice)
    }
}
