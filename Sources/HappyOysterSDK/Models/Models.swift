// SPDX-License-Identifier: Apache-2.0

// The public types of the core are those of the SDK reference: configuration, commands, statuses,
// results, pixel formats, errors. Everything else of these modules has package access.
@_exported public import HappyOysterCore
@_exported public import HappyOysterStream
