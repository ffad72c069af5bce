// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Builds the adapter with the C compiler into a directory of its own, which is removed with it.
final class AdapterBuild {
    let path: String
    private let folder: String

    /// `spoil` is a C statement that damages the table; `options` go to the compiler.
    init(spoil: String? = nil, options: String = "", name: String = "adapter.so") throws {
        var template = Array("/tmp/oyster-adapter-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw BuildFailure(output: "mkdtemp") }
        folder = String(cString: made)
        path = folder + "/" + name
        let macro = spoil.map { "-DSPOIL='\($0)'" } ?? ""
        let output = try AdapterBuild.run(
            "cc -x c -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-unused -g -shared -fPIC"
                + " -pthread -I\(AdapterBuild.include) \(macro) \(options) -o \(path) - 2>&1",
            input: AdapterSource.text
        )
        guard access(path, R_OK) == 0 else { throw BuildFailure(output: output) }
    }

    deinit {
        unlink(path)
        rmdir(folder)
    }

    struct BuildFailure: Error { let output: String }

    /// The repository's public headers.
    private static var include: String {
        #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/include"
    }

    private static func run(_ command: String, input: String) throws -> String {
        guard let stream = popen("\(command) | head -c 2000 >&2", "we") else {
            throw BuildFailure(output: "popen")
        }
        fputs(input, stream)
        return "status \(pclose(stream))"
    }
}
