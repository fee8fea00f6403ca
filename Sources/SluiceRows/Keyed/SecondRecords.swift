import Sluice
import SluiceFeed

/// The records of the feed that is read first in a comparison: their keys, the digests of their values, and
/// where they are.
final class SecondRecords {
  private let store: RecordStore
  private let name: String
  private let options: JSONOptions
  private var table = DigestTable()
  private(set) var values: [ValueDigest] = []
  private var offsets: [Int64] = []
  private var lengths: [UInt32] = []
  /// Whether the other feed has a record with the key.
  private var isMet: [Bool] = []

  init(_ store: RecordStore, named name: String, _ options: JSONOptions) {
    self.store = store
    self.name = name
    self.options = options
  }

  func add(
    _ part: KeyedPart, _ record: Int, _ delivery: ChunkDelivery, most: Int
  ) throws {
    guard table.add(part.keys[record]).isNew else {
      throw SecondRecords.repeated(delivery.position(behind: record).recordNumber, in: name)
    }
    guard table.count <= most else { throw SecondRecords.tooMany(most) }
    let bytes = part.bytes(of: record)
    offsets.append(try store.keep(bytes, at: part.offsets[record]))
    lengths.append(UInt32(truncatingIfNeeded: bytes.count))
    values.append(part.records[record])
    isMet.append(false)
  }

  func number(of key: ValueDigest) -> Int? { table.number(of: key) }

  /// Notes that the other feed has a record with the key of this one. False: it had one before.
  func meet(_ number: Int) -> Bool {
    defer { isMet[number] = true }
    return !isMet[number]
  }

  /// A record's bytes, read again. Throws if they are no longer the same.
  func bytes(of number: Int) throws -> [UInt8] {
    let bytes = try store.record(at: offsets[number], count: Int(lengths[number]))
    var reader = JSONReader(options: options)
    let digest = try? reader.withDocument(bytes) { root in
      var walk = DigestWalk()
      return try walk.digest(of: root.position)
    }
    guard digest == values[number] else {
      throw ImportError(
        .source, "\(name) changed while it was compared: compare a copy of it")
    }
    return bytes
  }

  /// Lends the records that the other feed does not have.
  func forEachUnmet(_ body: ([UInt8]) throws -> Void) throws {
    for number in isMet.indices where !isMet[number] { try body(bytes(of: number)) }
  }

  static func repeated(_ number: Int64, in name: String) -> ImportError {
    ImportError(
      .source,
      "\(name): the key of record \(number) occurred before: name more paths with the key, or use sluice dedupe first"
    )
  }

  static func tooMany(_ most: Int) -> ImportError {
    ImportError(
      .source,
      "there are more than \(most) different keys: raise the limit, which takes some 64 bytes for each"
        + " key, or filter")
  }
}
