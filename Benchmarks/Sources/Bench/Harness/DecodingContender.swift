import CContenders

/// A contender that turns its input into Swift values: one for a document, or one per record for a feed.
protocol DecodingContender: Contender {
  associatedtype Value: Sampled
  /// Decodes everything once and passes each value on.
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

/// A decoded value. Before any time counts, it is compared in full (see ``Description``). In the timed
/// rounds a sample is added up: enough to show that the decoding was done, and too little to affect the
/// measurement.
protocol Sampled {
  func sample(into tally: inout Tally)
}

extension Array: Sampled where Element: Sampled {
  func sample(into tally: inout Tally) {
    for element in self { element.sample(into: &tally) }
  }
}
