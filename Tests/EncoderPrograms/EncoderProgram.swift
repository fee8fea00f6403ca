import Foundation
import Sluice
import TestSupport

/// How a value encodes itself: a program for encoders whose errors are swallowed here and there.
public indirect enum EncoderProgram: Sendable {
  case scalar(Scalar)
  /// A keyed container, and an error in the end.
  case object([KeyedStep], fails: Bool)
  case array([UnkeyedStep], fails: Bool)
  /// One attempt after another in one single-value container.
  case single([Attempt])
  /// Swift's own collections.
  case dictionary([String: EncoderProgram])
  case list([EncoderProgram])
  case json(String)
  /// Encodes nothing.
  case nothing(fails: Bool)

  public enum Scalar: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case string(String)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
  }

  /// What is encoded, and whether its error ends here.
  public struct Attempt: Sendable {
    let program: EncoderProgram
    let isSwallowed: Bool
  }

  public enum KeyedStep: Sendable {
    /// A value of a type of its own, in which anything may fail.
    case value(String, Attempt)
    /// A scalar by the container's own functions.
    case scalar(String, Scalar, isSwallowed: Bool)
    case nestedObject(String, [KeyedStep], isSwallowed: Bool)
    case nestedArray(String, [UnkeyedStep], isSwallowed: Bool)
    /// Nil: the key "super".
    case superEncoder(String?, Attempt)
  }

  public enum UnkeyedStep: Sendable {
    case value(Attempt)
    case scalar(Scalar, isSwallowed: Bool)
    case nestedObject([KeyedStep], isSwallowed: Bool)
    case nestedArray([UnkeyedStep], isSwallowed: Bool)
    case superEncoder(Attempt)
  }

  struct Failure: Error {}
}

/// Any key.
public struct ProgramKey: CodingKey {
  public let stringValue: String
  public var intValue: Int? { nil }

  public init(_ text: String) { stringValue = text }
  public init?(stringValue: String) { self.init(stringValue) }
  public init?(intValue: Int) { nil }
}

/// Plays a program for any encoder.
extension EncoderProgram: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let scalar):
      var container = encoder.singleValueContainer()
      switch scalar {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .float(let value): try container.encode(value)
      case .decimal(let value): try container.encode(value)
      }
    case .object(let steps, let fails):
      var container = encoder.container(keyedBy: ProgramKey.self)
      try EncoderProgram.play(steps, &container)
      if fails { throw Failure() }
    case .array(let steps, let fails):
      var container = encoder.unkeyedContainer()
      try EncoderProgram.play(steps, &container)
      if fails { throw Failure() }
    case .single(let attempts):
      var container = encoder.singleValueContainer()
      for attempt in attempts {
        try attempt.play { program in
          switch program {
          case .dictionary(let fields): try container.encode(fields)
          case .list(let elements): try container.encode(elements)
          case .json(let text): try container.encode(JSON(parsing: text))
          default: try container.encode(program)
          }
        }
      }
    case .dictionary(let fields):
      // Its own code would ask the key strategy about its keys.
      var container = encoder.singleValueContainer()
      try container.encode(fields)
    case .list(let elements): try elements.encode(to: encoder)
    case .json(let text): try JSON(parsing: text).encode(to: encoder)
    case .nothing(let fails): if fails { throw Failure() }
    }
  }

  private static func play(
    _ steps: [KeyedStep], _ container: inout KeyedEncodingContainer<ProgramKey>
  ) throws {
    for step in steps {
      switch step {
      case .value(let name, let attempt):
        try attempt.play { program in
          let key = ProgramKey(name)
          switch program {
          case .dictionary(let fields): try container.encode(fields, forKey: key)
          case .list(let elements): try container.encode(elements, forKey: key)
          case .json(let text): try container.encode(JSON(parsing: text), forKey: key)
          default: try container.encode(program, forKey: key)
          }
        }
      case .scalar(let name, let scalar, let isSwallowed):
        let key = ProgramKey(name)
        try swallowing(isSwallowed) {
          switch scalar {
          case .null: try container.encodeNil(forKey: key)
          case .bool(let value): try container.encode(value, forKey: key)
          case .int(let value): try container.encode(value, forKey: key)
          case .string(let value): try container.encode(value, forKey: key)
          case .double(let value): try container.encode(value, forKey: key)
          case .float(let value): try container.encodeIfPresent(value, forKey: key)
          case .decimal(let value): try container.encode(value, forKey: key)
          }
        }
      case .nestedObject(let name, let steps, let isSwallowed):
        var nested = container.nestedContainer(keyedBy: ProgramKey.self, forKey: ProgramKey(name))
        try swallowing(isSwallowed) { try play(steps, &nested) }
      case .nestedArray(let name, let steps, let isSwallowed):
        var nested = container.nestedUnkeyedContainer(forKey: ProgramKey(name))
        try swallowing(isSwallowed) { try play(steps, &nested) }
      case .superEncoder(let name, let attempt):
        let encoder =
          name.map { container.superEncoder(forKey: ProgramKey($0)) } ?? container.superEncoder()
        try attempt.play { try $0.encode(to: encoder) }
      }
    }
  }

  private static func play(
    _ steps: [UnkeyedStep], _ container: inout any UnkeyedEncodingContainer
  ) throws {
    for step in steps {
      switch step {
      case .value(let attempt):
        try attempt.play { program in
          switch program {
          case .dictionary(let fields): try container.encode(fields)
          case .list(let elements): try container.encode(elements)
          case .json(let text): try container.encode(JSON(parsing: text))
          default: try container.encode(program)
          }
        }
      case .scalar(let scalar, let isSwallowed):
        try swallowing(isSwallowed) {
          switch scalar {
          case .null: try container.encodeNil()
          case .bool(let value): try container.encode(value)
          case .int(let value): try container.encode(value)
          case .string(let value): try container.encode(value)
          case .double(let value): try container.encode(value)
          case .float(let value): try container.encode(value)
          case .decimal(let value): try container.encode(value)
          }
        }
      case .nestedObject(let steps, let isSwallowed):
        var nested = container.nestedContainer(keyedBy: ProgramKey.self)
        try swallowing(isSwallowed) { try play(steps, &nested) }
      case .nestedArray(let steps, let isSwallowed):
        var nested = container.nestedUnkeyedContainer()
        try swallowing(isSwallowed) { try play(steps, &nested) }
      case .superEncoder(let attempt):
        let encoder = container.superEncoder()
        try attempt.play { try $0.encode(to: encoder) }
      }
    }
  }
}

extension EncoderProgram.Attempt {
  func play(_ body: (EncoderProgram) throws -> Void) throws {
    try swallowing(isSwallowed) { try body(program) }
  }
}

/// Runs a body, whose error ends here or not.
func swallowing(_ isSwallowed: Bool, _ body: () throws -> Void) throws {
  if isSwallowed { try? body() } else { try body() }
}
