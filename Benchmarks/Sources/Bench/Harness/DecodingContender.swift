import CContenders

/// A contender that turns its input into Swift values: one for a document, or one for each record
/// of a feed.
protocol DecodingContender: Contender {
  associatedtype Value: Sampled
  /// Decodes everything once and hands each value over.
  func decode(_ take: (Value) -> Void) throws
}

extension DecodingContender {
  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes { try decode { $0.sample(into: &tally) } }
    return tally
  }

  func values() throws -> [UInt8] {
    var description = Description()
    try decode { description.add($0) }
    return description.bytes
  }
}

/// A decoded value. Before any time counts all of it is compared (see ``Description``); in the
/// timed rounds a sample is added up, enough to show that the decoding was done, and too little to
/// be measured along.
protocol Sampled {
  func sample(into tally: inout Tally)
}

extension Array: Sampled where Element: Sampled {
  func sample(into tally: inout Tally) {
    for element in self { element.sample(into: &tally) }
  }
}
