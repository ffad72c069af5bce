// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// Settings of every Swift target.
///
/// Warnings are errors; the upcoming features keep async helpers on the caller's executor and
/// imports explicit.
func settings(strict: Bool = true) -> [SwiftSetting] {
    var all: [SwiftSetting] = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if strict { all.append(.strictMemorySafety()) }
    return all
}

/// A Swift target of the library or the gateway.
func target(_ name: String, _ dependencies: [Target.Dependency], strict: Bool = true) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(strict: strict))
}

/// The tests of one target.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        swiftSettings: settings(strict: false)
    )
}

/// An example program.
func example(_ name: String, _ folder: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["HappyOysterSDK"],
        path: "examples/swift/" + folder,
        swiftSettings: settings(strict: false)
    )
}

/// A C library of the system, found by pkg-config.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "happyoyster",
    products: [
        .library(name: "happyoyster", type: .dynamic, targets: ["HappyOysterABI"]),
        .library(name: "HappyOysterSDK", type: .static, targets: ["HappyOysterSDK"]),
        .executable(name: "first-travel-swift", targets: ["first-travel-swift"]),
        .executable(name: "oyster-gateway", targets: ["oyster-gateway"]),
        .executable(name: "oyster-session-server", targets: ["oyster-session-server"]),
    ],
    targets: [
        // The hand-written header, for Swift to implement and for tests to call.
        .systemLibrary(name: "CHappyOyster", path: "include"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        system("CcJSON", pkgConfig: "libcjson", apt: "libcjson-dev"),
        system("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),

        // glibc functions that its Swift module hides.
        .systemLibrary(name: "CLinux"),

        // What the gateway calls in the shared object that sends its frames.
        .systemLibrary(name: "CGatewayMedia"),

        // Threads, waiting and clocks, without Foundation and Dispatch.
        target("HappyOysterThreading", ["CLinux"], strict: false),
        .target(
            name: "HappyOysterCore",
            swiftSettings: settings(),
            linkerSettings: [.linkedLibrary("m")]  // floor and ceil of Int64(exactly:)
        ),
        target("HappyOysterStream", ["HappyOysterCore", "HappyOysterThreading"]),
        target(
            "HappyOysterWorld",
            ["HappyOysterCore", "HappyOysterStream", "HappyOysterThreading"]
        ),
        // Sessions of several people, beside the travels of an engine.
        target(
            "HappyOysterSession",
            ["HappyOysterCore", "HappyOysterThreading", "HappyOysterWorld"]
        ),
        // These two targets handle pointers from and to C in nearly every function. Strict memory
        // safety would mark each of them.
        target(
            "HappyOysterPlatform",
            [
                "HappyOysterCore", "HappyOysterStream", "HappyOysterWorld", "HappyOysterThreading",
                "CCurl", "CLinux", "CHappyOyster",
            ],
            strict: false
        ),
        target(
            "HappyOysterABI",
            [
                "HappyOysterCore", "HappyOysterStream", "HappyOysterWorld", "HappyOysterSession",
                "HappyOysterPlatform", "HappyOysterThreading", "CHappyOyster", "CcJSON",
            ],
            strict: false
        ),
        // The Swift façade: the names of the SDK reference over the same core.
        target(
            "HappyOysterSDK",
            [
                "HappyOysterCore", "HappyOysterStream", "HappyOysterWorld", "HappyOysterPlatform",
                "HappyOysterThreading",
            ]
        ),

        example("first-travel-swift", "FirstTravel"),
        example("quick-start-swift", "QuickStart"),

        // The world that the gateway shows: simulation and painter, without clocks and threads.
        // Optimised in debug builds too, or no test of the gateway would see 24 frames a second.
        .target(
            name: "OysterScenery",
            dependencies: ["HappyOysterCore", "HappyOysterStream"],
            swiftSettings: settings() + [.unsafeFlags(["-O"], .when(configuration: .debug))]
        ),
        target(
            "OysterGateway",
            [
                "HappyOysterCore", "HappyOysterPlatform", "HappyOysterStream",
                "HappyOysterThreading", "OysterScenery", "CGatewayMedia", "CMicrohttpd",
            ],
            strict: false
        ),
        .executableTarget(
            name: "oyster-gateway",
            dependencies: ["OysterGateway", "HappyOysterThreading", "CLinux"],
            swiftSettings: settings(strict: false)
        ),

        // The session server: its model is pure, the rest calls C.
        target(
            "OysterSessionServer",
            ["HappyOysterCore", "HappyOysterThreading", "CCrypto", "CLinux", "CMicrohttpd"],
            strict: false
        ),
        .executableTarget(
            name: "oyster-session-server",
            dependencies: ["OysterSessionServer", "HappyOysterCore"],
            swiftSettings: settings(strict: false)
        ),

        target(
            "HappyOysterTestSupport",
            [
                "HappyOysterCore", "HappyOysterStream", "HappyOysterWorld", "HappyOysterPlatform",
                "HappyOysterThreading", "CCurl",
            ],
            strict: false
        ),
        // Readers of foreign text with their promises: fuzzed by scripts/fuzz, replayed by a test.
        .target(
            name: "OysterFuzzTargets",
            dependencies: [
                "HappyOysterABI", "HappyOysterCore", "HappyOysterWorld", "OysterGateway",
                "OysterSessionServer",
            ],
            path: "Tests/fuzz/targets",
            swiftSettings: settings(strict: false)
        ),
        tests("OysterFuzzTests", ["OysterFuzzTargets", "HappyOysterTestSupport"]),
        tests("HappyOysterCoreTests", ["HappyOysterCore", "HappyOysterTestSupport"]),
        tests("HappyOysterThreadingTests", ["HappyOysterThreading", "HappyOysterTestSupport"]),
        tests(
            "HappyOysterStreamTests",
            ["HappyOysterStream", "HappyOysterThreading", "HappyOysterTestSupport"]
        ),
        tests("OysterSceneryTests", ["OysterScenery", "HappyOysterCore", "HappyOysterStream"]),
        tests(
            "HappyOysterPlatformTests",
            [
                "HappyOysterPlatform", "HappyOysterCore", "HappyOysterStream", "HappyOysterWorld",
                "HappyOysterThreading", "CHappyOyster", "HappyOysterTestSupport", "OysterGateway",
            ]
        ),
        tests(
            "HappyOysterWorldTests",
            ["HappyOysterWorld", "HappyOysterThreading", "HappyOysterTestSupport"]
        ),
        tests(
            "HappyOysterSessionTests",
            [
                "HappyOysterSession", "HappyOysterCore", "HappyOysterWorld", "HappyOysterPlatform",
                "HappyOysterThreading", "HappyOysterTestSupport", "oyster-session-server",
            ]
        ),
        tests(
            "HappyOysterSDKTests",
            [
                "HappyOysterSDK", "quick-start-swift", "OysterGateway", "HappyOysterCore",
                "HappyOysterPlatform", "HappyOysterTestSupport",
            ]
        ),
        tests(
            "HappyOysterABITests",
            [
                "HappyOysterABI", "HappyOysterCore", "HappyOysterPlatform", "HappyOysterThreading",
                "CHappyOyster", "CcJSON", "OysterGateway", "OysterSessionServer",
                "oyster-session-server", "HappyOysterTestSupport",
            ]
        ),
        tests(
            "OysterSessionServerTests",
            [
                "OysterSessionServer", "HappyOysterCore", "HappyOysterPlatform",
                "HappyOysterThreading", "HappyOysterTestSupport",
            ]
        ),
        tests(
            "OysterGatewayTests",
            [
                "OysterGateway", "oyster-gateway", "OysterScenery", "CGatewayMedia",
                "HappyOysterCore", "HappyOysterPlatform", "HappyOysterStream",
                "HappyOysterThreading", "HappyOysterTestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Links libFuzzer, which only scripts/fuzz asks the compiler for.
if Context.environment["OYSTER_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "oyster-fuzz",
            dependencies: ["OysterFuzzTargets"],
            path: "Tests/fuzz/runner",
            swiftSettings: settings(strict: false)
        )
    )
}
