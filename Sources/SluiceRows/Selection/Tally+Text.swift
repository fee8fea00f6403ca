import Sluice

extension Tally {
  /// The names of the table's columns: the groupings, `count`, the aggregates and, where these may be
  /// estimates, `estimated`.
  private var columnNames: [String] {
    groupings.map(\.description) + ["count"] + aggregates.map(\.description)
      + (mayEstimate ? ["estimated"] : [])
  }

  /// Whether values of the tally may be estimates.
  private var mayEstimate: Bool {
    aggregates.contains { aggregate in
      switch aggregate.kind {
      case .sum, .average, .minimum, .maximum: false
      case .quantile, .distinct: true
      }
    }
  }

  /// Writes a result of this tally as a table in CSV, TSV or NDJSON: a line for each group.
  ///
  /// NDJSON keeps a key's JSON, and the line of the records without a key has no such field. In CSV and TSV
  /// a string key is written as text, any other as its JSON, and a missing one is empty. A text that is
  /// empty, or could be mistaken for JSON (`true`, `12`, `"a"`, `{…`), is written as a JSON string.
  ///
  /// With quantiles or distinct values, a last column `estimated` names those of the line that are
  /// estimates, with their errors: `distinct(id) ±0.81%`. It is NULL where all are exact.
  ///
  /// The body receives pieces of whole rows. Throws what it throws, and ``ImportError`` for a key that the
  /// format can't hold: U+0000 in CSV and TSV.
  public func write(
    _ result: TallyResult, as format: FileFormat, to body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var writers = TallyWriters(format, names: columnNames)
    let isNDJSON = format == .ndjson
    let scratch = RowScratch()
    var out = OutputBuffer()
    writers.all.writeHead(to: &out)
    for group in result.groups {
      scratch.removeAll()
      var values: [ImportValue] = []
      // In NDJSON null would be another group.
      let missing = isNDJSON ? Set(group.keys.indices.filter { group.keys[$0] == nil }) : []
      for (place, key) in group.keys.enumerated() where !missing.contains(place) {
        guard let key else {
          values.append(.null)
          continue
        }
        let text = isNDJSON ? nil : TallyKey.text(of: key)
        unsafe values.append(
          text.map { unsafe .text(scratch.copied($0)) } ?? .json(scratch.copied(key)))
      }
      values.append(.integer(group.count))
      for (aggregate, sum) in zip(aggregates, group.sums) {
        values.append(Tally.value(sum.value(aggregate.kind), scratch))
      }
      if mayEstimate {
        let text = estimates(of: group)
        unsafe values.append(text.isEmpty ? .null : .text(scratch.copied(text)))
      }
      let writer = writers.writer(without: missing)
      let verdict = unsafe values.withUnsafeBufferPointer { values in
        // Valid while it stays unchanged; there is at least one value, the count.
        let row = unsafe ImportRow(unchecked: values.baseAddress!, count: values.count)
        return writer.write(row, to: &out)
      }
      if case .refused(_, let message) = verdict {
        throw ImportError(.sink, "a group can't be written: \(message); NDJSON can hold it")
      }
      if out.isFull {
        try unsafe body(out.bytes)
        out.removeAll(keeping: OutputBuffer.keptCapacity)
      }
    }
    try unsafe body(out.bytes)
  }

  /// The estimates of a group: `p99(size) ±0.39%, distinct(id) ±0.81%`.
  private func estimates(of group: TallyGroup) -> String {
    zip(aggregates, group.sums).compactMap { aggregate, sum in
      sum.error(of: aggregate.kind).map { "\(aggregate) ±\(Tally.percent($0))" }
    }.joined(separator: ", ")
  }

  /// With two decimals: `0.39%`.
  package static func percent(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }

  private static func value(_ number: TallyNumber?, _ scratch: RowScratch) -> ImportValue {
    switch number {
    case nil: .null
    case .integer(let value):
      unsafe Int64(exactly: value).map { .integer($0) }
        ?? .decimal(scratch.copied(value.description))
    case .real(let value) where value.isFinite: .real(value)
    // A sum beyond the largest double is not a JSON number.
    case .real(let value): unsafe .text(notFinite(value))
    }
  }

  private static func notFinite(_ value: Double) -> UnsafeBufferPointer<UInt8> {
    let text: StaticString = value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
    return unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

/// The writers of a tally's rows: in NDJSON, one for each set of keys that are missing.
private struct TallyWriters {
  let all: RowWriter
  private let format: FileFormat
  private let names: [String]
  private var short: [Set<Int>: RowWriter] = [:]

  init(_ format: FileFormat, names: [String]) {
    self.format = format
    self.names = names
    all = RowWriter(format, names: names)
  }

  mutating func writer(without missing: Set<Int>) -> RowWriter {
    if missing.isEmpty { return all }
    if let writer = short[missing] { return writer }
    let writer = RowWriter(
      format, names: names.indices.filter { !missing.contains($0) }.map { names[$0] })
    // Few sets occur; a feed that has many makes writers anew.
    if short.count < 1024 { short[missing] = writer }
    return writer
  }
}

/// A group's key in formats whose fields have no types.
enum TallyKey {
  /// The text of a string key that can't be mistaken for another key; nil: the key is written as JSON.
  static func text(of key: String) -> String? {
    guard key.utf8.first == UInt8(ascii: "\""), var text = string(key) else { return nil }
    let isJSON = text.withUTF8 { bytes in
      switch unsafe bytes.first ?? UInt8(ascii: "\"") {
      case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): true
      case UInt8(ascii: "-"), 0x30...0x39: unsafe DecimalDigits(bytes) != nil
      default: ["true", "false", "null"].contains { unsafe bytes.elementsEqual($0.utf8) }
      }
    }
    return isJSON ? nil : text
  }

  /// A JSON string without its quotes and escapes.
  private static func string(_ key: String) -> String? {
    let inner = key.utf8.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(inner) }
    guard case .string(let text)? = try? JSON(parsing: key) else { return nil }
    return text
  }
}
