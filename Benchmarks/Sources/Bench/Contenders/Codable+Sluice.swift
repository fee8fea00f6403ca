import CContenders
import Foundation
import Sluice
import SluiceCodable
import SluiceFeed

/// The events feed through JSONFeed, by a decodable type, `.full`.
final class CodableFeedSluice: DecodingContender {
  let name = "sluice"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func decode(_ take: (Event) -> Void) throws {
    for bytes in feeds {
      var feed = try JSONFeed(
        .bytes(bytes, name: "events"), options: FeedOptions(checking: .full))
      try feed.forEach(.codable(Event.self)) {
        take($0)
      } rejected: {
        throw $0.error
      }
    }
  }
}

/// A decoder for each request, as servers make them.
final class CodableServerSluice: ServingContender {
  let name = "sluice"
  let bodies: [[UInt8]]

  init(_ bodies: [[UInt8]]) { self.bodies = bodies }

  func read(_ body: [UInt8], into sink: inout some Sink) throws {
    try SluiceDecoder().decode(OrderRequest.self, from: body).handOver(to: &sink)
  }
}

/// A value through one reused SluiceEncoder.
final class CodableDumpSluice<Value: Encodable>: DumpingContender {
  let name = "sluice"
  private let value: Value
  private let encoder: SluiceEncoder

  init(of value: Value, by encoder: SluiceEncoder = SluiceEncoder()) {
    self.value = value
    self.encoder = encoder
    encoder.outputFormatting = .withoutEscapingSlashes
  }

  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try encoder.encode(value).withUnsafeBytes(take)
  }
}
