import CContenders
import Foundation

/// A document as JSONSerialization's dictionaries.
final class ParseJSONSerialization: Contender {
  let name = "jsonserialization"
  private let documents: [Data]

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      for data in documents {
        _ = try JSONSerialization.jsonObject(with: data)
        tally.integer(1)
      }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    for data in documents {
      try VisitJSONSerialization.visit(JSONSerialization.jsonObject(with: data), into: &text)
    }
    return text.bytes
  }
}
