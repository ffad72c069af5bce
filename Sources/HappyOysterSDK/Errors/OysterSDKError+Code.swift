// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension OysterSDKError {
    /// The codes that the SDK names; `docs/errors.md` tells what to do about each.
    public enum Code {
        public static let notInitialized = OysterErrorCode.notInitialized
        public static let invalidConfig = OysterErrorCode.invalidConfig
        public static let tokenMissing = OysterErrorCode.tokenMissing
        public static let tokenInvalid = OysterErrorCode.tokenInvalid
        public static let noActiveTravel = OysterErrorCode.noActiveTravel
        public static let invalidState = OysterErrorCode.invalidState
        public static let sendCommandInDirecting = OysterErrorCode.modeMismatch
        public static let concurrentTravel = OysterErrorCode.concurrentTravel
        public static let realtimeConnectFailed = OysterErrorCode.realtimeConnectFailed
        public static let realtimeJoinTimeout = OysterErrorCode.realtimeJoinTimeout
        public static let firstFrameTimeout = OysterErrorCode.firstFrameTimeout
        public static let channelNotReady = OysterErrorCode.channelNotReady
        public static let callbackTimeout = OysterErrorCode.callbackTimeout
        public static let streamAutoEnd = OysterErrorCode.streamAutoEnd
        public static let localNetwork = OysterErrorCode.localNetwork
        public static let responseDecodeFailed = OysterErrorCode.responseDecodeFailed
        public static let proxyOrUnrecognized = OysterErrorCode.proxyOrUnrecognized
        public static let featureGateDisabled = OysterErrorCode.featureGateDisabled

        public static let invalidArgument = OysterErrorCode.invalidArgument
        public static let forked = OysterErrorCode.forked
        public static let aborted = OysterErrorCode.aborted
        public static let limitReached = OysterErrorCode.limitReached
        public static let outOfResources = OysterErrorCode.outOfResources

        public static let serverInvalidParameter = OysterErrorCode.serverInvalidParameter
        public static let serverTicketInvalid = OysterErrorCode.serverTicketInvalid
        public static let serverTicketUsed = OysterErrorCode.serverTicketUsed
        public static let serverWorldNotFound = OysterErrorCode.serverWorldNotFound
        public static let serverWorldNotReady = OysterErrorCode.serverWorldNotReady
        public static let serverPrimaryKeyOnly = OysterErrorCode.serverPrimaryKeyOnly
        public static let serverContentModeration = OysterErrorCode.serverContentModeration
        public static let serverSpecificationDisabled = OysterErrorCode.serverSpecificationDisabled
        public static let serverCapacityUnavailable = OysterErrorCode.serverCapacityUnavailable
        public static let serverNotFound = OysterErrorCode.serverNotFound
        public static let serverStateConflict = OysterErrorCode.serverStateConflict
        public static let serverConcurrencyLimit = OysterErrorCode.serverConcurrencyLimit
        public static let serverCapacityExhausted = OysterErrorCode.serverCapacityExhausted
        public static let serverInternal = OysterErrorCode.serverInternal
        public static let serverInferenceFailed = OysterErrorCode.serverInferenceFailed
    }
}
