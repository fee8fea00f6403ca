import Foundation
import Sluice
import SluiceDecoding

extension DecodingSession {
  /// The coding path of the value at `token`, which a decoder or container of this depth stands for.
  ///
  /// O(depth) while its `init(from:)` runs. For a decoder that escaped, the path is read from the document: O(offset).
  func codingPath(
    _ token: UInt32, _ depth: UInt32, _ nested: PathNode?, adding last: (any CodingKey)? = nil
  ) -> [any CodingKey] {
    let anchor = nested?.anchor ?? token
    var path: [any CodingKey] = []
    path.reserveCapacity(Int(depth) + (last == nil ? 0 : 1))
    if depth > 0, depth < capacity, unsafe levels[Int(depth)].token == anchor {
      for level in 1...Int(depth) {
        let level = unsafe levels[level]
        if let nested = level.nested { path += nested.keys }
        path.append(
          level.index >= 0
            ? DocumentKey(index: Int(level.index))
            : level.key ?? DocumentKey.super)
      }
    } else if depth > 0, anchor != Level.none {
      path = documentPath(to: anchor)
    }
    if let nested { path += nested.keys }
    if let last { path.append(last) }
    return path
  }

  /// The keys and indexes from the root to a token, as far as the document tells.
  private func documentPath(to token: UInt32) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var here = position(root)
    while here.token < token {
      let isObject = here.byte == Byte.openBrace
      guard isObject || here.byte == Byte.openBracket else { break }
      var (found, index) = (here.token, -1)
      do throws(JSONError) {
        while let next = try isObject
          ? here.nextField(after: found) : here.nextElement(after: found),
          next <= token
        {
          found = next
          index += 1
        }
      } catch {
        keep(corrupted(error, path))
      }
      guard found != here.token else { break }
      let key = isObject ? RawString(here.at(found &- 2)).string ?? "" : ""
      path.append(isObject ? convertedKey(key, path) : DocumentKey(index: index))
      here = here.at(found)
    }
    return path
  }

  private func convertedKey(_ key: String, _ path: [any CodingKey]) -> any CodingKey {
    switch options.keys {
    case .convertFromSnakeCase: return DocumentKey(stringValue: SnakeCase.camelCase(key))
    case .custom(let convert): return convert(path + [DocumentKey(stringValue: key)])
    default: return DocumentKey(stringValue: key)
    }
  }
}
