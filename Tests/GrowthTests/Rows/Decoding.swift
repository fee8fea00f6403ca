import Sluice
import SluiceCodable

/// Decodes as its closure does.
private struct Counted: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var sum = 0
    while container.currentIndex < container.count ?? 0 { sum += try container.decode(Int.self) }
  }
}

private struct AllKeys: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
  }
}

private struct Contained: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys.reversed() where container.contains(key) {
      _ = try container.decodeNil(forKey: key)
    }
  }
}

extension GrowthRow {
  static let decoding: [GrowthRow] = [
    GrowthRow("UnkeyedDecodingContainer.count in a loop", 2000) { count in
      let text = "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]"
      let decoder = SluiceDecoder()
      return { _ = try decoder.decode(Counted.self, from: text) }
    },
    GrowthRow("SluiceDecoder, all keys", 2000) { count in
      let (text, decoder) = (Samples.object(count), SluiceDecoder())
      return { _ = try decoder.decode(AllKeys.self, from: text) }
    },
    GrowthRow("SluiceDecoder, contains(_:)", 2000) { count in
      let (text, decoder) = (Samples.object(count), SluiceDecoder())
      return { _ = try decoder.decode(Contained.self, from: text) }
    },
    GrowthRow("SluiceDecoder, a dictionary", 2000) { count in
      let (text, decoder) = (Samples.object(count), SluiceDecoder())
      return { _ = try decoder.decode([String: Int].self, from: text) }
    },
  ]
}
