import DocumentTestSupport
import Sluice
import Testing

/// Many tasks on one document; the thread sanitizer finds whatever is written.
struct DocumentConcurrencyTests {
  /// Everything that reads: lookups, walks, skips of deep values, numbers, strings, errors, equality, mappings.
  private static func readAll(_ root: JSONView) throws -> Int {
    var sum = 0
    for record in try root["records"].elements {
      sum += try record["id"].int + record["deep"][1]["x"].elements.count
      sum += (try? record["missing"]["more"].string)?.count ?? 1
      for (key, value) in try record.fields { sum += try key.utf8.count + value.rawBytes.count }
      sum += try record.withCursor { cursor in
        var fields = try cursor.fields
        var count = 0
        while let field = try fields.next() { count += try field.value.rawBytes.count }
        return count
      }
      sum += record.hashValue == record.hashValue ? 1 : 0
      sum += try record.at(pointer: "/deep/1/x").count + record.materialize().count
      sum += record.description.utf8.count
      do {
        sum += try record["name"].int
      } catch {
        sum += error.offset + (error.line ?? 0)
      }
    }
    return sum
  }

  static func document(_ checking: JSONChecking) throws -> JSONDocument {
    let records = (0..<50).map {
      #"{"id": \#($0), "name": "n\u0061me \#($0)", "deep": [[[1], {"a": []}], {"x": [1, [2], 3]}]}"#
    }
    return try JSONDocument(
      parsing: #"{"records": [\#(records.joined(separator: ",\n"))]}"#,
      options: JSONOptions(checking: checking))
  }

  @Test("eight tasks read one document", arguments: [JSONChecking.full, .accessed])
  func eightTasks(_ checking: JSONChecking) async throws {
    let document = try Self.document(checking)
    let expected = try Self.readAll(document.root)
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for _ in 0..<10 { last = try Self.readAll(document.root) }
          return last
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: expected, count: 8))
  }

  @Test("tasks open, keep and release documents at the same time")
  func opening() async throws {
    let text = "[" + (0..<20_000).map(String.init).joined(separator: ",") + "]"
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var sum = 0
          for round in 0..<10 {
            let document = try JSONDocument(parsing: text)
            sum += try document.root[task + round].int
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sums == (0..<8).reduce(0) { $0 + 10 * $1 + 45 })
  }
}
