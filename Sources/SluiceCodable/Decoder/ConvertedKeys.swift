import Foundation
import Sluice
import SluiceDecoding

/// The fields of an object by the names that the key strategy makes of their keys. Of several with one name the first
/// counts, unless the options say otherwise. Names are equal if their bytes are. O(size), made once for each container.
///
/// Overlapping accesses are not looked for at run time: no access calls others' code, and one thread uses a container.
final class ConvertedKeys {
  private struct Field {
    let number: Int
    var token: UInt32
  }

  private let spelled: SpelledNames
  @safe @exclusivity(unchecked) private var fields: [Field] = []
  /// The fields by their names' numbers, where there are many.
  private var places: [Int: Int] = [:]
  /// Bits of the numbers that are there.
  @safe @exclusivity(unchecked) private var filter: UInt64 = 0
  /// The field after the one that was asked for last: types mostly ask in the document's order.
  @safe @exclusivity(unchecked) private var next = 0

  private static let mostWithoutPlaces = 32

  init(of decoder: PositionDecoder) throws {
    let session = decoder.session
    spelled = session.spelledNames()
    let strategy = session.options.keys
    var path: [any CodingKey] = []
    if case .custom = strategy { path = decoder.codingPath }
    fields.reserveCapacity(8)
    var (value, last) = (decoder.token, -1)
    do throws(JSONError) {
      while let next = try decoder.position.nextField(after: value) {
        value = next
        let key = session.position(next &- 2)
        let raw = RawString(key)
        let found: Int? =
          if case .custom(let convert) = strategy {
            raw.string.map {
              spelled.number(ofName: convert(path + [DocumentKey(stringValue: $0)]).stringValue)
            }
          } else {
            spelled.number(ofKey: raw, after: &last, SnakeCase.camelCase)
          }
        guard let number = found else { throw JSONError(.invalidEscape, at: key.offset) }
        guard let earlier = place(of: number) else {
          add(Field(number: number, token: next))
          continue
        }
        switch session.duplicates {
        case .firstWins: break
        case .lastWins: fields[earlier].token = next
        case .reject: throw JSONError(.duplicateKey, at: key.offset, name: raw.string)
        }
      }
    } catch {
      throw session.corrupted(error, decoder.codingPath)
    }
  }

  private func add(_ field: Field) {
    filter |= 1 << UInt64(field.number & 63)
    fields.append(field)
    if fields.count > ConvertedKeys.mostWithoutPlaces {
      if places.isEmpty {
        for (place, field) in fields.enumerated() { places[field.number] = place }
      } else {
        places[field.number] = fields.count - 1
      }
    }
  }

  private func place(of number: Int) -> Int? {
    guard filter >> UInt64(number & 63) & 1 != 0 else { return nil }
    if !places.isEmpty { return places[number] }
    return fields[next...].firstIndex { $0.number == number }
      ?? fields[..<next].firstIndex { $0.number == number }
  }

  /// The names, in the document's order.
  var names: [String] { fields.map { spelled.names[$0.number] } }

  /// The value of the field of that name.
  func token(of name: String) -> UInt32? {
    if next < fields.count, spelled.isName(fields[next].number, name) {
      next += 1
      return fields[next - 1].token
    }
    guard let number = spelled.number(ofKnown: name), let place = place(of: number) else {
      return nil
    }
    next = place + 1
    return fields[place].token
  }
}
