import Sluice
import SluiceSystem

/// The report for people.
extension InferenceReport {
  /// A line for each path, followed by the columns as commands take them. Paths and values contain
  /// nothing that could move a terminal's cursor.
  public var table: String {
    var rows = [["path", "type", "null", "missing", "distinct", "format", "values"]]
    record.forEach { value in rows.append(value.row) }
    var text = "\(summary)\n\n" + InferenceReport.aligned(rows)
    let lines = notes
    if !lines.isEmpty { text += "\n" + lines.map { $0 + "\n" }.joined() }
    let isNested = columns.contains { $0.column.type.isNested }
    let command = isNested ? "sluice select --format arrow" : "sluice import"
    return text + "\ncolumns for \(command):\n" + columnArguments
  }

  /// The columns as arguments of `sluice import`, quoted for a shell, one a line. A column whose path no
  /// command line can hold is only mentioned.
  public var columnArguments: String {
    let words = columns.filter(\.isWritable).map {
      "  --column \(ShellWord.quoted($0.column.description))"
    }
    let left = columns.filter { !$0.isWritable }.map {
      "# no command line can hold the U+0000 in \(PrintableText.line($0.value.path.description))\n"
    }
    return words.joined(separator: " \\\n") + "\n" + left.joined()
  }

  private var notes: [String] {
    var notes: [String] = []
    if record.hasEstimates {
      notes.append("~: estimated, with a standard error of 2.3%")
    }
    if duplicateKeys > 0 {
      let counting = isLastCounted ? "last" : "first"
      notes.append(
        "fields that an object had twice, of which the \(counting) counts: \(duplicateKeys)")
    }
    for column in columns where column.isWritable {
      guard let epoch = column.value.format?.epochType else { continue }
      let path = PrintableText.line(column.path.description)
      notes.append(
        "\(path) may count time since 1970: as type \(epoch) it becomes a timestamp")
    }
    for column in columns where column.isWritable {
      if let note = column.proposalNote { notes.append(note) }
    }
    if unlisted > 0 { notes.append("values at more paths than are told apart: \(unlisted)") }
    return notes
  }

  /// Columns of text, with numbers aligned to the right.
  private static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in
      // One very long path must not make all lines long.
      rows.map { min($0[column].count, 60) }.max() ?? 0
    }
    var text = ""
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let room = String(repeating: " ", count: max(widths[column] - cell.count, 0))
        let isNumber = (2...4).contains(column)
        line += (column > 0 ? "  " : "") + (isNumber ? room + cell : cell + room)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}

extension InferredColumn {
  /// What the proposals would reject, beside the column itself, which takes all.
  fileprivate var proposalNote: String? {
    let proposals = proposals
    if proposals.isEmpty { return nil }
    let values = value.kinds.count - value.kinds.null
    let choices = proposals.map { "\($0.columnText) rejects \($0.rejected)" }
    return
      "\(PrintableText.line(path.description)) has numbers or Booleans in strings: of \(values) values,"
      + " \(choices.joined(separator: ", ")), \(column.type) none"
  }
}

extension InferredValue {
  fileprivate var hasEstimates: Bool {
    distinct.standardError > 0 || fields.contains { $0.hasEstimates }
      || element?.hasEstimates == true || anyField?.hasEstimates == true
  }

  fileprivate var row: [String] {
    let isEstimate = distinct.standardError > 0
    return [
      PrintableText.line(path.description), typeText, "\(kinds.null)", "\(missing)",
      distinct.count == 0 ? "" : (isEstimate ? "~" : "") + "\(distinct.count)",
      format?.rawValue ?? "", PrintableText.line(valuesText),
    ]
  }

  /// The type; for a mixed one, the types that it mixes.
  private var typeText: String {
    guard type == .mixed else { return isCut ? "\(type.rawValue) (too deep)" : type.rawValue }
    let names = kinds.named.filter { $0.count > 0 && $0.name != "null" }.map(\.name)
    return names.joined(separator: "|")
  }

  /// An example, short enough for three in a line.
  private static func short(_ example: JSON) -> String {
    let text = "\(example)"
    return text.count > 32 ? text.prefix(31) + "…" : text
  }

  private var valuesText: String {
    switch type {
    case .object where anyField != nil: return "keys are data"
    case .object: return ""
    case .array: return "up to \(longestArray) element\(longestArray == 1 ? "" : "s")"
    case .int, .real, .decimal:
      guard let smallest, let largest, distinct.count > 3 else { break }
      return "\(smallest) … \(largest)"
    default: break
    }
    let rest = distinct.count > Int64(examples.count) ? ", …" : ""
    return examples.map(InferredValue.short).joined(separator: ", ") + rest
  }
}
