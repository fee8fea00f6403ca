import SluiceFeed
import SluiceRows
import SluiceSystem

/// The lines of `sluice watch`.
struct WatchText {
  let source: String
  let tally: Tally
  private var isGrouped: Bool { !tally.groupings.isEmpty || !tally.aggregates.isEmpty }

  init(_ source: String, _ tally: Tally) {
    self.source = source
    self.tally = tally
  }

  /// How many groups there is room for.
  func groupRoom(rows: Int) -> Int { max(rows - 12, 1) }

  /// The picture for a terminal: no more lines than it has, and none longer than one of its.
  func picture(_ view: WatchView, _ size: TerminalSize) -> [String] {
    var lines = head(view)
    if isGrouped {
      lines.append("")
      lines += table(view)
    }
    // Not the title alone.
    if !view.rejects.isEmpty, lines.count + 2 < size.rows {
      lines.append("")
      lines.append("the last bad records")
      lines += view.rejects.map { "  " + PrintableText.line($0) }
    }
    return lines.prefix(size.rows).map { TerminalText.cut($0, to: size.columns) }
  }

  /// The end of the watch, for any reader: everything, without limits.
  func summary(_ view: WatchView) -> String {
    var lines = head(view, isEnd: true)
    if isGrouped { lines += [""] + table(view) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line for each interval, where there is no terminal.
  func line(_ view: WatchView) -> String {
    var parts = [
      Figures.count(view.counts.records, "record"),
      "\(Figures.decimal(view.rates.records))/s",
      "\(view.counts.rejected) bad", Figures.speed(bytes: Int64(view.rates.bytes), seconds: 1),
    ]
    if !tally.groupings.isEmpty {
      parts += view.groups.prefix(5).map { shown in
        let keys = shown.group.keys.map(WatchText.text).joined(separator: ",")
        return "\(keys) \(shown.group.count) (\(Figures.decimal(shown.rate))/s)"
      }
      if view.groupCount > 5 { parts.append("and \(view.groupCount - 5) more") }
    }
    return Moment.text(Moment.now) + "  " + parts.joined(separator: "  ") + "\n"
  }

  private func head(_ view: WatchView, isEnd: Bool = false) -> [String] {
    let rates = view.rates
    func rate(_ text: String) -> String { isEnd ? "" : text }
    let seconds = max(view.seconds, 1e-3)
    let rows = [
      [
        "records", "\(view.counts.records)",
        isEnd
          ? "\(Figures.decimal(Double(view.counts.records) / seconds))/s"
          : "\(Figures.decimal(rates.records))/s",
      ],
      [
        "bad records", "\(view.counts.rejected)",
        rate("\(Figures.decimal(rates.rejected))/s"),
      ],
      [
        "bytes", "\(view.counts.bytes)",
        isEnd
          ? Figures.speed(bytes: view.counts.bytes, seconds: seconds)
          : Figures.speed(bytes: Int64(rates.bytes), seconds: 1),
      ],
    ]
    let title = "\(PrintableText.line(source))  \(Figures.duration(view.seconds))"
    return [title] + WatchText.lines(rows)
  }

  private func table(_ view: WatchView) -> [String] {
    let isCounted = !tally.groupings.isEmpty
    let names =
      tally.groupings.map { PrintableText.line($0.description) } + ["count"]
      + (isCounted ? ["per second"] : []) + tally.aggregates.map { PrintableText.line("\($0)") }
    var rows = [names]
    for shown in view.groups {
      let group = shown.group
      rows.append(
        group.keys.map(WatchText.text) + ["\(group.count)"]
          + (isCounted ? [Figures.decimal(shown.rate)] : [])
          + zip(tally.aggregates, group.sums).map { aggregate, sum in
            let isEstimate = sum.error(of: aggregate.kind) != nil
            return sum.value(aggregate.kind).map { (isEstimate ? "~" : "") + $0.description } ?? "-"
          })
    }
    var lines = WatchText.lines(rows)
    let more = view.groupCount - view.groups.count
    if more > 0 { lines.append("and \(Figures.count(Int64(more), "more group"))") }
    return lines
  }

  /// A key as people read it, cut to a length that leaves room for others.
  private static func text(_ key: String?) -> String {
    guard let key else { return "(missing)" }
    let plain = key.utf8.first == UInt8(ascii: "\"") && !key.utf8.contains(UInt8(ascii: "\\"))
    return Figures.cut(plain ? String(key.dropFirst().dropLast()) : key)
  }

  private static func lines(_ rows: [[String]]) -> [String] {
    Figures.table(rows).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }
}
