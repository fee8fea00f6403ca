// swift-tools-version: 6.2

import PackageDescription

// The peak memory of decoding, without the other contenders and their libraries: scripts/peak-memory.
let package = Package(
  name: "Peak",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Sluice", path: "../..")],
  targets: [
    // A link to the folder in Sources.
    .target(name: "SluiceSamples"),
    .executableTarget(
      name: "Peak",
      dependencies: [
        "SluiceSamples",
        .product(name: "Sluice", package: "Sluice"),
        .product(name: "SluiceCodable", package: "Sluice"),
        .product(name: "SluiceFeed", package: "Sluice"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6]
)
