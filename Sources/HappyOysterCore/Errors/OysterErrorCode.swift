// SPDX-License-Identifier: Apache-2.0

/// Every error code the SDK names.
///
/// Numbers are permanent. Source: iOS SDK reference 1.0.3, section 9; Open API error table; 109xxx
/// (misuse of the C interface) are ours.
package enum OysterErrorCode {
    package static let notInitialized = 100_001
    package static let invalidConfig = 100_002
    package static let tokenMissing = 101_001
    package static let tokenInvalid = 101_002
    package static let noActiveTravel = 103_001
    package static let invalidState = 103_002
    package static let modeMismatch = 103_003
    package static let concurrentTravel = 103_004
    package static let realtimeConnectFailed = 105_001
    package static let realtimeJoinTimeout = 105_002
    package static let firstFrameTimeout = 105_003
    package static let channelNotReady = 105_004
    package static let callbackTimeout = 105_005
    package static let streamAutoEnd = 105_006
    package static let localNetwork = 106_001
    package static let responseDecodeFailed = 106_002
    package static let proxyOrUnrecognized = 106_003
    package static let featureGateDisabled = 108_001

    package static let invalidHandle = 109_001
    package static let invalidArgument = 109_002
    package static let forked = 109_003
    package static let wouldDeadlock = 109_004
    package static let unsupported = 109_005
    package static let aborted = 109_006
    package static let limitReached = 109_007
    package static let shutDown = 109_008
    package static let noFrame = 109_009
    package static let timedOut = 109_010
    package static let outOfResources = 109_011

    package static let serverInvalidParameter = 400_000
    package static let serverImageUnreachable = 400_001
    package static let serverTicketInvalid = 401_010
    package static let serverTicketUsed = 401_011
    package static let serverWorldNotFound = 403_001
    package static let serverWorldNotReady = 403_002
    package static let serverPrimaryKeyOnly = 403_003
    package static let serverContentModeration = 403_004
    package static let serverContentCopyright = 403_005
    package static let serverInstructUnsupported = 403_006
    package static let serverSpecificationDisabled = 403_007
    package static let serverCapacityUnavailable = 403_008
    package static let serverNotFound = 404_000
    package static let serverStateConflict = 409_000
    package static let serverConcurrencyLimit = 429_001
    package static let serverCapacityExhausted = 429_002
    package static let serverInternal = 500_000
    package static let serverInferenceFailed = 500_001

    /// Whether a number lies in the server's ranges.
    package static func isServer(_ code: Int) -> Bool {
        (400_000...499_999).contains(code) || (500_000...599_999).contains(code)
    }
}
