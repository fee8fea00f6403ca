import CContenders
import Foundation

/// Members of any type from `Data`. Each is compared in full as the same struct; in the timed rounds a
/// sample is added up.
final class ReflectionReading<Value>: Contender {
  let name: String
  private let documents: [Data]
  private let read: (Data) throws -> [Value]
  private let sample: (Value, inout Tally) -> Void
  private let plain: (Value) -> ReflectedMember

  init(
    _ name: String, over documents: Documents, read: @escaping (Data) throws -> [Value],
    sample: @escaping (Value, inout Tally) -> Void, plain: @escaping (Value) -> ReflectedMember
  ) {
    self.name = name
    self.documents = documents.all.map { Data(buffer: $0) }
    self.read = read
    self.sample = sample
    self.plain = plain
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      for data in documents {
        for value in try read(data) { sample(value, &tally) }
      }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var description = Description()
    for data in documents { description.add(try read(data).map(plain)) }
    return description.bytes
  }
}
