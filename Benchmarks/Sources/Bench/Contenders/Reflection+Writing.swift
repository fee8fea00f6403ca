import CContenders
import Foundation

/// Members as JSON. The output is compared as JSON values. In the timed rounds its ends are added up,
/// because `4.0` and `4` are the same value but differ in length.
final class ReflectionWriting: Contender {
  let name: String
  private let write: () throws -> Data

  init(_ name: String, _ write: @escaping () throws -> Data) {
    self.name = name
    self.write = write
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      let data = try write()
      tally.edges &+= UInt64(data.first ?? 0) &+ UInt64(data.last ?? 0)
    }
    return tally
  }

  func values() throws -> [UInt8] {
    let value = try JSONSerialization.jsonObject(with: try write())
    return Array(
      try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .prettyPrinted]))
  }
}
