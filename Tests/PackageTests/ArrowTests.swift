import Foundation
import Testing

/// Which module may import which: arrows point downward only.
@Suite("Arrows between modules")
struct ArrowTests {
  /// Each module may import those in the lines above its own. A new module needs a place here.
  private static let rooms: [Set<String>] = [
    [
      "CSluiceSystem", "CSimdJSON", "CISAL", "CZstd", "CDecompression", "CArchive", "CCurl",
      "CKafka", "CSQLite",
      "CPostgreSQL", "CMariaDB", "CDuckDB",
      "CSluiceArrow",
    ],
    ["SluiceSystem", "SluiceSamples"],
    ["Sluice"],
    ["SluiceFoundation", "SluiceQueries", "SluiceEditing", "SluiceDecoding", "SluiceFeed"],
    [
      "SluiceSchema", "SluiceRules", "SluiceConvert", "SluiceSearch", "SluiceReflection",
      "SluiceCodable", "SluiceTokenizer", "SluiceRows", "SluiceRemote", "SluiceKafka",
    ],
    [
      "SluiceElevateNames", "SluiceJSONHelperNames", "SluiceImport", "SluiceArrow",
      "SluiceDerivation",
    ],
    ["SluiceTool", "SluiceArrowC"],
  ]

  /// The rooms that a C library belongs to: everybody else reaches it through them.
  private static let owners: [String: Set<String>] = [
    "CSluiceSystem": ["SluiceSystem"],
    "CSimdJSON": ["Sluice", "SluiceQueries", "SluiceFeed", "SluiceTokenizer", "SluiceRows"],
    "CISAL": ["SluiceFeed"],
    "CZstd": ["SluiceFeed"],
    "CDecompression": ["SluiceFeed"],
    "CCurl": ["SluiceRemote", "SluiceImport"],
    "CArchive": ["SluiceFeed"],
    "CKafka": ["SluiceKafka", "SluiceImport"],
    "CSQLite": ["SluiceImport"],
    "CPostgreSQL": ["SluiceImport"],
    "CMariaDB": ["SluiceImport"],
    "CDuckDB": ["SluiceImport"],
    "CSluiceArrow": ["SluiceArrow", "SluiceArrowC"],
  ]

  private static let toolchain: Set<String> = [
    "Foundation", "FoundationEssentials", "Synchronization",
  ]
  private static let platform: Set<String> = ["Glibc", "Musl", "Darwin", "Bionic", "Android"]

  /// The modules in Sources that have Swift code.
  private static func modules() throws -> [String] {
    Set(
      try Repository.paths().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
        .map { String($0.split(separator: "/")[1]) }
    ).sorted()
  }

  /// What each file of each module imports.
  private static let imports = Result {
    () throws -> [String: [(path: String, names: Set<String>)]] in
    var table: [String: [(path: String, names: Set<String>)]] = [:]
    for module in try modules() {
      table[module] = try Repository.sources(of: module).map { ($0, imports($1)) }
    }
    return table
  }

  private static func imports(of module: String) throws -> [(path: String, names: Set<String>)] {
    try #require(imports.get()[module])
  }

  private static func imports(_ code: String) -> Set<String> {
    let declaration =
      /^\s*(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(?<name>\w+)/
    return Set(
      code.split(separator: "\n").filter { $0.contains("import ") }.compactMap {
        $0.firstMatch(of: declaration).map { String($0.output.name) }
      })
  }

  @Test("no module imports one that is beside or above it")
  func downward() throws {
    let modules = try Self.modules()
    #expect(modules.count >= 12)
    for module in modules {
      let floor = Self.rooms.firstIndex { $0.contains(module) }
      let level = try #require(floor, "\(module) has no place in the table of rooms")
      let below = Self.rooms[..<level].reduce(into: Set<String>()) { $0.formUnion($1) }
      for (path, names) in try Self.imports(of: module) {
        let upward = names.subtracting(below).subtracting(Self.toolchain)
          .subtracting(Self.platform)
        #expect(upward.isEmpty, "\(path) imports \(upward.sorted())")
      }
    }
  }

  @Test("a C library is imported by its owners only", arguments: owners.keys.sorted())
  func libraries(library: String) throws {
    let owners = try #require(Self.owners[library])
    for module in try Self.modules() where !owners.contains(module) {
      for (path, names) in try Self.imports(of: module) {
        #expect(!names.contains(library), "\(path) imports \(library)")
      }
    }
  }

  @Test("the core and what feeds it import no Foundation")
  func foundation() throws {
    for module in [
      "Sluice", "SluiceQueries", "SluiceEditing", "SluiceDecoding", "SluiceFeed",
      "SluiceRemote", "SluiceKafka", "SluiceTokenizer", "SluiceRows", "SluiceArrow", "SluiceImport",
      "SluiceArrowC", "SluiceTool",
    ] {
      for (path, names) in try Self.imports(of: module) {
        #expect(!names.contains("Foundation"), "\(path) imports Foundation")
      }
    }
  }

  @Test("only SluiceSystem imports the platform's C library")
  func platformLibrary() throws {
    var importers: [String: [String]] = [:]
    for module in try Self.modules() {
      for (path, names) in try Self.imports(of: module)
      where !names.isDisjoint(with: Self.platform) {
        importers[module, default: []].append(path)
      }
    }
    #expect(importers["SluiceSystem"]?.isEmpty == false)
    importers["SluiceSystem"] = nil
    #expect(importers == [:], "import it in SluiceSystem instead")
  }

  /// The core's identifiers that name a mapping. Exact, like the list above.
  private static let knownClients: Set<String> = []

  @Test("the core names none of its clients")
  func clients() throws {
    let swiftsOwn: Set<String> = [
      "CustomStringConvertible", "CustomDebugStringConvertible", "LosslessStringConvertible",
      "CustomReflectable", "canImport",
    ]
    let word =
      /\b(?:\w*(?:[Ss]chema|Rules?(?![a-z])|Convert|[Rr]eflect|Import)\w*|\w*JSONSearch\w*|Search|Sluice[A-Z]\w*)\b/
    var found: Set<String> = []
    for (_, code) in try Repository.code(of: "Sluice") {
      found.formUnion(code.matches(of: word).map { String($0.output) })
    }
    found.subtract(swiftsOwn)
    found.subtract(["SluiceSystem", "SluiceVersion"])
    #expect(found == Self.knownClients)
  }
}
