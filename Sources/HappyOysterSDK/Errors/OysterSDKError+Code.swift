// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension OysterSDKError {
    /// The codes that the SDK names; `docs/errors.md` tells what to do about each.
    public enum Code {
        /// 100001: The engine has no valid configuration.
        public static let notInitialized = OysterErrorCode.notInitialized
        /// 100002: The configuration is blank or invalid.
        public static let invalidConfig = OysterErrorCode.invalidConfig
        /// 101001: No HTTP token was injected.
        public static let tokenMissing = OysterErrorCode.tokenMissing
        /// 101002: The server refused the HTTP token.
        public static let tokenInvalid = OysterErrorCode.tokenInvalid
        /// 103001: No travel is active.
        public static let noActiveTravel = OysterErrorCode.noActiveTravel
        /// 103002: The current state or world version does not allow this.
        public static let invalidState = OysterErrorCode.invalidState
        /// 103003: This world's mode does not have this operation.
        public static let sendCommandInDirecting = OysterErrorCode.modeMismatch
        /// 103004: Another travel of this engine is in flight.
        public static let concurrentTravel = OysterErrorCode.concurrentTravel
        /// 105001: The real-time connection failed.
        public static let realtimeConnectFailed = OysterErrorCode.realtimeConnectFailed
        /// 105002: Joining the real-time channel took too long.
        public static let realtimeJoinTimeout = OysterErrorCode.realtimeJoinTimeout
        /// 105003: The first video frame did not come in time.
        public static let firstFrameTimeout = OysterErrorCode.firstFrameTimeout
        /// 105004: The real-time channel did not take the command.
        public static let channelNotReady = OysterErrorCode.channelNotReady
        /// 105005: The server did not answer in time.
        public static let callbackTimeout = OysterErrorCode.callbackTimeout
        /// 105006: No stream arrived after joining; the travel was ended.
        public static let streamAutoEnd = OysterErrorCode.streamAutoEnd
        /// 106001: The network failed before an answer came.
        public static let localNetwork = OysterErrorCode.localNetwork
        /// 106002: The server's answer could not be understood.
        public static let responseDecodeFailed = OysterErrorCode.responseDecodeFailed
        /// 106003: A gateway or proxy answered without a code of the service.
        public static let proxyOrUnrecognized = OysterErrorCode.proxyOrUnrecognized
        /// 108001: The service has switched this SDK version off.
        public static let featureGateDisabled = OysterErrorCode.featureGateDisabled

        /// 109002: An argument is outside what the function accepts.
        public static let invalidArgument = OysterErrorCode.invalidArgument
        /// 109003: The library was in use when this process was forked.
        public static let forked = OysterErrorCode.forked
        /// 109006: A release, cleanup or shutdown overtook the operation.
        public static let aborted = OysterErrorCode.aborted
        /// 109007: A limit of the library is reached.
        public static let limitReached = OysterErrorCode.limitReached
        /// 109011: The system refused a thread, a descriptor or memory.
        public static let outOfResources = OysterErrorCode.outOfResources

        /// 400000: A parameter is invalid.
        public static let serverInvalidParameter = OysterErrorCode.serverInvalidParameter
        /// 401010: The ticket is invalid or expired.
        public static let serverTicketInvalid = OysterErrorCode.serverTicketInvalid
        /// 401011: The ticket was used before.
        public static let serverTicketUsed = OysterErrorCode.serverTicketUsed
        /// 403001: The world does not exist or is not yours.
        public static let serverWorldNotFound = OysterErrorCode.serverWorldNotFound
        /// 403002: The world is not ready.
        public static let serverWorldNotReady = OysterErrorCode.serverWorldNotReady
        /// 403003: Only the primary API key may call this.
        public static let serverPrimaryKeyOnly = OysterErrorCode.serverPrimaryKeyOnly
        /// 403004: Content moderation refused the text.
        public static let serverContentModeration = OysterErrorCode.serverContentModeration
        /// 403007: The account does not have this service specification.
        public static let serverSpecificationDisabled = OysterErrorCode.serverSpecificationDisabled
        /// 403008: Capacity configuration is temporarily unavailable.
        public static let serverCapacityUnavailable = OysterErrorCode.serverCapacityUnavailable
        /// 404000: The travel or world does not exist.
        public static let serverNotFound = OysterErrorCode.serverNotFound
        /// 409000: The request conflicts with the current state.
        public static let serverStateConflict = OysterErrorCode.serverStateConflict
        /// 429001: The concurrency limit of this specification is reached.
        public static let serverConcurrencyLimit = OysterErrorCode.serverConcurrencyLimit
        /// 429002: Not enough capacity is free.
        public static let serverCapacityExhausted = OysterErrorCode.serverCapacityExhausted
        /// 500000: The server had an internal error.
        public static let serverInternal = OysterErrorCode.serverInternal
        /// 500001: Inference resources could not be allocated.
        public static let serverInferenceFailed = OysterErrorCode.serverInferenceFailed
    }
}
