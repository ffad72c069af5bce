// SPDX-License-Identifier: Apache-2.0

/// Why the control port refused a request.
struct ControlError: Error, Equatable {
    var status = 400
    let message: String

    init(_ message: String, status: Int = 400) {
        self.message = message
        self.status = status
    }
}
