import SluiceImport

/// One line on the terminal that is written over again, at most ten times a second.
struct ProgressLine: ~Copyable {
  private let isShown = StandardError.isTerminal
  private let begin = monotonicSeconds()
  private var last = 0.0
  private var firstOffset: Int64?
  private var isDirty = false

  mutating func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = monotonicSeconds()
    let first = firstOffset ?? progress.offset
    firstOffset = first
    guard now - last > 0.1 else { return }
    last = now
    var line = "\r\u{1B}[K"
    if let size = progress.size, size > 0 {
      line += "\(Int(Double(progress.offset) / Double(size) * 100))%  "
    }
    line += Figures.speed(bytes: progress.offset - first, seconds: now - begin)
    line += "  \(Figures.count(progress.rows, "row"))"
    line += "  \(Figures.count(progress.rejects, "reject"))"
    StandardError.write(line)
    isDirty = true
  }

  /// Takes the line away.
  mutating func clear() {
    if isDirty { StandardError.write("\r\u{1B}[K") }
    isDirty = false
  }
}
