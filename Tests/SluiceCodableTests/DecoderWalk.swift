import Foundation
import SluiceCodable
import TestSupport

/// Asks a decoder and its containers for values in random order, and logs what they answer.
///
/// What it does next depends on its seed and on the answers, so that two decoders that answer the same have the same log.
final class DecoderWalk: @unchecked Sendable {
  static let key = CodingUserInfoKey(rawValue: "walk")!
  /// The keys it asks for; documents have some of them.
  static let keys = ["a", "b", "c", "super", "", "é", "first_name", "absent"]

  private(set) var log: [String] = []
  private var random: SeededGenerator
  private var stepsLeft: Int
  private var depth = 0

  init(seed: UInt64, steps: Int) {
    random = SeededGenerator(seed: seed)
    stepsLeft = steps
  }

  private enum Container {
    case keyed(KeyedDecodingContainer<ShapeKey>)
    case unkeyed(any UnkeyedDecodingContainer)
    case single(any SingleValueDecodingContainer)
  }

  func visit(_ decoder: any Decoder) {
    guard depth < 12 else { return note("deep") }
    depth += 1
    defer { depth -= 1 }
    note("visit \(DecoderWalk.text(decoder.codingPath))")
    var containers: [Container] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      guard stepsLeft > 0 else { return }
      stepsLeft -= 1
      if containers.isEmpty || Int.random(in: 0..<5, using: &random) == 0 {
        let kind = Int.random(in: 0..<3, using: &random)
        answer("open \(kind)") {
          switch kind {
          case 0: containers.append(.keyed(try decoder.container(keyedBy: ShapeKey.self)))
          case 1: containers.append(.unkeyed(try decoder.unkeyedContainer()))
          default: containers.append(.single(try decoder.singleValueContainer()))
          }
          return ""
        }
        continue
      }
      let index = Int.random(in: 0..<containers.count, using: &random)
      switch containers[index] {
      case .keyed(let container): use(container, &containers)
      case .unkeyed(var container):
        // Now and then on a copy, which leaves the first where it is.
        let isCopy = Int.random(in: 0..<6, using: &random) == 0
        use(&container, &containers)
        if !isCopy { containers[index] = .unkeyed(container) }
      case .single(let container):
        if Int.random(in: 0..<4, using: &random) == 0 {
          answer("nil") { "\(container.decodeNil())" }
        } else {
          let type = anyType()
          answer("value \(type)") { show(try container.decode(type)) }
        }
      }
    }
  }

  private func use(
    _ container: KeyedDecodingContainer<ShapeKey>, _ containers: inout [Container]
  ) {
    let key = ShapeKey(DecoderWalk.keys.randomElement(using: &random)!)
    let name = key.stringValue
    let type = anyType()
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      answer("keys") { container.allKeys.map(\.stringValue).sorted().joined(separator: ",") }
    case 1: answer("contains \(name)") { "\(container.contains(key))" }
    case 2: answer("nil \(name)") { "\(try container.decodeNil(forKey: key))" }
    case 3, 4:
      answer("present \(name) \(type)") {
        try container.decodeIfPresent(type, forKey: key).map(show) ?? "absent"
      }
    case 5:
      answer("nested \(name)") {
        containers.append(
          .keyed(try container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)))
        return ""
      }
    case 6:
      answer("list \(name)") {
        containers.append(.unkeyed(try container.nestedUnkeyedContainer(forKey: key)))
        return ""
      }
    case 7:
      answer("super") {
        visit(try container.superDecoder())
        return ""
      }
    case 8:
      answer("super \(name)") {
        visit(try container.superDecoder(forKey: key))
        return ""
      }
    default: answer("\(name) \(type)") { show(try container.decode(type, forKey: key)) }
    }
  }

  private func use(
    _ container: inout any UnkeyedDecodingContainer, _ containers: inout [Container]
  ) {
    let type = anyType()
    note(
      "at \(container.currentIndex) of \(container.count ?? -1), \(container.isAtEnd), "
        + DecoderWalk.text(container.codingPath))
    var list = container
    switch Int.random(in: 0..<10, using: &random) {
    case 0: answer("next nil") { "\(try list.decodeNil())" }
    case 1: answer("next present \(type)") { try list.decodeIfPresent(type).map(show) ?? "absent" }
    case 2:
      answer("next nested") {
        containers.append(.keyed(try list.nestedContainer(keyedBy: ShapeKey.self)))
        return ""
      }
    case 3:
      answer("next list") {
        containers.append(.unkeyed(try list.nestedUnkeyedContainer()))
        return ""
      }
    case 4:
      answer("next super") {
        visit(try list.superDecoder())
        return ""
      }
    default: answer("next \(type)") { show(try list.decode(type)) }
    }
    container = list
  }

  private func anyType() -> any Decodable.Type {
    let types: [any Decodable.Type] = [
      Bool.self, Int.self, Int8.self, UInt.self, Double.self, Float.self, String.self, Walked.self,
      Walked.self, [Int].self, [String].self, [Walked].self, Int?.self, String?.self, Walked?.self,
      [String: Int].self, [Int: String].self, Decimal.self, URL.self, Date.self,
    ]
    return types.randomElement(using: &random)!
  }

  private func note(_ text: String) { log.append(text) }

  private func answer(_ question: String, _ body: () throws -> String) {
    note("\(question): \(DecoderWalk.text(Outcome(body), question))")
  }

  /// An answer without what JSONDecoder leaves to chance or to its internals: which of several bad values of a dictionary
  /// fails, and the error of a number that does not fit its type.
  private static func text(_ answer: Outcome, _ question: String) -> String {
    if case .value = answer { return "\(answer)" }
    if question.contains("Dictionary") { return "an error" }
    switch answer {
    case .error("dataCorrupted", _, _), .other("JSONError"): return "dataCorrupted"
    default: return "\(answer)"
    }
  }

  private func show(_ value: Any) -> String {
    if let numbers = value as? [String: Int] {
      return numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined()
    }
    return "\(value)"
  }

  static func text(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }
}

/// A type whose `init(from:)` walks.
struct Walked: Decodable, CustomStringConvertible {
  var description: String { "walked" }

  init(from decoder: any Decoder) throws {
    guard let walk = decoder.userInfo[DecoderWalk.key] as? DecoderWalk else {
      throw CocoaError(.coderInvalidValue)
    }
    walk.visit(decoder)
  }
}
