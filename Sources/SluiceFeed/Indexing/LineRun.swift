import CSimdJSON
import Sluice

/// Successive lines of an indexed window, for a reader that takes many records at once.
///
/// Sound because it is lent for the duration of a call, in which neither the window nor its index changes.
@safe
package struct LineRun {
  /// The lines, and how far they were read.
  package var lines: csj_lines
  /// The offset in the source of the window's first byte.
  private let windowOffset: Int64
  /// The end of the source, which an added newline is not part of.
  private let end: Int64

  /// Each line that is read earns credit, and each attempt costs some. Without credit, some lines are read one
  /// by one.
  private var credit = LineRun.mostCredit
  private var resting = 0
  private static let (mostCredit, rest) = (8, 32)

  init(_ lines: csj_lines, windowOffset: Int64, end: Int64) {
    unsafe self.lines = unsafe lines
    self.windowOffset = windowOffset
    self.end = end
  }

  /// Whether to try to read the next line with others.
  @inline(__always)
  mutating func isWorthTrying() -> Bool {
    if resting == 0 { return true }
    resting -= 1
    return false
  }

  /// Notes how many lines an attempt has read.
  mutating func noteRead(_ count: Int) {
    credit = min(credit + count, LineRun.mostCredit + 1) - 1
    if credit == 0 { (credit, resting) = (LineRun.mostCredit / 2, LineRun.rest) }
  }

  /// Moves to a line, by its number, first byte and token. False after the last.
  mutating func move(to number: Int, start: Int, first: UInt32) -> Bool {
    unsafe lines.next = UInt32(truncatingIfNeeded: number)
    unsafe lines.start = UInt32(truncatingIfNeeded: start)
    unsafe lines.first = first
    return unsafe lines.next < lines.count
  }

  /// The address of the window's first byte.
  package var window: UInt { unsafe UInt(bitPattern: lines.bytes) }

  /// The addresses of the next line's bytes, up to its last token, if it has any.
  package var nextRecord: Range<UInt> {
    let behind = unsafe Int(lines.token_ends[Int(lines.next)])
    let start = unsafe window + UInt(lines.start)
    guard unsafe behind > Int(lines.first) else { return start..<start }
    return unsafe start..<window + UInt(lines.tokens[behind - 1]) + 1
  }

  /// The offset in the source for one in the window, at the start of a line.
  @inline(__always)
  func offset(_ place: UInt32) -> Int64 { min(windowOffset &+ Int64(place), end) }

  /// The offset in the source of the next line.
  var offset: Int64 { unsafe offset(lines.start) }
}

/// Has the records of a run read, and notes where they end.
protocol LineRunTaker: AnyObject {
  /// Moves the run past the lines that were read, and returns their number.
  func read(_ run: inout LineRun) -> Int
}

/// The lines of a run that were read, and the offset in the source of the next line.
struct LineRunRead {
  let count: Int
  let offset: Int64
}
