import ConformanceSuite
import Sluice

/// Opens a document in every way; verdict and values must agree with each other and with simdjson's DOM.
enum FuzzReader {
  // Reused, as clients reuse them: leftovers of one document must not show in the next.
  nonisolated(unsafe) private static var full = JSONReader(checking: .full)
  nonisolated(unsafe) private static var accessed = JSONReader(checking: .accessed)
  nonisolated(unsafe) private static var differential = Differential()

  static func run(_ document: [UInt8], fill: UInt8) {
    let verdict = full.verdict(of: document)
    compareWithPadded(document, fill: fill, verdict, &full)
    if let difference = differential.difference(in: document) {
      disagreement("full check and DOM: \(difference)", document)
    }
    switch (verdict, accessed.verdict(of: document)) {
    case (.accepted(let one), .accepted(let other)):
      if one != other { disagreement("values differ between the checks", document) }
    case (.accepted, .refused(let error)):
      disagreement("accepted in full, refused as accessed (\(error))", document)
    default: break
    }
    if case .refused(let error) = verdict { describe(error, document) }
  }

  /// In memory that ends right after the padding, which is not spaces.
  private static func compareWithPadded(
    _ document: [UInt8], fill: UInt8, _ expected: Verdict, _ reader: inout JSONReader
  ) {
    let count = document.count
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + PaddedBytes.padding)
    defer { memory.deallocate() }
    memory.initialize(repeating: fill)
    for i in 0..<count { memory[i] = document[i] }
    do {
      let padded = UnsafeBufferPointer(rebasing: memory[..<count])
      let events = try reader.withDocument(padded: padded) { root in
        var events = Events()
        try events.walk(root)
        return events
      }
      guard case .accepted(let other) = expected, other == events else {
        disagreement("padding \(fill) changes the outcome", document)
      }
    } catch {
      if case .accepted = expected { disagreement("padding \(fill) changes the verdict", document) }
    }
  }

  private static func describe(_ error: JSONError, _ document: [UInt8]) {
    guard error.offset >= 0, error.offset <= document.count else {
      disagreement("an offset outside the document", document)
    }
    if error.description.isEmpty { disagreement("an error without a description", document) }
    if let location = error.location, location.mark > location.excerpt.count {
      disagreement("a mark outside its excerpt", document)
    }
  }
}
