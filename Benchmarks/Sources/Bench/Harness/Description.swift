import Foundation

/// Writes out everything that a decoded value holds, a line for each scalar, with the path to it. Finds
/// every stored property by reflection, so that none can be forgotten; dictionaries are sorted by key.
struct Description {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: Any, at path: String = "") {
    switch value {
    case let text as String: line(path, "s\(text.utf8.count):\(text)")
    case let flag as Bool: line(path, "\(flag)")
    case let number as any BinaryInteger: line(path, "i\(number)")
    case let number as Double: line(path, "r\(number.bitPattern)")
    case let number as Float: line(path, "r\(number.bitPattern)")
    case let url as URL: line(path, "u\(url.absoluteString)")
    default: addChildren(of: value, path)
    }
  }

  private mutating func addChildren(of value: Any, _ path: String) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return line(path, "-") }
      add(wrapped.value, at: path)
    case .collection:
      line(path, "[\(mirror.children.count)]")
      for (i, element) in mirror.children.enumerated() { add(element.value, at: "\(path)[\(i)]") }
    case .dictionary:
      let pairs = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
      let sorted = pairs.map { (key: "\($0[0])", value: $0[1]) }.sorted { $0.key < $1.key }
      line(path, "{\(sorted.count)}")
      for (key, value) in sorted { add(value, at: "\(path)[\(key)]") }
    case .struct, .class:
      for child in mirror.children { add(child.value, at: "\(path).\(child.label ?? "?")") }
    default: line(path, "unknown \(mirror.subjectType)")
    }
  }

  private mutating func line(_ path: String, _ text: String) {
    bytes.append(contentsOf: path.utf8)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
