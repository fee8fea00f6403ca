import Foundation
import SluiceElevateNames
import Testing

// The examples of Elevate's README. Only the import, the parameter type `Any` (now `JSONCursor`),
// and encoded JSON (`JSON`, with parts of `any Encodable`) differ.

struct Address: Equatable {
  let street: String
  let zip: String
}

extension Address: Decodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "street", type: .string)
      schema.addProperty(keyPath: "zip", type: .string)
    }
    self.street = entity <-! "street"
    self.zip = entity <-! "zip"
  }
}

extension Address: Encodable {
  var json: JSON { ["street": street.json, "zip": zip.json] }
}

struct Person {
  let identifier: String
  let name: String
  let nickname: String?
  let birthDate: Date
  let isMember: Bool?
  let addresses: [Address]
}

extension Person: Decodable {
  fileprivate struct KeyPath {
    static let id = "identifier"
    static let name = "name"
    static let nickname = "nickname"
    static let birthDate = "birthDate"
    static let isMember = "isMember"
    static let addresses = "addresses"
  }

  init(json: JSONCursor) throws {
    let dateDecoder = DateDecoder(dateFormatString: "yyyy-MM-dd")

    let entity = try Parser.parseEntity(json: json) { schema in
      // The README has `.int` here for a String property.
      schema.addProperty(keyPath: KeyPath.id, type: .string)
      schema.addProperty(keyPath: KeyPath.name, type: .string)
      schema.addProperty(keyPath: KeyPath.nickname, type: .string, optional: true)
      schema.addProperty(keyPath: KeyPath.birthDate, type: .string, decoder: dateDecoder)
      schema.addProperty(keyPath: KeyPath.isMember, type: .bool, optional: true)
      schema.addProperty(keyPath: KeyPath.addresses, type: .array, decodableType: Address.self)
    }

    self.identifier = entity <-! KeyPath.id
    self.name = entity <-! KeyPath.name
    self.nickname = entity <-? KeyPath.nickname
    self.birthDate = entity <-! KeyPath.birthDate
    self.isMember = entity <-? KeyPath.isMember
    self.addresses = entity <--! KeyPath.addresses
  }
}

extension Person: Encodable {
  var json: JSON {
    var json: [String: any Encodable] = [
      KeyPath.id: identifier,
      KeyPath.name: name,
      KeyPath.birthDate: birthDate,
      KeyPath.addresses: addresses.json,
    ]

    if let nickname = nickname { json[KeyPath.nickname] = nickname }
    if let isMember = isMember { json[KeyPath.isMember] = isMember }

    return json.json
  }
}

struct Avatar: Equatable {
  let URL: URL
  let width: Int
  let height: Int
}

class AvatarDecoder: Decoder {
  func decode(_ object: JSONCursor) throws -> Any {
    let urlKeyPath = "url"
    let widthKeyPath = "width"
    let heightKeyPath = "height"

    let entity = try Parser.parseEntity(json: object) { schema in
      schema.addProperty(keyPath: urlKeyPath, type: .url)
      schema.addProperty(keyPath: widthKeyPath, type: .int)
      schema.addProperty(keyPath: heightKeyPath, type: .int)
    }

    return Avatar(
      URL: entity <-! urlKeyPath,
      width: entity <-! widthKeyPath,
      height: entity <-! heightKeyPath
    )
  }
}

class AlternateAvatarDecoder: Decoder {
  func decode(_ object: JSONCursor) throws -> Any {
    let locationKeyPath = "location"
    let wKeyPath = "w"
    let hKeyPath = "h"

    let entity = try Parser.parseEntity(json: object) { schema in
      schema.addProperty(keyPath: locationKeyPath, type: .url)
      schema.addProperty(keyPath: wKeyPath, type: .int)
      schema.addProperty(keyPath: hKeyPath, type: .int)
    }

    return Avatar(
      URL: entity <-! locationKeyPath,
      width: entity <-! wKeyPath,
      height: entity <-! hKeyPath
    )
  }
}

// README: its own decodable.
extension Avatar: Decodable {
  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "url", type: .url)
      schema.addProperty(keyPath: "width", type: .int)
      schema.addProperty(keyPath: "height", type: .int)
    }
    self.URL = entity <-! "url"
    self.width = entity <-! "width"
    self.height = entity <-! "height"
  }
}

/// README: "how DateDecoder does it". The decoder receives a cursor instead of Elevate's string.
class ReadmeDateDecoder: Decoder {
  private let dateFormatter: DateFormatter

