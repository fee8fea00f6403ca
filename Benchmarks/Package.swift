// swift-tools-version: 6.2

import PackageDescription

// The C++ contenders get the flags that somebody who cares for speed would give them. A package that is
// a dependency could not; this one is only ever built by itself. `scripts/bench --parity` shows that
// the result is as fast as the same source built alone.
let contenderSettings: [CXXSetting] = [
  .headerSearchPath("Harness"),
  // RapidJSON 1.1.0 assigns to a constant in a template that nobody uses: newer clangs refuse it unless
  // templates are parsed when they are used.
  .unsafeFlags(["-O3", "-march=native", "-fdelayed-template-parsing"]),
  .define("NDEBUG"),
  .define("SIMDJSON_DEVELOPMENT_CHECKS", to: "0"),
]

let package = Package(
  name: "SluiceBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Sluice", path: "..")],
  targets: [
    .target(
      name: "CContenders",
      cxxSettings: contenderSettings,
      linkerSettings: [
        .linkedLibrary("simdjson"), .linkedLibrary("sqlite3"), .linkedLibrary("isal"),
        .linkedLibrary("zstd"), .linkedLibrary("yajl"),
      ]
    ),
    .target(name: "Results"),
    .executableTarget(
      name: "Pages", dependencies: ["Results"],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CContenders",
        "Results",
        .product(name: "Sluice", package: "Sluice"),
        .product(name: "SluiceConvert", package: "Sluice"),
        .product(name: "SluiceFeed", package: "Sluice"),
        .product(name: "SluiceImport", package: "Sluice"),
        .product(name: "SluiceFoundation", package: "Sluice"),
        .product(name: "SluiceRules", package: "Sluice"),
        .product(name: "SluiceReflection", package: "Sluice"),
        .product(name: "SluiceSchema", package: "Sluice"),
        .product(name: "SluiceSearch", package: "Sluice"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
    ),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
