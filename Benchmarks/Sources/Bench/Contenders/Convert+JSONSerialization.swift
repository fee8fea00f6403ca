import Foundation

/// JSONSerialization, and conversions of its dictionaries.
final class ConvertJSONSerialization: DecodingContender {
  let name: String
  private let documents: [Data]
  private let read: ([String: Any]) throws -> Contact

  init(
    _ name: String, over documents: Documents, _ read: @escaping ([String: Any]) throws -> Contact
  ) {
    self.name = name
    self.documents = documents.all.map { Data(buffer: $0) }
    self.read = read
  }

  func decode(_ take: ([Contact]) -> Void) throws {
    for data in documents {
      guard let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
        throw Missing.field
      }
      take(try list.map(read))
    }
  }
}

extension Contact {
  /// The work of `<--` in eight lines, by casts.
  init(casting dictionary: [String: Any]) throws {
    guard let id = dictionary["id"] as? Int, let name = dictionary["name"] as? String,
      let age = dictionary["age"] as? String, let rating = dictionary["rating"] as? Double,
      let active = dictionary["active"] as? String, let tags = dictionary["tags"] as? [String],
      let level = (dictionary["level"] as? String).flatMap(Level.init)
    else { throw Missing.field }
    self.init(
      id: id, name: name, age: Int(age), rating: rating, isActive: active == "y",
      email: dictionary["email"] as? String, tags: tags, level: level)
  }
}
