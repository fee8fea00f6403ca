import ConformanceSuite
import Sluice
import SluiceFeed
import SluiceTokenizer

/// Reads the bytes token by token, cut at places that the input chooses. Verdict and values are those of the full
/// check, and tokens do not depend on the cuts. Elements equal those that cursors of the whole document have, and random
/// calls answer as a model says.
enum FuzzTokenizer {
  static func run(_ document: [UInt8], control: UInt8) {
    // The cuts are random, but the same for the same input.
    let seed = document.reduce(UInt64(control)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var differential = TokenizerDifferential(seed: seed)
    if let difference = differential.difference(in: document) {
      disagreement("the tokenizer: \(difference)", document)
    }
    elements(document, window: 64 + Int(control))
    walks(document, seed: seed)
  }

  /// Random calls while the document arrives in chunks, against a parser of its own for the whole text.
  private static func walks(_ document: [UInt8], seed: UInt64) {
    guard document.count < 4000 else { return }
    do {
      if let difference = try TokenizerWalk.difference(in: document, walks: 4, seed: seed) {
        disagreement("calls of the tokenizer: \(difference)", document)
      }
    } catch {
      disagreement("calls of the tokenizer: \(error)", document)
    }
  }

  private static func elements(_ document: [UInt8], window: Int) {
    guard document.first == UInt8(ascii: "[") else { return }
    var reader = JSONReader(checking: .full)
    guard case .accepted(let whole) = reader.verdict(of: document) else { return }
    do {
      var taken = 0
      var tokenizer = try JSONTokenizer(
        options: TokenizerOptions(checking: .full, windowSize: window)
      ) { (room) throws(JSONError) in
        let count = min(room.count, document.count - taken, 1 + window / 3)
        room.copyBytes(from: document[taken..<taken + count])
        taken += count
        return count
      }
      var events = Events()
      try tokenizer.forEachElement { try events.walk($0) }
      if try tokenizer.next() != nil || whole.bytes != [0x5B] + events.bytes + [0x5D] {
        disagreement("elements of the tokenizer and of a cursor", document)
      }
    } catch {
      disagreement("an accepted document, read by elements: \(error)", document)
    }
  }
}
