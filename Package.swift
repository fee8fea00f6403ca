// swift-tools-version: 6.2

import PackageDescription

// Cursors are `~Escapable`: the compiler proves that none outlives its document. Saying how long they
// live (`@_lifetime`) needs this experimental feature inside our targets; a client needs no flag.
let swiftSettings: [SwiftSetting] = [
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Sluice",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Sluice", targets: ["Sluice"]),
    .library(name: "SluiceFoundation", targets: ["SluiceFoundation"]),
    .library(name: "SluiceFeed", targets: ["SluiceFeed"]),
    .library(name: "SluiceSchema", targets: ["SluiceSchema"]),
    .library(name: "SluiceRules", targets: ["SluiceRules"]),
    .library(name: "SluiceSearch", targets: ["SluiceSearch"]),
    .library(name: "SluiceConvert", targets: ["SluiceConvert"]),
    .library(name: "SluiceReflection", targets: ["SluiceReflection"]),
    .library(name: "SluiceElevateNames", targets: ["SluiceElevateNames"]),
    .library(name: "SluiceJSONHelperNames", targets: ["SluiceJSONHelperNames"]),
    .library(name: "SluiceImport", targets: ["SluiceImport"]),
    .executable(name: "sluice", targets: ["SluiceTool"]),
  ],
  targets: [
    // The C side: simdjson as installed, and a C shim over it.
    .systemLibrary(
      name: "SimdJSONSystem",
      path: "CSimdJSON/System",
      pkgConfig: "simdjson",
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]
    ),
    .target(
      name: "CSimdJSON",
      dependencies: ["SimdJSONSystem"],
      path: "CSimdJSON/Shim",
      publicHeadersPath: "include",
      cxxSettings: [
        .define("NDEBUG", .when(configuration: .release)),
        .define("SIMDJSON_DEVELOPMENT_CHECKS", to: "0"),
      ],
      linkerSettings: [.linkedLibrary("simdjson")]
    ),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
    ),
    .systemLibrary(
      name: "CISAL",
      path: "Sources/CISAL",
      pkgConfig: "libisal",
      providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]
    ),
    .systemLibrary(
      name: "CZstd",
      path: "Sources/CZstd",
      pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
    ),

    // libpq, loaded at run time by whoever connects to PostgreSQL.
    .target(
      name: "CPostgreSQL", path: "Sources/CPostgreSQL",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // The data path: bytes → window → structural index → cursor → plan → value → sink.
    .target(name: "Sluice", dependencies: ["CSimdJSON"], swiftSettings: swiftSettings),
    .target(name: "SluiceFoundation", dependencies: ["Sluice"], swiftSettings: swiftSettings),
    .target(
      name: "SluiceFeed", dependencies: ["Sluice", "CISAL", "CZstd", "CSimdJSON"],
      swiftSettings: swiftSettings),
    // The ways to say what to take from a cursor.
    .target(
      name: "SluiceSchema", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .target(
      name: "SluiceElevateNames", dependencies: ["SluiceSchema", "Sluice"],
      swiftSettings: swiftSettings),
    .target(
      name: "SluiceRules", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .target(
      name: "SluiceConvert", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .target(
      name: "SluiceJSONHelperNames", dependencies: ["SluiceConvert", "Sluice"],
      swiftSettings: swiftSettings),

    .target(
      name: "SluiceSearch", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .target(
      name: "SluiceReflection", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),

    .target(
      name: "SluiceImport", dependencies: ["SluiceFeed", "Sluice", "CSQLite", "CPostgreSQL"],
      exclude: ["JobFiles/job.schema.json"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "SluiceTool", dependencies: ["SluiceImport", "SluiceFeed", "Sluice"],
      swiftSettings: swiftSettings),

    .testTarget(
      name: "SluiceTests", dependencies: ["SluiceFeed", "Sluice", "CSimdJSON", "ConformanceSuite"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceFoundationTests", dependencies: ["SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceFeedTests",
      dependencies: ["SluiceFeed", "Sluice", "FeedTestSupport", "CZstd", "ConformanceSuite"],
      swiftSettings: swiftSettings),
    .target(
      name: "FeedTestSupport", dependencies: ["CISAL"], path: "Tests/FeedTestSupport",
      publicHeadersPath: "."),
    .testTarget(
      name: "SluiceRulesTests",
      dependencies: [
        "SluiceRules", "SluiceFeed", "SluiceFoundation", "Sluice", "SluiceImportTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceReflectionTests",
      dependencies: ["SluiceReflection", "SluiceFeed", "SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    // A program of its own, as it replaces the allocator: no test target may depend on it, which
    // would put it into the test's process.
    .target(name: "AllocationCounter", path: "Tests/Allocations/Counter"),
    .executableTarget(
      name: "CountAllocations", dependencies: ["AllocationCounter", "SluiceRules", "Sluice"],
      path: "Tests/Allocations/Program"),
    .executableTarget(
      name: "CountSchemaAllocations",
      dependencies: ["AllocationCounter", "SluiceSchema", "Sluice"],
      path: "Tests/Allocations/SchemaProgram"),
    .target(
      name: "SluiceImportTestSupport", dependencies: ["CSQLite", "CPostgreSQL"],
      path: "Tests/SluiceImportTestSupport", swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceSchemaTests",
      dependencies: [
        "SluiceSchema", "SluiceElevateNames", "SluiceFeed", "SluiceFoundation", "Sluice",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceSearchTests",
      dependencies: ["SluiceSearch", "SluiceFeed", "SluiceFoundation", "Sluice"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceConvertTests",
      dependencies: [
        "SluiceConvert", "SluiceJSONHelperNames", "SluiceFeed", "SluiceFoundation", "Sluice",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceImportTests",
      dependencies: [
        "SluiceImport", "SluiceFeed", "SluiceRules", "Sluice", "SluiceImportTestSupport",
        "FeedTestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: swiftSettings),
    .testTarget(
      name: "SluiceToolTests",
      dependencies: ["SluiceTool", "SluiceFeed", "Sluice", "SluiceImportTestSupport"],
      swiftSettings: swiftSettings),
    // The shim is C that the tests compile themselves and preload into the tool.
    .testTarget(
      name: "FaultInjectionTests", dependencies: ["SluiceTool", "SluiceImportTestSupport"],
      path: "Tests/FaultInjection", exclude: ["Shim"], swiftSettings: swiftSettings),

    // Conformance: a suite without a testing framework, the tests that run it, and a program that
    // runs it once for each SIMD kernel.
    .target(
      name: "ConformanceReference",
      dependencies: ["SimdJSONSystem"],
      path: "Tests/Conformance/Reference",
      publicHeadersPath: "include",
      cxxSettings: [
        .define("NDEBUG", .when(configuration: .release)),
        .define("SIMDJSON_DEVELOPMENT_CHECKS", to: "0"),
      ],
      linkerSettings: [.linkedLibrary("simdjson")]
    ),
    .target(
      name: "ConformanceSuite",
      dependencies: ["SluiceFeed", "Sluice", "CSimdJSON", "ConformanceReference"],
      path: "Tests/Conformance/Suite", swiftSettings: swiftSettings),
    .executableTarget(
      name: "ConformanceRunner", dependencies: ["ConformanceSuite"],
      path: "Tests/Conformance/Runner", swiftSettings: swiftSettings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["ConformanceSuite"],
      path: "Tests/Conformance/Tests", swiftSettings: swiftSettings),

    // Programs that must not compile: read as text by the tests, never built here.
    .testTarget(
      name: "CompileFailureTests",
      dependencies: [
        "SluiceSearch", "Sluice", "SluiceFeed", "SluiceConvert", "SluiceRules", "SluiceReflection",
        "SluiceFoundation", "SluiceElevateNames", "SluiceJSONHelperNames",
      ],
      path: "Tests/CompileFailure", exclude: ["Cases", "KnownHoles", "DefaultIsolation"]),
    .testTarget(
      name: "PackageTests",
      dependencies: [
        "Sluice", "SluiceFoundation", "SluiceSchema", "SluiceRules", "SluiceSearch", "SluiceFeed",
        "SluiceConvert",
        "SluiceImport", "SluiceReflection",
      ],
      exclude: ["Names"], swiftSettings: swiftSettings),

    // The documentation's examples, compiled as a client's code is: without the feature above.
    .executableTarget(
      name: "ReadmeExample", dependencies: ["Sluice", "SluiceFeed", "SluiceImport"],
      path: "Tests/DocumentationTests/ReadmeExample"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Sluice", "SluiceFoundation", "SluiceSchema", "SluiceElevateNames", "SluiceRules",
        "SluiceSearch",
        "SluiceFeed", "SluiceImport", "SluiceTool", "ReadmeExample", "SluiceConvert",
        "SluiceJSONHelperNames", "SluiceReflection",
        "SluiceImportTestSupport",
      ],
      exclude: ["ReadmeExample"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The fuzz target has no main of its own (libFuzzer brings it), so that it links only with
// --sanitize=fuzzer: scripts/fuzz sets SLUICE_FUZZ; "planted" puts a fault in, to see that it is found.
if let fuzz = Context.environment["SLUICE_FUZZ"] {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Sluice", "SluiceRules", "SluiceSearch", "SluiceReflection", "SluiceConvert", "SluiceFeed",
        "ConformanceSuite",
      ],
      path: "Tests/Fuzz/Target",
      swiftSettings: swiftSettings + (fuzz == "planted" ? [.define("PLANTED")] : [])))
}

// Documents at the real size limit: too large for a test run (scripts/soak).
if Context.environment["SLUICE_SOAK"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Soak", dependencies: ["SluiceFeed", "Sluice"], path: "Tests/Soak",
      swiftSettings: swiftSettings))
}
