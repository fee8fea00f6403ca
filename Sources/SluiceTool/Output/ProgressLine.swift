import Sluice
import SluiceImport
import SluiceSystem

/// One line on the terminal that is overwritten, at most ten times a second.
struct ProgressLine: ~Copyable {
  private let isShown: Bool
  private var begin = MonotonicClock.seconds
  private var last = 0.0
  private var firstOffset: Int64?
  private var isDirty = false

  init(isShown: Bool = true) { self.isShown = isShown && StandardError.isTerminal }

  mutating func show(_ progress: ImportProgress) {
    // For all sources.
    show(
      offset: progress.totalOffset, size: progress.totalSize, read: progress.bytes,
      ProgressLine.counts(progress))
  }

  private static func counts(_ progress: ImportProgress) -> String {
    var text = Figures.count(progress.rows, "row")
    text += "  \(Figures.count(progress.rejects, "reject"))"
    if progress.sourceCount > 1 {
      text += "  \(progress.sourceNumber) of \(progress.sourceCount): \(progress.source)"
    }
    return text
  }

  /// `counts` is made only when it is shown. `read`: how much of the offset this run has read, unless that
  /// is all of it.
  mutating func show(
    offset: Int64, size: Int64? = nil, read: Int64? = nil, _ counts: @autoclosure () -> String
  ) {
    guard isShown else { return }
    let now = MonotonicClock.seconds
    if firstOffset == nil { begin = now }
    let first = firstOffset ?? offset
    firstOffset = first
    guard now - last > 0.1 else { return }
    last = now
    var line = ""
    if let size, size > 0 { line += ProgressLine.bar(Double(offset) / Double(size)) }
    let read = read ?? offset - first
    line += Figures.speed(bytes: read, seconds: now - begin)
    if let size, read > 0 {
      let rate = Double(read) / max(now - begin, 1e-9)
      line += "  \(Figures.duration(Double(max(size - offset, 0)) / rate)) left"
    }
    line += "  \(counts())"
    StandardError.writeThrough(ProgressLine.clearing + PrintableText.line(line))
    isDirty = true
  }

  /// `[#####---------------]  25%  `
  private static func bar(_ share: Double) -> String {
    let share = min(max(share, 0), 1)
    let done = Int(share * 20)
    let bar =
      String(repeating: "#", count: done) + String(repeating: "-", count: 20 - done)
    return "[\(bar)]  \(Int(share * 100))%  "
  }

  /// Removes the line.
  mutating func clear() {
    if isDirty { StandardError.writeThrough(ProgressLine.clearing) }
    isDirty = false
  }

  /// Returns to the line's start, and erases to its end.
  private static let clearing = "\r\u{1B}[K"
}
