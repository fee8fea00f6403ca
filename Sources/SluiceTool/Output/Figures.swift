import SluiceImport

/// Numbers as people read them, without Foundation.
enum Figures {
  /// With one decimal: `812.3`.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite, value < 1e15 else { return "-" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Megabytes (10⁶ bytes) a second.
  static func speed(bytes: Int64, seconds: Double) -> String {
    "\(decimal(Double(bytes) / 1e6 / max(seconds, 1e-9))) MB/s"
  }

  /// A line for each column of which values were set to NULL.
  static func nulled(_ columns: [String: Int64]) -> String {
    columns.sorted { $0.key < $1.key }.map { column, number in
      "\(column): \(count(number, "value")) of another type set to NULL or the default\n"
    }.joined()
  }

  /// A line for each key that nothing asked for, the most frequent first. Paths are a feed's: without
  /// anything that could move a terminal's cursor.
  static func unknownKeys(_ keys: [String: Int64], others: Int64) -> String {
    let lines = keys.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { path, number in
      "unknown key \(PrintableText.line(path)): \(count(number, "time"))\n"
    }
    return lines.joined() + (others > 0 ? "and more unknown keys: \(count(others, "time"))\n" : "")
  }

  /// `1 record`, `2 records`.
  static func count(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
