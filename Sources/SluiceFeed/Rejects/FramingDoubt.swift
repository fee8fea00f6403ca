import Sluice
import SluiceSystem

/// The first records that were refused under a framing which `.auto` guessed. If most are, they are scanned once more:
/// another framing may fit.
package struct FramingDoubt {
  /// The text of the first of them that follow each other.
  private var text: [UInt8] = []
  /// Where the next one begins if it follows the last line.
  private var next: Int64?
  private var isFull = false
  /// How many bytes were scanned in vain.
  private var looked = 0

  private static let mostText = 64 << 10
  private static let mostLooked = 1 << 20
  private static let depthLimit = 1024

  package init() {}

  package mutating func keep(_ record: RejectedRecord) {
    guard !isFull else { return }
    if let next, record.offset > next + 1 {
      // Something that was accepted is in between.
      isFull = true
      return
    }
    // A whole value was refused for what it holds.
    let fault = unsafe record.rawBytes.withUnsafeBufferPointer {
      unsafe FaultScan.firstFault(in: $0, depthLimit: FramingDoubt.depthLimit)
    }
    guard fault != nil || next != nil else {
      looked += record.rawBytes.count
      isFull = looked > FramingDoubt.mostLooked
      return
    }
    text += record.rawBytes.prefix(FramingDoubt.mostText - text.count)
    text.append(UInt8(ascii: "\n"))
    next = record.offset + record.length + 1
    isFull = record.isCut || text.count >= FramingDoubt.mostText
  }

  /// The note about a framing that fits better than the guessed one; nil: too few records were refused, or
  /// none does. Few lines may have most of the records.
  package func note(_ counts: FeedCounts, _ guessed: FeedFraming, of source: String)
    -> SourceNote?
  {
    let all = counts.records + counts.rejected
    guard counts.rejected > 0, guessed == .lines, let values = wholeValues,
      counts.rejected * 2 > all || values > counts.records
    else { return nil }
    return SourceNote(
      kind: "framing",
      text:
        "\(source): \(counts.rejected) of \(all) records were refused as \(guessed), as which the first"
        + " line was taken. They are not lines: the first \(text.count) bytes of them hold \(values) whole"
        + " values, which --framing concatenated reads")
  }

  /// How many values follow each other in the text; nil: there is a fault before its end, or no value.
  private var wholeValues: Int? {
    unsafe text.withUnsafeBufferPointer { text in
      var (start, count) = (0, 0)
      while true {
        let rest = unsafe UnsafeBufferPointer(rebasing: text[start...])
        let fault = unsafe FaultScan.firstFault(in: rest, depthLimit: FramingDoubt.depthLimit)
        switch fault?.code {
        case nil: return count + 1
        case .trailingContent?:
          (start, count) = (start + (fault?.offset ?? rest.count), count + 1)
        // The end of what was kept, or what follows was accepted as a line of its own.
        case .incomplete?, .unclosedString?, .empty?: return count > 0 ? count : nil
        default: return nil
        }
      }
    }
  }
}