  init(dateFormatString: String) {
    dateFormatter = DateFormatter()
    dateFormatter.locale = Locale(identifier: "en_US_POSIX")
    dateFormatter.dateFormat = dateFormatString
  }

  private func dateFromString(_ string: String, withFormatter formatter: DateFormatter) throws
    -> Date
  {
    guard let date = formatter.date(from: string) else {
      throw ParserError.validation(failureReason: "no date: \(string)")
    }
    return date
  }

  public func decode(_ object: JSONCursor) throws -> Any {
    if let string = try? object.string {
      return try dateFromString(string, withFormatter: self.dateFormatter)
    } else {
      let description = "DateParser object to parse was not a String."
      throw ParserError.validation(failureReason: description)
    }
  }
}

@Suite("Elevate's README")
struct ElevateReadmeTests {
  private let person = Data(
    """
    {"identifier": "p1", "name": "Ann", "nickname": null, "birthDate": "1990-05-17",
     "isMember": true, "addresses": [{"street": "A 1", "zip": "10"}, {"street": "B 2", "zip": "20"}]}
    """.utf8)

  @Test("an object at a key path is decoded")
  func object() throws {
    let data = Data(
      #"{"response": {"avatar": {"url": "https://a.b/c.png", "width": 30, "height": 40}}}"#.utf8)
    let avatar: Avatar = try Elevate.decodeObject(from: data, atKeyPath: "response.avatar")
    #expect(avatar.width == 30 && avatar.URL.host() == "a.b")
    let unqualified: Avatar = try decodeObject(from: data, atKeyPath: "response.avatar")
    #expect(unqualified == avatar)
  }

  @Test("a person is decoded from the root, and encoded")
  func wholePerson() throws {
    let decoded: Person = try Elevate.decodeObject(from: person)
    #expect(decoded.identifier == "p1")
    #expect(decoded.name == "Ann")
    #expect(decoded.nickname == nil)
    #expect(decoded.isMember == true)
    #expect(
      decoded.addresses == [Address(street: "A 1", zip: "10"), Address(street: "B 2", zip: "20")])
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd"
    #expect(formatter.string(from: decoded.birthDate) == "1990-05-17")

    let json = decoded.json
    #expect(json["identifier"] == "p1")
    #expect(json["nickname"] == nil)
    #expect(json["isMember"] == true)
    #expect(json["birthDate"] == JSON.string(try #require(decoded.birthDate.json.string)))
    #expect(json["addresses"]?[1] == ["street": "B 2", "zip": "20"])
  }

  @Test("decoders let one type be decoded from several forms")
  func decoders() throws {
    let data1 = Data(
      #"{"response": {"avatar": {"url": "https://a.b/c.png", "width": 30, "height": 40}}}"#.utf8)
    let data2 = Data(
      #"{"alternative": {"response": {"avatar": {"location": "https://a.b/c.png", "w": 30, "h": 40}}}}"#
        .utf8)
    let avatar1: Avatar = try Elevate.decodeObject(
      from: data1, atKeyPath: "response.avatar", with: AvatarDecoder())
    let avatar2: Avatar = try Elevate.decodeObject(
      from: data2, atKeyPath: "alternative.response.avatar", with: AlternateAvatarDecoder())
    #expect(avatar1 == avatar2)
  }

  @Test("a date decoder makes a property a date")
  func dates() throws {
    let data = Data(#"{"dateString": "2015-01-30 at 13:00"}"#.utf8)
    let dateDecoder = DateDecoder(dateFormatString: "yyyy-MM-dd 'at' HH:mm")
    let entity = try Parser.parseEntity(data: data) { schema in
      schema.addProperty(keyPath: "dateString", type: .string, decoder: dateDecoder)
    }
    let date: Date = entity <-! "dateString"
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour], from: date)
    #expect(parts.year == 2015 && parts.month == 1 && parts.day == 30 && parts.hour == 13)

    let own = ReadmeDateDecoder(dateFormatString: "yyyy-MM-dd 'at' HH:mm")
    let same = try Parser.parseEntity(data: data) { schema in
      schema.addProperty(keyPath: "dateString", type: .string, decoder: own)
    }
    #expect(same <-! "dateString" == date)
  }

  @Test("shadowed names of Swift are accessible through its module")
  func shadowed() throws {
    struct Plain: Swift.Decodable { let id: Int }
    let plain = try JSONDecoder().decode(Plain.self, from: Data(#"{"id": 7}"#.utf8))
    #expect(plain.id == 7)
  }
}
