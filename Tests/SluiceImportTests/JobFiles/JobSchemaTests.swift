import Foundation
import Sluice
import SluiceImport
import Testing

@Suite("The schema of job files")
struct JobSchemaTests {
  private static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/SluiceImport/JobFiles/job.schema.json")

  @Test("is the same as the shipped one")
  func isCurrent() throws {
    let shipped = try String(contentsOf: JobSchemaTests.path, encoding: .utf8)
    #expect(
      try ImportJobFile.jsonSchema.serializedString(.pretty) + "\n" == shipped,
      "write it anew: sluice plan --schema > Sources/SluiceImport/JobFiles/job.schema.json")
  }

  @Test("accepts a file with all settings, and has a description for each key")
  func whole() throws {
    let schema = ImportJobFile.jsonSchema
    let whole = try JSON(parsing: JobFileTests.whole)
    #expect(try SchemaCheck.accepts(whole, schema))
    let properties = try #require(schema["properties"]?.object)
    #expect(Set(properties.keys) == Set(try #require(whole.object).keys))
    for (key, property) in properties {
      #expect((property["description"]?.string ?? "").count > 10, "\(key)")
    }
  }

  /// Replaces each value of the file with all settings, in turn.
  @Test("refuses nothing that the parser takes")
  func agrees() throws {
    let schema = ImportJobFile.jsonSchema
    let whole = try #require(try JSON(parsing: JobFileTests.whole).object)
    let columns = try #require(whole["columns"]?.array)
    let values: [JSON] = [
      .null, true, 0, 1, -1, 1.0, 1.5, 257, "", "x", "lines", "full", "append", "text", "100%",
      "100.00%", "099%", "5.%", "1e1%", "101%", ".5%", [], ["x"], ["x", ""], [1], [:], ["x": 1],
      .string("\u{0}"), .number(try #require(try JSON(parsing: "1e300").number)),
    ]
    var files: [JSON] = [.object(whole)]
    for key in whole.keys + ["colums"] {
      for value in values {
        var file = whole
        file[key] = value
        files.append(.object(file))
      }
      var file = whole
      file[key] = nil
      files.append(.object(file))
    }
    for column in columns {
      for key in [
        "name", "type", "path", "constant", "from", "required", "default", "mismatch",
        "transform", "nmae",
      ] {
        for value in values + [
          nil, "int", "real", "json", "date", "decimal", "trim", "source", "line", "reject",
        ] as [JSON?] {
          var changed = try #require(column.object)
          changed[key] = value
          var file = whole
          file["columns"] = [.object(changed)]
          files.append(.object(file))
        }
      }
    }
    var (taken, refused) = (0, 0)
    for file in files {
      let isTaken = (try? ImportJobFile(parsing: file.description)) != nil
      let follows = try SchemaCheck.accepts(file, schema)
      #expect(follows || !isTaken, "the parser takes what the schema refuses: \(file)")
      if isTaken { taken += 1 }
      if !follows { refused += 1 }
    }
    #expect(taken > 100 && refused > 1000)
  }
}
