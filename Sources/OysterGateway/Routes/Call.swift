// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A request on a model route, authenticated, with its fields.
struct Call: Sendable {
    let model: Model
    let now: Moment
    /// The body of a POST.
    let body: Fields
    /// The parameters of a GET.
    let query: Fields
}
