import Foundation

/// The fields at paths, by lookups in JSONSerialization's dictionaries and arrays.
final class FileJSONSerialization: WalkingContender {
  let name = "jsonserialization"
  private let file: UserFile

  init(_ file: UserFile) { self.file = file }

  func walk(into sink: inout some Sink) throws {
    for document in file.documents.all {
      guard file.isLines else {
        try read(document, into: &sink)
        continue
      }
      try Lines.forEach(in: document) { line in
        if line.contains(where: { $0 > 0x20 }) { try read(line, into: &sink) }
      }
    }
  }

  private func read(
    _ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink
  ) throws {
    let root = try JSONSerialization.jsonObject(
      with: Data(buffer: text), options: .fragmentsAllowed)
    for path in file.paths {
      var value: Any? = root
      for key in path {
        if let object = value as? [String: Any] {
          value = object[key]
        } else if let array = value as? [Any], let index = Int(key), array.indices.contains(index) {
          value = array[index]
        } else {
          value = nil
        }
      }
      switch value {
      case let text as String: sink.text(text)
      case let number as NSNumber:
        if CFBoolean.isBoolean(number) {
          sink.integer(number.boolValue ? 1 : 0)
        } else {
          sink.real(number.doubleValue)
        }
      case is [String: Any], is [Any]: sink.integer(2)
      default: sink.missing()
      }
    }
  }

  /// The NSNumbers that came from `true` and `false`.
  private enum CFBoolean {
    static func isBoolean(_ number: NSNumber) -> Bool {
      String(cString: number.objCType) == "c"
    }
  }
}
