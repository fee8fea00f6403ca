package import Sluice

/// Pieces made into something by any thread, and handed over record by record: what a job needs, which
/// must know behind each of its rows where the next record begins.
extension JSONFeed {
  /// Whether ``FeedOptions/parallel`` threads read it, more than one. Looks at the first
  /// bytes where the framing is to be found out.
  package mutating func readsInParallel() throws(JSONError) -> Bool {
    try reader.readsInParallel()
  }

  /// Checks records in full from here on, unless the options say how much is checked: for whatever makes
  /// rows of them.
  package mutating func checksInFullUnlessTold() {
    reader.options.checking = reader.options.checking ?? .full
  }

  /// Hands over each piece's part in order. The body goes behind the part's records one by one, by
  /// `PieceDelivery`, which hands over the rejects before each. What lies in a piece's memory stays
  /// where it is until the body returns. Only where ``readsInParallel()`` says so.
  ///
  /// For parts that need nothing of that memory, `keepsBytes` is false: one thread reads, too, and of
  /// plain files of lines each thread reads ranges by itself.
  package mutating func forEachPiece<Part>(
    _ fold: PieceFold<Part>, keepsBytes: Bool = true,
    _ body: (Part, PieceDelivery) throws -> Void,
    rejected: (RejectedRecord) throws -> Void
  ) throws {
    reader.keepsBytes = keepsBytes
    defer { reader.keepsBytes = false }
    try reader.forEachPiece(fold, rejected, body)
  }

  /// The framing; with `.auto` what the first bytes say, decompressed and transcoded as the records
  /// are. They stay to be read.
  package mutating func chosenFraming() throws(JSONError) -> FeedFraming {
    if reader.framing == .auto {
      try reader.skipByteOrderMark()
      try reader.chooseFraming()
    }
    return reader.framing
  }
}
