import DocumentTestSupport
import Foundation
import Sluice
import Testing

/// Owned values and the writer over the corpus that `SLUICE_CORPUS` names.
struct ValueCorpusTests {
  static let corpus = ProcessInfo.processInfo.environment["SLUICE_CORPUS"].map {
    URL(filePath: $0, directoryHint: .isDirectory)
  }

  private func files(_ folder: String, ending suffix: String) throws -> [URL] {
    guard let corpus = Self.corpus else {
      print("skipped: SLUICE_CORPUS is not set")
      return []
    }
    let all = try FileManager.default.subpathsOfDirectory(
      atPath: corpus.appending(path: folder).path(percentEncoded: false))
    let found = all.filter { $0.hasSuffix(suffix) }.sorted().map {
      corpus.appending(path: folder).appending(path: $0)
    }
    #expect(!found.isEmpty, "\(folder) is empty")
    return found
  }

  @Test("every valid file survives a round trip in both layouts")
  func roundTrip() throws {
    var reader = JSONReader(checking: .full)
    var covered = 0
    let folders = [
      "JSONTestSuite/test_parsing", "documents", "octokit-webhooks", "nativejson-benchmark",
    ]
    for file in try folders.flatMap({ try files($0, ending: ".json") }) {
      let name = file.lastPathComponent
      // The conformance tests cover files that are invalid or may be either.
      if name.hasPrefix("i_") || name.hasPrefix("n_") || name.hasPrefix("fail") { continue }
      let bytes = [UInt8](try Data(contentsOf: file))
      let (json, copy) = try reader.withDocument(bytes) { root in
        var writer = JSONWriter()
        try writer.value(root)
        return (try root.materialize(), try writer.takeBytes())
      }
      #expect(try JSON(parsing: json.serialized()) == json, "\(name)")
      covered += 1
      // In unoptimised builds, one round is enough for the large files.
      if bytes.count > 1 << 20 { continue }
      #expect(try JSON(parsing: json.serialized(.pretty)) == json, "\(name)")
      #expect(try JSON(parsing: copy) == json, "\(name)")
    }
    print("round trip: \(covered) files")
  }

  @Test("makes no value from an invalid file, whatever the reader checks")
  func invalid() throws {
    var covered = 0
    for file in try files("JSONTestSuite/test_parsing", ending: ".json")
    where file.lastPathComponent.hasPrefix("n_") {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(throws: JSONError.self, "\(file.lastPathComponent)") { try JSON(parsing: bytes) }
      // Only what follows the whole value is left unchecked by a walk over it.
      var reader = JSONReader()
      try? reader.withDocument(bytes) { root in
        var writer = JSONWriter()
        try writer.value(root)
        let text = try writer.takeString()
        #expect(throws: Never.self, "\(file.lastPathComponent)") { try JSON(parsing: text) }
      }
      covered += 1
    }
    print("invalid: \(covered) files")
  }

  @Test("every number has the exact double, and keeps digits that the double would lose")
  func numbers() throws {
    var covered = 0
    for file in try files("parse-number-fxx-test-data", ending: ".txt") {
      var wrong: [String] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let parts = line.split(separator: " ")
        guard parts.count == 4, let bits = UInt64(parts[2], radix: 16),
          let number = JSONNumber(String(parts[3]))
        else { continue }
        covered += 1
        // JSON's integer zero has no sign; digits beyond all doubles have no double.
        let expected = Double(bitPattern: bits)
        let double =
          number.double ?? (number.description.hasPrefix("-") ? -Double.infinity : .infinity)
        let again = JSONNumber(number.description)
        if double != expected || again != number || again?.hashValue != number.hashValue {
          wrong.append(String(line))
        }
      }
      #expect(wrong.isEmpty, "\(file.lastPathComponent): \(wrong.prefix(3))")
    }
    print("numbers: \(covered)")
    #expect(Self.corpus == nil || covered > 40_000)
  }
}
