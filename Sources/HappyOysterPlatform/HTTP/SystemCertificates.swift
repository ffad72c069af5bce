// SPDX-License-Identifier: Apache-2.0
internal import CCurl
import Glibc
package import HappyOysterCore

/// Certificate authorities from files: those of `ca_file`, else those that the environment names,
/// else the system's.
package struct SystemCertificates: CertificateSource {
    package init() {}

    package func authorities(caFile: String?, isTLS: Bool) throws(OysterSDKError)
        -> TrustedCertificates
    {
        if let caFile {
            return TrustedCertificates(file: try SystemCertificates.check(caFile, "ca_file"))
        }
        let file = ProcessEnvironment.variable("SSL_CERT_FILE")
        let folder = ProcessEnvironment.variable("SSL_CERT_DIR")
        guard file != nil || folder != nil else {
            return TrustedCertificates(file: SystemCertificates.systemFile)
        }
        if isTLS, let folder, !SystemCertificates.namesFolder(folder) {
            throw RuntimeConfig.invalid("the environment's SSL_CERT_DIR does not name a directory")
        }
        guard isTLS, let file else { return TrustedCertificates(file: file, folder: folder) }
        let checked = try SystemCertificates.check(file, "the environment's SSL_CERT_FILE")
        return TrustedCertificates(file: checked, folder: folder)
    }

    /// The file that libcurl was built with, if it is readable.
    ///
    /// The directory that libcurl was built with holds the same certificates, one per file.
    private static let systemFile: String? = {
        guard let handle = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(handle) }
        guard let path = oyster_curl_get_text(handle, CURLINFO_CAINFO), access(path, R_OK) == 0
        else { return nil }
        return String(validatingCString: path)
    }()

    private static func namesFolder(_ list: String) -> Bool {
        list.split(separator: ":").contains { path in
            var info = stat()
            return stat(String(path), &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// The absolute path of a file that holds certificates.
    private static func check(_ path: String, _ name: String) throws(OysterSDKError) -> String {
        if path.isEmpty { throw RuntimeConfig.invalid("\(name) is an empty path") }
        let file: CertificateFile
        do throws(CertificateFile.Problem) {
            file = try CertificateFile(path)
        } catch {
            throw RuntimeConfig.invalid("\(name) cannot be read (\(error.reason))")
        }
        guard file.holdsCertificate else {
            throw RuntimeConfig.invalid("\(name) holds no certificate in PEM form")
        }
        guard let absolute = absolute(path) else {
            throw RuntimeConfig.invalid("\(name) is relative, and there is no working directory")
        }
        return absolute
    }

    /// The absolute path; symbolic links are kept, since their targets may be replaced.
    private static func absolute(_ path: String) -> String? {
        path.hasPrefix("/") ? path : ProcessEnvironment.workingFolder.map { "\($0)/\(path)" }
    }
}
