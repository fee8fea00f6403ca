import Foundation
import TestSupport

/// Encodes through containers that are kept and used in turns, in random order.
///
/// It keeps to what JSONEncoder allows: one kind of container for each encoder, and one value for each key that is not a
/// nested container.
final class EncoderWalk: @unchecked Sendable {
  static let key = CodingUserInfoKey(rawValue: "walk")!

  private var random: SeededGenerator
  private var stepsLeft: Int
  private var depth = 0
  /// Makes keys that occur once.
  private var names = 0

  init(seed: UInt64, steps: Int) {
    random = SeededGenerator(seed: seed)
    stepsLeft = steps
  }

  private enum Container {
    case keyed(KeyedEncodingContainer<ShapeKey>)
    case unkeyed(any UnkeyedEncodingContainer)
  }

  func encode(to encoder: any Encoder) throws {
    guard depth < 10, stepsLeft > 0 else {
      // An encoder that nothing is encoded to.
      return
    }
    depth += 1
    defer { depth -= 1 }
    var containers: [Container] = []
    let kind = Int.random(in: 0..<5, using: &random)
    if kind == 0 {
      var container = encoder.singleValueContainer()
      return try container.encode(next())
    }
    func open() -> Container {
      kind > 2
        ? .keyed(encoder.container(keyedBy: ShapeKey.self)) : .unkeyed(encoder.unkeyedContainer())
    }
    containers.append(open())
    for _ in 0..<Int.random(in: 0...10, using: &random) where stepsLeft > 0 {
      stepsLeft -= 1
      // The same container again, now and then.
      if Int.random(in: 0..<10, using: &random) == 0 { containers.append(open()) }
      switch containers.randomElement(using: &random)! {
      case .keyed(var container): try use(&container, &containers)
      case .unkeyed(var container): try use(&container, &containers)
      }
    }
  }

  private func use(
    _ container: inout KeyedEncodingContainer<ShapeKey>, _ containers: inout [Container]
  ) throws {
    names += 1
    let key = ShapeKey(
      ["k", "firstName", "é", "URL/", "a\""].randomElement(using: &random)! + "\(names)")
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try container.encodeNil(forKey: key)
    case 1: try container.encodeIfPresent(Bool.random(using: &random) ? 1 : nil, forKey: key)
    case 2, 3:
      // The same nested container by its key again.
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        containers.append(.keyed(container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)))
      }
    case 4:
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        containers.append(.unkeyed(container.nestedUnkeyedContainer(forKey: key)))
      }
    case 5: try encode(to: container.superEncoder(forKey: key))
    case 6:
      // A value under its key twice: the second stays.
      try container.encode(next(), forKey: key)
      try container.encode(next(), forKey: key)
    default: try container.encode(next(), forKey: key)
    }
  }

  private func use(
    _ container: inout any UnkeyedEncodingContainer, _ containers: inout [Container]
  ) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try container.encodeNil()
    case 1: containers.append(.keyed(container.nestedContainer(keyedBy: ShapeKey.self)))
    case 2: containers.append(.unkeyed(container.nestedUnkeyedContainer()))
    case 3: try encode(to: container.superEncoder())
    case 4: try container.encode(contentsOf: [container.count, 2])
    default: try container.encode(next())
    }
  }

  private func next() -> Written {
    Int.random(in: 0..<3, using: &random) == 0
      ? .walk : .value(Encodes.random(2, using: &random))
  }
}

/// A value, or a walk that goes on in the value's place.
enum Written: Encodable {
  case walk, value(Encodes)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .walk:
      guard let walk = encoder.userInfo[EncoderWalk.key] as? EncoderWalk else {
        throw CocoaError(.coderInvalidValue)
      }
      try walk.encode(to: encoder)
    }
  }
}
