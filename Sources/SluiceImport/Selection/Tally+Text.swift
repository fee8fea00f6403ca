import Sluice

extension Tally {
  /// The names of the table's columns: the grouping, `count`, and the aggregates.
  private var columnNames: [String] {
    (grouping.map { [$0.description] } ?? []) + ["count"] + aggregates.map(\.description)
  }

  /// Writes a result of this tally as a table in CSV, TSV or NDJSON: a line for each group. A key that is
  /// a string stands there as a text, any other as its JSON.
  ///
  /// The pieces, of whole rows, are lent to the body. Throws what it throws, and ``ImportError`` for a
  /// key that the format can't hold: U+0000 in CSV and TSV.
  public func write(
    _ result: TallyResult, as format: FileFormat, to body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let writer = RowWriter(format, names: columnNames)
    var out = SinkBuffer()
    writer.writeHead(to: &out)
    for group in result.groups {
      var key = group.key ?? ""
      var kind: (UnsafeBufferPointer<UInt8>) -> ImportValue = { .json($0) }
      if key.utf8.first == UInt8(ascii: "\""), case .string(let text)? = try? JSON(parsing: key) {
        key = text
        kind = { .text($0) }
      }
      let verdict = key.withUTF8 { bytes in
        var values = grouping == nil ? [] : [group.key == nil ? ImportValue.null : kind(bytes)]
        values.append(.integer(group.count))
        for (aggregate, sum) in zip(aggregates, group.sums) {
          values.append(Tally.value(sum.value(aggregate.kind)))
        }
        return values.withUnsafeBufferPointer { values in
          // Lent while both stay as they are; there is one value at least, the count.
          writer.write(
            ImportRow(unchecked: values.baseAddress!, count: values.count), to: &out)
        }
      }
      if case .refused(_, let message) = verdict {
        throw ImportError(.sink, "a group can't be written: \(message); NDJSON can hold it")
      }
      if out.isFull {
        try body(out.bytes)
        out.removeAll(keeping: SinkBuffer.keptCapacity)
      }
    }
    try body(out.bytes)
  }

  private static func value(_ number: TallyNumber?) -> ImportValue {
    switch number {
    case nil: return .null
    case .integer(let value): return .integer(value)
    case .real(let value) where value.isFinite: return .real(value)
    // A sum beyond the largest double is no JSON number.
    case .real(let value): return .text(notFinite(value))
    }
  }

  private static func notFinite(_ value: Double) -> UnsafeBufferPointer<UInt8> {
    let text: StaticString = value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
