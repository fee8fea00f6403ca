import Foundation
import Sluice
import SluiceCodable
import TestSupport
import Testing

/// What no model has tried: dates by a formatter, and small files that are mapped.
@Suite("Formatted dates and mapped files")
struct UntriedTypeTests {
  @Test("dates by a formatter are those of JSONDecoder")
  func formatted() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd.MM.yyyy HH:mm"
    for text in [
      #"["01.05.2024 12:30","29.02.2024 00:00"]"#, #"["2024-05-01"]"#, "[1]", "[null]", #"[""]"#,
      #"["\u00301.05.2024 12:30"]"#,
    ] {
      let ours = Outcome {
        try sluice([Date].self, text) { $0.dateDecodingStrategy = .formatted(formatter) }
      }
      let theirs = Outcome {
        try foundation([Date].self, text) { $0.dateDecodingStrategy = .formatted(formatter) }
      }
      #expect(ours == theirs, "\(text)")
    }
  }

  @Test(
    "files that are mapped, of any size around a page", arguments: [1, 60, 4032, 4095, 4096, 8191])
  func mapped(size: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: " ", count: size - 1) + "7"
    let path = try folder.write(Array(text.utf8), to: "mapped.json")
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    #expect(try SluiceDecoder().decode(Int.self, from: data) == 7)
    #expect(try SluiceDecoder().decode(Int.self, from: data[(size - 1)...]) == 7)
    let decoder = SluiceDecoder()
    decoder.documentOptions.checking = .accessed
    #expect(try decoder.decode(Int.self, from: data) == 7)
    #expect(throws: DecodingError.self) {
      try SluiceDecoder().decode(Int.self, from: data.dropLast())
    }
  }
}
