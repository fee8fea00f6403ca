import Foundation
import Sluice

extension ValueWriters {
  /// Makes a writer of dictionaries. Keys are strings, leaves that are text or numbers, or types
  /// with a description. An entry with another key is left out, with a warning.
  static func dictionary(_ type: Any.Type) -> ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      try out.object { out in
        let entries = DictionaryEntries(value)
        guard out.sortsKeys else {
          try entries.forEach { key, value in try out.entry(key, value) }
          return
        }
        var named: [(name: String, value: Any)] = []
        try entries.forEach { key, value in
          if let name = out.name(of: key) { named.append((name, value)) }
        }
        named.sort { $0.name < $1.name }
        for (name, value) in named { try out.field(name) { out in try out.write(value) } }
      }
    }
  }
}

extension ReflectionOutput {
  fileprivate mutating func entry(_ key: Any, _ value: Any) throws {
    guard let name = name(of: key) else { return }
    try field(name) { out in try out.write(value) }
  }

  fileprivate mutating func name(of key: Any) -> String? {
    if let key = key as? String { return key }
    // Swift's description, with the point: a key is text, and its reader may expect a `Double`.
    if let key = key as? any BinaryFloatingPoint { return "\(key)" }
    if let leaf = (key as? any JSONLeafRepresentable)?.jsonLeafValue {
      switch leaf {
      case .string(let text): return text
      case .number(let number): return number.description
      case .bool(let bool): return bool ? "true" : "false"
      case .null: break
      }
    }
    if let key = key as? any CustomStringConvertible { return key.description }
    warn(.unsupportedDictionaryKeyType(type(of: key)))
    return nil
  }
}

/// The entries of any type that is reflected as a dictionary.
private struct DictionaryEntries {
  private let dictionary: Any

  init(_ dictionary: Any) { self.dictionary = dictionary }

  func forEach(_ body: (Any, Any) throws -> Void) throws {
    if let dictionary = dictionary as? any KeyedValues {
      return try dictionary.forEachEntry(body)
    }
    for child in Mirror(reflecting: dictionary).children {
      if let label = child.label {
        try body(label, child.value)
      } else {
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        if pair.count == 2 { try body(pair[0], pair[1]) }
      }
    }
  }
}

private protocol KeyedValues {
  func forEachEntry(_ body: (Any, Any) throws -> Void) throws
}

extension Dictionary: KeyedValues {
  fileprivate func forEachEntry(_ body: (Any, Any) throws -> Void) throws {
    for (key, value) in self { try body(key, value) }
  }
}

extension NSDictionary: KeyedValues {
  fileprivate func forEachEntry(_ body: (Any, Any) throws -> Void) throws {
    for (key, value) in self { try body(key, value) }
  }
}
