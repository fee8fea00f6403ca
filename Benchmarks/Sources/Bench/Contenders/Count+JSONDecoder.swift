import Foundation

/// The filter and sum of a feed, line by line through one reused JSONDecoder, which decodes only what they
/// need.
final class CountJSONDecoder<Record: Summed>: WalkingContender {
  let name = "jsondecoder"
  private let documents: Documents
  private let decoder = JSONDecoder()

  init(_ record: Record.Type, over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    var count: Int64 = 0
    var total = 0.0
    for feed in documents.all {
      try Lines.forEach(in: feed) { line in
        guard let value = try decoder.decode(Record.self, from: Data(buffer: line)).summand else {
          return
        }
        count += 1
        total += value
      }
    }
    sink.integer(count)
    sink.integer(Int64((total * Record.scale).rounded()))
  }
}

/// A record with a number to sum up if a condition holds for it.
protocol Summed: Decodable {
  /// The factor of the sum before it is compared.
  static var scale: Double { get }
  var summand: Double? { get }
}

/// The pushes, and the sum of their sizes.
struct SummedEvent: Summed {
  let type: String
  let payload: Payload

  struct Payload: Decodable { let size: Int64? }

  static let scale = 1.0
  var summand: Double? { type == "PushEvent" ? payload.size.map(Double.init) : nil }
}

/// The failed requests, and the sum of their durations, which have three decimals.
struct SummedLog: Summed {
  let status: Int64
  let duration: Double

  enum CodingKeys: String, CodingKey {
    case status = "status"
    case duration = "duration_ms"
  }

  static let scale = 1000.0
  var summand: Double? { status >= 500 ? duration : nil }
}
