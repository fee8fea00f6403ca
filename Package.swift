// swift-tools-version: 6.2

import PackageDescription

// The modules that a client can import, each a folder in Sources.
let libraries = [
  "Sluice", "SluiceFoundation", "SluiceQueries", "SluiceEditing", "SluiceFeed", "SluiceRemote",
  "SluiceKafka",
  "SluiceTokenizer", "SluiceSchema", "SluiceRules", "SluiceSearch", "SluiceConvert",
  "SluiceReflection",
  "SluiceCodable", "SluiceElevateNames", "SluiceJSONHelperNames", "SluiceRows", "SluiceArrow",
  "SluiceImport", "SluiceDerivation",
]

// Cursors are `~Escapable`: the compiler proves that none outlives its document. Saying how long they
// live (`@_lifetime`) needs this experimental feature inside our targets; a client needs no flag.
// Strict memory safety: each unsafe use is marked where it is.
let swiftSettings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let simdjsonSettings: [CXXSetting] = [
  .define("NDEBUG", .when(configuration: .release)),
  .define("SIMDJSON_DEVELOPMENT_CHECKS", to: "0"),
]

// SwiftPM asks pkg-config about every library that has a `pkgConfig`, for every client, and warns by name
// of a missing one, even a client that imports only Sluice. So there is none where compilers find headers
// and libraries by themselves; the module maps say what to link. They don't search Homebrew's folder
// ($(brew --prefix)/include and /lib), so that on macOS pkg-config is asked for what Homebrew has; SQLite is
// in the SDK. (Untried there.) scripts/with-simdjson sets SLUICE_SIMDJSON.
#if os(macOS)
  let homebrew = true
#else
  let homebrew = false
#endif
let otherSimdjson = Context.environment["SLUICE_SIMDJSON"] != nil

func system(_ name: String, pkgConfig: String? = nil, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: homebrew ? pkgConfig : nil,
    providers: [.apt([apt]), .brew([brew])])
}

func module(_ name: String, uses others: [String], exclude: [String] = []) -> Target {
  .target(
    name: name, dependencies: others.map { .byName(name: $0) }, exclude: exclude,
    swiftSettings: swiftSettings)
}

// A way to say what to take from a cursor.
func mapping(_ name: String, uses others: [String] = []) -> Target {
  module(name, uses: ["SluiceFoundation", "Sluice", "SluiceSystem"] + others)
}

// The names of another library for what a mapping does.
func names(_ name: String, for mapping: String) -> Target {
  module(name, uses: [mapping, "Sluice"])
}

// Code that tests share, without a testing framework.
func support(_ name: String, path: String? = nil, uses others: [String] = []) -> Target {
  .target(
    name: name, dependencies: others.map { .byName(name: $0) }, path: path ?? "Tests/\(name)",
    swiftSettings: swiftSettings)
}

