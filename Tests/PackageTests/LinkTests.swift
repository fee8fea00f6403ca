import Testing

@Suite("Links", .enabled(if: Manifest.swift != nil, "no swift on PATH"))
struct LinkTests {
  private let manifest: Manifest
  init() throws { manifest = try Manifest.read() }

  private static let databases: Set = [
    "CSQLite", "CPostgreSQL", "CMariaDB", "CDuckDB", "SluiceImport",
  ]

  @Test("SluiceRows links no database's library, and SluiceImport all")
  func rowsLinkNoDatabase() throws {
    let rows = manifest.closure(of: "SluiceRows")
    #expect(rows.isSuperset(of: ["SluiceRows", "SluiceFeed", "Sluice", "CSimdJSON"]))
    #expect(rows.isDisjoint(with: Self.databases))
    #expect(manifest.closure(of: "SluiceArrow").isDisjoint(with: Self.databases))
    #expect(manifest.closure(of: "SluiceImport").isSuperset(of: Self.databases))
    // A module that is not declared can be found by the compiler nevertheless, and linked.
    for target in manifest.targets where rows.contains(target.name) {
      #expect(try manifest.imports(of: target).isDisjoint(with: Self.databases), "\(target.name)")
    }
    let sinks = try #require(manifest.targets.first { $0.name == "SluiceImport" })
    #expect(try manifest.imports(of: sinks).isSuperset(of: ["CSQLite", "CPostgreSQL", "CMariaDB"]))
  }

  @Test("each module imports only modules of the package that it depends on")
  func importsAreDeclared() throws {
    let modules = Set(manifest.targets.map(\.name))
    #expect(manifest.targets.count > 50)
    for target in manifest.targets {
      let own = try manifest.imports(of: target).intersection(modules)
      let undeclared = own.subtracting(manifest.closure(of: target.name))
      #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared.sorted())")
    }
  }
}
