import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// Numbers in a form for people, without Foundation.
enum Figures {
  /// With one decimal: `812.3`.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite, value < 1e15 else { return "-" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// A position in a source: messages of a topic are counted, other sources' bytes.
  static func place(_ offset: Int64, in source: String) -> String {
    (areMessages(in: source) ? "offset" : "byte") + " \(offset)"
  }

  /// Whether a source, by its name, is a partition of messages.
  static func areMessages(in source: String) -> Bool {
    SourceAddress(ifURL: source)?.areMessages == true
  }

  /// Megabytes (10⁶ bytes) per second.
  static func speed(bytes: Int64, seconds: Double) -> String {
    "\(decimal(Double(bytes) / 1e6 / max(seconds, 1e-9))) MB/s"
  }

  /// `0:07`, `12:30`, `3:00:00`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "-" }
    let all = Int(max(seconds, 0).rounded(.up))
    let tail = two(all % 60)
    return all < 3600 ? "\(all / 60):\(tail)" : "\(all / 3600):\(two(all / 60 % 60)):\(tail)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A line for each column some values of which were set to NULL.
  static func nulled(_ columns: [ByteName: Int64]) -> String {
    columns.sorted { $0.key < $1.key }.map { column, number in
      PrintableText.line(column.text)
        + ": \(count(number, "value")) of another type set to NULL or the default\n"
    }.joined()
  }

  /// A line for each column that took values only because of what it accepts.
  static func accepted(_ columns: [ByteName: [String: Int64]]) -> String {
    columns.sorted { $0.key < $1.key }.map { column, words in
      let counts = words.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }
      return "\(PrintableText.line(column.text)): accepted \(counts.joined(separator: ", "))\n"
    }.joined()
  }

  /// A line for each fact beyond a summary's counts.
  static func details(_ summary: ImportSummary, _ mode: WriteMode = .append) -> String {
    var text =
      reasons(summary.rejectReasons) + nulled(summary.nulled)
      + accepted(summary.accepted)
    if summary.skippedByTarget > 0 {
      text += "\(count(summary.skippedByTarget, "row")) "
      if case .ignore = mode {
        text += "skipped: rows with their keys are there\n"
      } else {
        text += "not stored by the target, whose triggers or rules decided so\n"
      }
    }
    if summary.refusedRows > 0 {
      text += "\(count(summary.refusedRows, "row")) of rejected records refused\n"
    }
    return text + unknownKeys(summary.unknownKeys, others: summary.otherUnknownKeys)
  }

  /// A line for each reason, the most frequent first.
  static func reasons(_ reasons: [RejectReason]) -> String {
    // Equally frequent ones keep their order.
    let ranked = reasons.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return ranked.map { _, reason in
      let column = reason.column.map { " in column " + PrintableText.line($0.text) } ?? ""
      return PrintableText.line(reason.code)
        + "\(column): \(reason.count), the first at \(reason.example)\n"
    }.joined()
  }

  /// A line for each key that nothing asked for, the most frequent first. Paths come from a feed: they are
  /// printed without anything that could move a terminal's cursor.
  static func unknownKeys(_ keys: [ByteName: Int64], others: Int64) -> String {
    let lines = keys.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { path, number in
      "unknown key \(PrintableText.line(path.text)): \(count(number, "time"))\n"
    }
    return lines.joined() + (others > 0 ? "and more unknown keys: \(count(others, "time"))\n" : "")
  }

  /// What a run left at a source's end.
  static func left(_ left: ImportSummary.Left) -> String {
    if case .noText(let bytes) = left {
      return "no text" + (bytes == 0 ? "" : " but \(count(bytes, "byte")) of white space")
        + ", where an array is expected: the next run looks again; --final makes it a reject\n"
    }
    let what =
      switch left {
      case .record(let bytes): "\(count(bytes, "byte")) of an unfinished last record"
      case .array(0): "the rest of an array that has not ended"
      case .array(let bytes):
        "\(count(bytes, "byte")) after the last record of an array that has not ended"
      case .noText: "no text"
      case .member(let bytes, let offset):
        "\(count(bytes, "byte")) of a compressed part that is cut short, from byte \(offset) on,"
      case .rest(let bytes): "\(count(bytes, "byte")) after the last record"
      }
    let remedy = if case .rest = left { "" } else { "; --final takes or rejects what is there" }
    return "\(what) left for the next run\(remedy)\n"
  }

  /// A line for each source that was refused.
  static func refusals(_ sources: [ImportSummary.RefusedSource]) -> String {
    sources.map { "refused: \(PrintableText.line($0.message))\n" }.joined()
  }

  /// A line for each note.
  static func notes(_ notes: some Collection<ImportNote>) -> String {
    notes.map { "\($0.kind): \(PrintableText.line($0.message))\n" }.joined()
  }

  /// `1 record`, `2 records`.
  static func count(_ number: Int64, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Cuts a text to one line, and to a length that leaves room for several.
  static func cut(_ text: String) -> String {
    let line = PrintableText.line(text)
    return line.count > 40 ? line.prefix(39) + "…" : line
  }

  /// Rows of cells, one line each.
  static func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { (row: [String]) -> String in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += (column > 0 ? "  " : "") + cell
        line += String(repeating: " ", count: max(widths[column] - cell.count, 0))
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
