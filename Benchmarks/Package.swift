// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The C++ contenders get the flags of a build for speed. A package that is a dependency could not set them;
// this one is only ever built by itself. `scripts/bench --parity` shows that the result is as fast as the
// same source built alone. SLUICE_BENCH_ARCHITECTURE selects a CPU other than this one: `scripts/bench
// --kernel` sets it.
let architecture = Context.environment["SLUICE_BENCH_ARCHITECTURE"] ?? "native"
let contenderSettings: [CXXSetting] = [
  .headerSearchPath("Harness"),
  // Checks templates only where they are used: an unused assignment in RapidJSON 1.1.0 is not C++.
  .unsafeFlags(["-O3", "-march=\(architecture)", "-fdelayed-template-parsing"]),
  .define("BENCH_ARCHITECTURE", to: architecture),
  .define("NDEBUG"),
  .define("SIMDJSON_DEVELOPMENT_CHECKS", to: "0"),
]

// `scripts/bench --check --allocations` counts those of Sluice's contenders only: it builds nothing else.
let countsOnly = Context.environment["SLUICE_BENCH_COUNTS"] != nil

// C libraries that contenders are made with. A missing one is left out, and the report says so. (No `link`
// in their module maps: pkg-config says whether there is something to link.)
let libraries: [Target] = [
  ("Jansson", "jansson", "libjansson-dev", "jansson"),
  ("JSONC", "json-c", "libjson-c-dev", "json-c"),
  ("CJSON", "libcjson", "libcjson-dev", "cjson"),
  ("YAJL", "yajl", "libyajl-dev", "yajl"),
].map { name, pkgConfig, apt, brew in
  .systemLibrary(
    name: "\(name)System", path: "System/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

// The contenders of Score that are in Swift: each file is a program of its own, `score-NAME`, over the
// harness and those of Sluice's modules that it imports.
let folder = "Score/contenders"
let scored: [Target] = try! FileManager.default.contentsOfDirectory(
  atPath: "\(Context.packageDirectory)/\(folder)"
).filter { $0.hasSuffix(".swift") }.sorted().map { file in
  let text = try! String(contentsOfFile: "\(Context.packageDirectory)/\(folder)/\(file)")
  let imported = text.split(separator: "\n").filter { $0.hasPrefix("import Sluice") }
  let name = file.dropLast(".swift".count).trimmingPrefix("_")
  return .executableTarget(
    name: "score-\(name)",
    dependencies: ["Score"]
      + imported.map { .product(name: String($0.dropFirst(7)), package: "Sluice") },
    path: folder, sources: [file], swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "SluiceBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Sluice", path: "..")],
  targets: libraries + scored + [
    .target(name: "Score", path: "Score/harness", sources: ["Score.swift"]),
    .target(
      name: "CContenders",
      dependencies: countsOnly ? [] : libraries.map { .byName(name: $0.name) },
      exclude: countsOnly
        ? ["Contenders", "Harness/Entries.cpp", "Harness/Libraries.cpp", "Harness/Registry.cpp"]
        : [],
      cxxSettings: contenderSettings,
      linkerSettings: [
        .linkedLibrary("simdjson"), .linkedLibrary("sqlite3"), .linkedLibrary("isal"),
        .linkedLibrary("zstd"),
      ]
    ),
    .target(name: "Results"),
    // A link to SluiceSamples, under a name that the graph of packages has once.
    .target(name: "SampleFeeds"),
    .executableTarget(
      name: "Pages", dependencies: ["Results"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CContenders",
        "Results",
        "SampleFeeds",
        .product(name: "Sluice", package: "Sluice"),
        .product(name: "SluiceArrow", package: "Sluice"),
        .product(name: "SluiceCodable", package: "Sluice"),
        .product(name: "SluiceConvert", package: "Sluice"),
        .product(name: "SluiceEditing", package: "Sluice"),
        .product(name: "SluiceFeed", package: "Sluice"),
        .product(name: "SluiceImport", package: "Sluice"),
        .product(name: "SluiceFoundation", package: "Sluice"),
        .product(name: "SluiceQueries", package: "Sluice"),
        .product(name: "SluiceRows", package: "Sluice"),
        .product(name: "SluiceRules", package: "Sluice"),
        .product(name: "SluiceReflection", package: "Sluice"),
        .product(name: "SluiceSchema", package: "Sluice"),
        .product(name: "SluiceSearch", package: "Sluice"),
        .product(name: "SluiceTokenizer", package: "Sluice"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        + (countsOnly ? [.define("COUNTS_ONLY")] : [])
    ),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
