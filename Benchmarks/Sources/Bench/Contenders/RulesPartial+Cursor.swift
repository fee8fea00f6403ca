import Sluice

/// twitter.json by hand over cursors into structs: the reference for a rule.
final class RulesPartialCursor: DecodingContender {
  let name = "cursor"
  private let documents: Documents
  private var reader = JSONReader()
  /// The number of statuses in the last document: the next array gets room for as many.
  private var expected = 0

  init(over documents: Documents) { self.documents = documents }

  func decode(_ take: ([StatusExtract]) -> Void) throws {
    for bytes in documents.all {
      var statuses: [StatusExtract] = []
      statuses.reserveCapacity(expected)
      try reader.withDocument(padded: bytes) { root in
        var elements = try root["statuses"].elements
        while let status = try elements.next() {
          statuses.append(try StatusExtract(inOrderFrom: status))
        }
      }
      expected = statuses.count
      take(statuses)
    }
  }
}
