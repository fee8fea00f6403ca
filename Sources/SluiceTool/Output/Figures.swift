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

  /// `1 record`, `2 records`.
  static func count(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
