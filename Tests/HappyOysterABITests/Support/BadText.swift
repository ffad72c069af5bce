// SPDX-License-Identifier: Apache-2.0

/// Texts that every function refuses, with their NUL.
enum BadText {
    static let huge = [CChar](repeating: 97, count: 8 << 20) + [0]
    static let notUTF8: [[CChar]] = [
        [-1, 0], [-64, -128, 0], [-19, -96, -128, 0], [-12, -112, -128, -128, 0],
        [97, -30, -126, 0],
    ]
}
