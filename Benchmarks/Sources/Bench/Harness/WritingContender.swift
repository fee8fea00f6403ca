import CContenders

/// A contender that writes a tree, made beforehand, as compact JSON.
///
/// Lengths differ between writers (`0.00001` or `1e-05`), so in the timed rounds each reports only whether
/// its text is as long as the first time. Before any time counts, the texts are compared as JSON values:
/// see ``WrittenText``.
protocol WritingContender: Contender {
  /// Writes the tree once and passes the bytes to `body`.
  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws
  /// The length of the text.
  var length: Int { get }
}

extension WritingContender {
  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      try write { tally.integer($0.count == length ? 1 : 0) }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    try write { bytes in bytes.withMemoryRebound(to: UInt8.self) { text.text($0) } }
    return text.bytes
  }
}
