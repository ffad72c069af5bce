// SPDX-License-Identifier: Apache-2.0

/// The files of the certificate authorities that a connection trusts.
package struct TrustedCertificates: Equatable, Sendable {
    /// A PEM file.
    package let file: String?
    /// A directory of PEM files named by hash, as `openssl rehash` makes them.
    package let folder: String?

    /// Neither a file nor a directory: the authorities that the system trusts.
    package static let system = TrustedCertificates()

    package var isSystem: Bool { file == nil && folder == nil }

    package init(file: String? = nil, folder: String? = nil) {
        self.file = file
        self.folder = folder
    }
}

/// Finds and checks certificate authorities.
package protocol CertificateSource: Sendable {
    /// The authorities for a configuration's `ca_file`; 100002 with the reason when they cannot be
    /// used.
    ///
    /// It reads files, so it must not be called on the loop. `isTLS` is false for a service on
    /// plain HTTP: then the files that the environment names are not checked.
    func authorities(caFile: String?, isTLS: Bool) throws(OysterSDKError) -> TrustedCertificates
}

/// Accepts every `ca_file` unchecked; for tests without files.
package struct UncheckedCertificates: CertificateSource {
    package init() {}

    package func authorities(caFile: String?, isTLS: Bool) -> TrustedCertificates {
        TrustedCertificates(file: caFile)
    }
}
