import CContenders
import Foundation

/// A contender that writes a value as JSON. The output is compared as a JSON value, in any order of keys.
///
/// Lengths differ between writers, some of which don't find a double's shortest digits. So in the timed rounds each
/// reports only whether its text is as long as in the first pass.
protocol DumpingContender: Contender {
  /// Writes the value once and passes the bytes to `body`.
  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws
}

extension DumpingContender {
  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    var length: Int?
    for _ in 0..<passes {
      try dump {
        tally.integer($0.count == length ?? $0.count ? 1 : 0)
        length = $0.count
      }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var values: [UInt8] = []
    try dump { bytes in
      let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      values += try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .prettyPrinted, .fragmentsAllowed])
    }
    return values
  }
}
