import SluiceImport

/// One line on the terminal that is written over again, at most ten times a second.
struct ProgressLine: ~Copyable {
  private let isShown = StandardError.isTerminal
  private let begin = monotonicSeconds()
  private var last = 0.0
  private var firstOffset: Int64?
  private var isDirty = false

  mutating func show(_ progress: ImportProgress) {
    show(
      offset: progress.offset, size: progress.size,
      "\(Figures.count(progress.rows, "row"))  \(Figures.count(progress.rejects, "reject"))")
  }

  /// `counts` is made only when it is shown.
  mutating func show(offset: Int64, size: Int64? = nil, _ counts: @autoclosure () -> String) {
    guard isShown else { return }
    let now = monotonicSeconds()
    let first = firstOffset ?? offset
    firstOffset = first
    guard now - last > 0.1 else { return }
    last = now
    var line = "\r\u{1B}[K"
    if let size, size > 0 { line += "\(Int(Double(offset) / Double(size) * 100))%  " }
    line += Figures.speed(bytes: offset - first, seconds: now - begin)
    line += "  \(counts())"
    StandardError.write(line)
    isDirty = true
  }

  /// Takes the line away.
  mutating func clear() {
    if isDirty { StandardError.write("\r\u{1B}[K") }
    isDirty = false
  }
}
