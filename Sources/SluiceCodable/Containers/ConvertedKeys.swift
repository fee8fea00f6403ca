import Foundation
import Sluice

/// The fields of an object by the names that the key strategy makes of their keys. Of several with one name the first
/// counts, unless the options say otherwise. Names are equal if their bytes are. O(size), made once for each container.
final class ConvertedKeys {
  private var tokens: [ByteName: UInt32] = [:]
  private(set) var names: [String] = []

  /// The value of the field of that name.
  func token(of name: String) -> UInt32? { tokens[ByteName(name)] }

  init(of decoder: PositionDecoder) throws {
    let session = decoder.session
    var path: [any CodingKey] = []
    if case .custom = session.options.keys { path = decoder.codingPath }
    var value = decoder.token
    do throws(JSONError) {
      while let next = try decoder.position.nextField(after: value) {
        value = next
        let key = session.position(next &- 2)
        guard let text = RawString(key).string else {
          throw JSONError(.invalidEscape, at: key.offset)
        }
        let name =
          switch session.options.keys {
          case .convertFromSnakeCase: SnakeCase.camelCase(text)
          case .custom(let convert): convert(path + [DocumentKey(stringValue: text)]).stringValue
          default: text
          }
        guard let earlier = tokens.updateValue(next, forKey: ByteName(name)) else {
          names.append(name)
          continue
        }
        switch session.duplicates {
        case .firstWins: tokens[ByteName(name)] = earlier
        case .lastWins: break
        case .reject: throw JSONError(.duplicateKey, at: key.offset, name: text)
        }
      }
    } catch {
      throw session.corrupted(error, decoder.codingPath)
    }
  }
}
