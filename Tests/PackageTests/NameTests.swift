import Testing

@Suite("Names")
struct NameTests {
  private func sameButForCase(_ names: some Sequence<String>) -> [[String]] {
    Dictionary(grouping: Set(names)) { $0.lowercased() }.values.filter { $0.count > 1 }
      .map { $0.sorted() }
  }

  @Test("no two paths differ only in case")
  func paths() throws {
    let paths = try Repository.paths()
    #expect(paths.count > 100)
    #expect(sameButForCase(paths).isEmpty)
  }

  @Test("no two modules, and no module and folder, differ only in case")
  func modules() throws {
    let modules = try Repository.modules()
    #expect(modules.contains("Sluice") && modules.contains("SluiceTool"))
    #expect(modules.count == Set(modules).count)
    #expect(sameButForCase(modules).isEmpty)
  }

  @Test(
    "no public name of the core is one of the standard library, of Foundation or of the libraries it succeeds"
  )
  func publicNames() throws {
    let core = try Repository.publicNames(of: "Sluice")
    #expect(core.isSuperset(of: ["JSONReader", "JSONCursor", "JSONError", "JSONString"]))
    for list in ["standard-library", "foundation", "seed-libraries"] {
      let taken = try Repository.names(list)
      #expect(taken.count > 60)
      #expect(core.intersection(taken).isEmpty, "\(list)")
    }
    // Otherwise the third list would have the one name that is shared on purpose.
    #expect(try !Repository.names("seed-libraries").contains("JSON"))
  }

  @Test(
    "the lists have the names of their libraries",
    arguments: [
      ("standard-library", "Decoder"), ("standard-library", "Span"), ("foundation", "JSONDecoder"),
      ("foundation", "Data"), ("seed-libraries", "JSONParser"), ("seed-libraries", "Schema"),
    ])
  func lists(list: String, name: String) throws {
    #expect(try Repository.names(list).contains(name))
  }

  @Test("the package's modules share no public name")
  func acrossModules() throws {
    let modules = [
      "Sluice", "SluiceQueries", "SluiceEditing", "SluiceTokenizer", "SluiceFoundation",
      "SluiceSchema", "SluiceRules", "SluiceSearch", "SluiceFeed", "SluiceRemote", "SluiceKafka",
      "SluiceConvert",
      "SluiceRows", "SluiceArrow", "SluiceArrowC", "SluiceImport", "SluiceReflection",
      "SluiceCodable", "SluiceDerivation",
    ]
    var owner: [String: String] = [:]
    for module in modules {
      for name in try Repository.publicNames(of: module) {
        #expect(owner[name] == nil, "\(name) is in \(module) and in \(owner[name] ?? "")")
        owner[name] = module
      }
    }
  }
}