func tests(
  _ name: String, path: String? = nil, of modules: [String], with support: [String] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: (modules + support).map { .byName(name: $0) },
    path: path ?? "Tests/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

// A program that the tests or scripts run. Settings [] compile it as a client's code is.
func program(
  _ name: String, path: String, uses others: [String], settings: [SwiftSetting] = swiftSettings
) -> Target {
  .executableTarget(
    name: name, dependencies: others.map { .byName(name: $0) }, path: path,
    swiftSettings: settings)
}

let package = Package(
  name: "Sluice",
  platforms: [.macOS(.v15)],
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "sluice", targets: ["SluiceTool"]),
    // The C interface; scripts/library makes one file of it.
    .library(name: "SluiceArrowC", type: .dynamic, targets: ["SluiceArrowC"]),
  ],
  targets: [
    // The C side: simdjson as installed, a C shim over it, and our own loops, which do not know it
    // (Tests/PackageTests/KernelFolderTests.swift). One target, as both are one module to Swift.
    .systemLibrary(
      name: "SimdJSONSystem", path: "CSimdJSON/System",
      pkgConfig: homebrew || otherSimdjson ? "simdjson" : nil,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .target(
      name: "CSimdJSON", dependencies: ["SimdJSONSystem"], path: "CSimdJSON", exclude: ["System"],
      sources: ["Shim", "Kernels"], publicHeadersPath: "include", cxxSettings: simdjsonSettings,
      linkerSettings: [.linkedLibrary("simdjson")]),
    system("CSQLite", apt: "libsqlite3-dev", brew: "sqlite3"),
    system("CISAL", pkgConfig: "libisal", apt: "libisal-dev", brew: "isa-l"),
    system("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev", brew: "zstd"),
    // libbz2, liblzma and liblz4, loaded when a feed needs them.
    .target(
      name: "CDecompression", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libarchive, loaded when a feed is an archive.
    .target(name: "CArchive", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libcurl, loaded when a feed comes from a server.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // librdkafka, loaded when a feed comes from a topic, or rows go to one.
    .target(name: "CKafka", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libpq, loaded when a program connects to PostgreSQL.
    .target(
      name: "CPostgreSQL", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // libmariadb, loaded when a program connects to MariaDB or MySQL.
    .target(
      name: "CMariaDB", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // libduckdb, loaded when a program opens a DuckDB database.
    .target(name: "CDuckDB", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // Files, threads and processes: the only target that imports the platform's C library.
    // CSluiceSystem is a header with what Swift has no word for.
    .systemLibrary(name: "CSluiceSystem", path: "Sources/CSluiceSystem"),
    module("SluiceSystem", uses: ["CSluiceSystem"]),
    // The C interface of SluiceArrow: a header, for programs in any language.
    .systemLibrary(name: "CSluiceArrow", path: "Sources/CSluiceArrow"),

    // The data path: bytes → window → structural index → cursor → plan → value → sink.
    module("Sluice", uses: ["SluiceSystem", "CSimdJSON"]),
    module("SluiceFoundation", uses: ["Sluice"]),
    module("SluiceQueries", uses: ["Sluice", "SluiceSystem", "CSimdJSON"]),
    module("SluiceEditing", uses: ["Sluice", "SluiceSystem"]),
    // Containers over positions, for the modules that decode types. No product.
    module("SluiceDecoding", uses: ["Sluice", "SluiceSystem"]),
    // Realistic feeds from a seed. No product: packages in Benchmarks have it by a link.
    module("SluiceSamples", uses: []),
    module(
      "SluiceFeed",
      uses: [
        "Sluice", "SluiceSystem", "CISAL", "CZstd", "CDecompression", "CArchive", "CSimdJSON",
      ]),
    // Each adds a kind of source to those that SluiceFeed has.
    module("SluiceRemote", uses: ["SluiceFeed", "Sluice", "SluiceSystem", "CCurl"]),
    module("SluiceKafka", uses: ["SluiceFeed", "Sluice", "SluiceSystem", "CKafka"]),
    module("SluiceTokenizer", uses: ["SluiceFeed", "Sluice", "CSimdJSON"]),
    mapping("SluiceSchema"),
    mapping("SluiceRules"),
    mapping("SluiceConvert"),
    mapping("SluiceSearch"),
    mapping("SluiceReflection", uses: ["SluiceDecoding"]),
    mapping("SluiceCodable", uses: ["SluiceDecoding"]),
    names("SluiceElevateNames", for: "SluiceSchema"),
    names("SluiceJSONHelperNames", for: "SluiceConvert"),
    module(
      "SluiceRows",
      uses: ["SluiceQueries", "SluiceFeed", "Sluice", "SluiceSystem", "CSimdJSON"]),
    module(
      "SluiceDerivation",
      uses: ["SluiceCodable", "SluiceDecoding", "SluiceSchema", "SluiceRows", "Sluice"]),
    module(
      "SluiceArrow", uses: ["SluiceRows", "SluiceFeed", "Sluice", "SluiceSystem", "CSluiceArrow"]),
    module(
      "SluiceImport",
      uses: [
        "SluiceRows", "SluiceKafka", "SluiceFeed", "Sluice", "SluiceSystem", "CSQLite",
        "CPostgreSQL",
        "CMariaDB", "CDuckDB", "CCurl", "CKafka",
      ],
      exclude: ["JobFiles/job.schema.json"]),
    module(
      "SluiceArrowC",
      uses: [
        "SluiceArrow", "SluiceImport", "SluiceRows", "SluiceRemote", "SluiceKafka", "SluiceFeed",
        "Sluice",
        "SluiceSystem", "CSluiceArrow",
      ]),
    program(
      "SluiceTool", path: "Sources/SluiceTool",
      uses: [
        "SluiceArrow", "SluiceImport", "SluiceRows", "SluiceRemote", "SluiceKafka", "SluiceFeed",
        "SluiceQueries", "SluiceEditing", "SluiceSamples", "Sluice", "SluiceSystem",
      ]),

    support("TestSupport"),
    // A document opened and read from in one line, and random ones.
    support("DocumentTestSupport", uses: ["Sluice", "TestSupport"]),
    // Programs for encoders, and a model of what they write: for the tests of SluiceCodable and for fuzzing.
    support("EncoderPrograms", uses: ["Sluice", "TestSupport"]),
    support(
      "SluiceImportTestSupport",
      uses: ["CSQLite", "CPostgreSQL", "CMariaDB", "CDuckDB", "KafkaBroker", "TestSupport"]),
    .target(
      name: "KafkaBroker", path: "Tests/KafkaBroker",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "FeedTestSupport", dependencies: ["CISAL"], path: "Tests/FeedTestSupport",
      publicHeadersPath: "."),

    tests(
      "SluiceTests", of: ["SluiceFeed", "Sluice", "SluiceSystem", "CSimdJSON"],
      with: ["DocumentTestSupport", "TestSupport", "ConformanceSuite"]),
    tests(
      "SluiceQueriesTests", of: ["SluiceQueries", "Sluice"],
      with: ["DocumentTestSupport", "TestSupport"]),
    tests(
      "SluiceEditingTests", of: ["SluiceEditing", "Sluice"],
      with: ["DocumentTestSupport", "TestSupport"]),
    tests("SluiceFoundationTests", of: ["SluiceFoundation", "Sluice"], with: ["TestSupport"]),
    tests(
      "SluiceFeedTests",
      of: ["SluiceTokenizer", "SluiceFeed", "Sluice", "SluiceSystem", "CZstd"],
      with: ["SluiceSamples", "TestSupport", "FeedTestSupport", "ConformanceSuite"]),
    tests(
      "SluiceRemoteTests", of: ["SluiceRemote", "SluiceFeed", "Sluice", "SluiceSystem"],
      with: ["TestSupport", "FeedTestSupport"]),
    tests(
      "SluiceKafkaTests", of: ["SluiceKafka", "SluiceFeed", "Sluice", "SluiceSystem"],
      with: ["TestSupport"]),
    tests(
      "SluiceTokenizerTests", of: ["SluiceTokenizer", "SluiceFeed", "Sluice"],
      with: ["TestSupport", "ConformanceSuite"]),
    tests(
      "SluiceRulesTests", of: ["SluiceRules", "SluiceFeed", "SluiceFoundation", "Sluice"],
      with: ["TestSupport", "SluiceImportTestSupport"]),
    tests(
      "SluiceReflectionTests",
      of: ["SluiceReflection", "SluiceFeed", "SluiceFoundation", "Sluice"],
      with: ["TestSupport"]),
    tests(
      "SluiceCodableTests", of: ["SluiceCodable", "SluiceFeed", "SluiceFoundation", "Sluice"],
      with: ["TestSupport", "EncoderPrograms"]),
    tests(
      "SluiceDerivationTests",
      of: [
        "SluiceDerivation", "SluiceImport", "SluiceRows", "SluiceSchema", "SluiceCodable",
        "SluiceFeed", "Sluice",
      ],
      with: ["TestSupport", "SluiceImportTestSupport"]),
    tests(
      "SluiceSchemaTests",
      of: ["SluiceSchema", "SluiceElevateNames", "SluiceFeed", "SluiceFoundation", "Sluice"],
      with: ["TestSupport"]),
    tests(
      "SluiceSearchTests",
      of: ["SluiceSearch", "SluiceFeed", "SluiceFoundation", "Sluice", "SluiceSystem"],
      with: ["TestSupport"]),
    tests(
      "SluiceConvertTests",
      of: [
        "SluiceConvert", "SluiceJSONHelperNames", "SluiceFeed", "SluiceFoundation", "Sluice",
        "SluiceSystem",
      ],
      with: ["TestSupport"]),
    tests(
      "SluiceImportTests",
      of: ["SluiceImport", "SluiceKafka", "SluiceFeed", "SluiceRules", "Sluice", "SluiceSystem"],
      with: ["SluiceSamples", "TestSupport", "SluiceImportTestSupport", "FeedTestSupport"]),
    // The driver is C that the tests compile themselves, against the C interface's library.
    tests(
      "SluiceArrowTests",
      of: [
        "SluiceArrow", "SluiceArrowC", "SluiceRows", "SluiceFeed", "Sluice", "SluiceSystem",
        "CSluiceArrow",
      ],
      with: ["TestSupport"], exclude: ["Driver"]),
    tests(
      "SluiceToolTests", of: ["SluiceTool", "SluiceFeed", "Sluice"],
      with: ["TestSupport", "SluiceImportTestSupport"]),
    // The shim is C that the tests compile themselves and preload into the tool.
    tests(
      "FaultInjectionTests", path: "Tests/FaultInjection", of: ["SluiceTool"],
      with: ["TestSupport", "SluiceImportTestSupport"], exclude: ["Shim"]),

    // Conformance: a suite without a testing framework, the tests that run it, and a program that
    // runs it once for each SIMD kernel.
    .target(
      name: "ConformanceReference", dependencies: ["SimdJSONSystem"],
      path: "Tests/Conformance/Reference", publicHeadersPath: "include",
      cxxSettings: simdjsonSettings, linkerSettings: [.linkedLibrary("simdjson")]),
    support(
      "ConformanceSuite", path: "Tests/Conformance/Suite",
      uses: [
        "SluiceTokenizer", "SluiceFeed", "Sluice", "CSimdJSON", "ConformanceReference",
        "TestSupport",
      ]),
    program("ConformanceRunner", path: "Tests/Conformance/Runner", uses: ["ConformanceSuite"]),
    tests("ConformanceTests", path: "Tests/Conformance/Tests", of: [], with: ["ConformanceSuite"]),

    // Programs that replace the allocator: no test target may depend on them, which would put that into
    // the test's process.
    .target(name: "AllocationCounter", path: "Tests/Allocations/Counter"),
    program(
      "CountAllocations", path: "Tests/Allocations/Program",
      uses: ["AllocationCounter", "SluiceRules", "Sluice"], settings: []),
    program(
      "CountSchemaAllocations", path: "Tests/Allocations/SchemaProgram",
      uses: ["AllocationCounter", "SluiceSchema", "Sluice"], settings: []),

    // How the cost of what the library does grows with its input.
    tests(
      "GrowthTests",
      of: libraries + ["CSluiceArrow"], with: ["TestSupport"], exclude: ["entry-points.txt"]),
    // The whole package: names and arrows, and what all modules have in common.
    tests(
      "PackageTests", of: libraries.filter { !$0.hasSuffix("Names") }, with: ["TestSupport"],
      exclude: ["Names", "House/references.c", "House/folders.txt", "House/walk.py"]),
    // Programs that must not compile: read as text by the tests, never built here.
    .testTarget(
      name: "CompileFailureTests",
      dependencies: (libraries.filter { $0 != "SluiceImport" && $0 != "SluiceSchema" }
        + ["ConformanceSuite", "EncoderPrograms", "TestSupport"]).map { .byName(name: $0) },
      path: "Tests/CompileFailure",
      exclude: ["Cases", "KnownHoles", "DefaultIsolation", "Clients"]),
    // The documentation's examples, compiled as a client's code is: without our features.
    program(
      "ReadmeExample", path: "Tests/DocumentationTests/ReadmeExample",
      uses: ["Sluice", "SluiceCodable", "SluiceFeed", "SluiceImport"],
      settings: []),
    // Its snippets name examples, which a plugin writes in.
    support("PageExamples", path: "Tests/DocumentationTests/Examples"),
    program("ExampleWriter", path: "Tests/DocumentationTests/Writer", uses: ["PageExamples"]),
    .plugin(
      name: "PageExamplesPlugin", capability: .buildTool(), dependencies: ["ExampleWriter"],
      path: "Tests/DocumentationTests/Plugin"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: (libraries + [
        "SluiceTool", "PageExamples", "ReadmeExample", "TestSupport", "SluiceImportTestSupport",
      ]).map { .byName(name: $0) },
      exclude: ["Examples", "Plugin", "ReadmeExample", "Snippets", "Writer"],
      plugins: ["PageExamplesPlugin"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The fuzz target has no main of its own (libFuzzer brings it), so that it links only with
// --sanitize=fuzzer: scripts/fuzz sets SLUICE_FUZZ; "planted" puts a fault in, to see that it is found.
if let fuzz = Context.environment["SLUICE_FUZZ"] {
  package.targets.removeAll { $0.type == .test || $0.type == .plugin }
  let target = program(
    "Fuzz", path: "Tests/Fuzz/Target",
    uses: [
      "Sluice", "SluiceEditing", "SluiceQueries", "SluiceRules", "SluiceSearch", "SluiceReflection",
      "SluiceConvert", "SluiceFeed", "SluiceTokenizer", "SluiceCodable", "SluiceRows",
      "SluiceArrow",
      "ConformanceSuite", "EncoderPrograms",
      "TestSupport",
    ])
  if fuzz == "planted" { target.swiftSettings?.append(.define("PLANTED")) }
  package.targets.append(target)
}

// Faults that were repaired, to see that simulated worlds find them (scripts/world --planted).
if Context.environment["SLUICE_PLANTED"] != nil {
  for target in package.targets where target.name == "SluiceImport" {
    target.swiftSettings?.append(.define("PLANTED"))
  }
}

// Documents at the real size limit: too large for a test run (scripts/soak).
if Context.environment["SLUICE_SOAK"] != nil {
  package.targets.append(
    program("Soak", path: "Tests/Soak", uses: ["SluiceTokenizer", "SluiceFeed", "Sluice"]))
}

// The test targets that a build is for, when not all (scripts/test --all, in release).
if let chosen = Context.environment["SLUICE_TESTS"]?.split(whereSeparator: \.isWhitespace) {
  package.targets.removeAll { $0.type == .test && !chosen.contains(Substring($0.name)) }
}

// Tests that are compiled without optimisation in a release build, which take half of its time to optimise: what they
// test is optimised (scripts/test --all).
if let plain = Context.environment["SLUICE_PLAIN_TESTS"]?.split(whereSeparator: \.isWhitespace) {
  for target in package.targets where plain.contains(Substring(target.name)) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
}

// Modules that are optimised in a debug build, with all assertions: unoptimised, they take most of its tests' time
// (scripts/test).
if let fast = Context.environment["SLUICE_OPTIMISED"]?.split(whereSeparator: \.isWhitespace) {
  for target in package.targets where fast.contains(Substring(target.name)) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
    target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-O2"])]
  }
}
