// swift-tools-version: 6.2

import PackageDescription

// The peak memory of decoding, without the other contenders and their libraries: scripts/peak-memory.
let package = Package(
  name: "Peak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Sluice", path: "../..")],
  targets: [
    // A link to SluiceSamples, under a name that the graph of packages has once.
    .target(name: "SampleFeeds"),
    .executableTarget(
      name: "Peak",
      dependencies: [
        "SampleFeeds",
        .product(name: "Sluice", package: "Sluice"),
        .product(name: "SluiceCodable", package: "Sluice"),
        .product(name: "SluiceFeed", package: "Sluice"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6]
)
