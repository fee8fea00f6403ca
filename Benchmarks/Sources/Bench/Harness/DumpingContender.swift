import CContenders
import Foundation

/// A contender that writes a value as JSON. The output is compared as a JSON value, in any order of keys.
protocol DumpingContender: Contender {
  /// Writes the value once and passes the bytes to `body`.
  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws
}

extension DumpingContender {
  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes { try dump { tally.bytes &+= UInt64($0.count) } }
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
