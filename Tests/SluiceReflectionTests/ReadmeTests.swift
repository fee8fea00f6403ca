import Foundation
import Sluice
import SluiceReflection
import Testing

// The models of SGYSwiftJSON's README. Users only add the attribute, or the protocol.

private class BasicPerson: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var birthdate: String?
  @Mapped var favoriteColor: String?
  @Mapped var bestFriends: [BasicPerson]?
  @Mapped var categorizedFriends: [String: BasicPerson]?
  @Mapped var followersCount: NSNumber?
}

private class SwiftyPerson: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var birthdate: String?
  @Mapped var favoriteColor: String?
  @Mapped var bestFriends: [SwiftyPerson]?
  @Mapped var categorizedFriends: [String: SwiftyPerson]?
  @Mapped var followersCount: Int?
}

private enum Color: String, JSONLeafEnum {
  case red = "Red"
  case green = "Green"
  case blue = "Blue"
  case yellow = "Yellow"
}

private class SwiftierPerson: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var birthdate: Date?
  @Mapped var favoriteColor: Color?
  @Mapped var bestFriends: [SwiftierPerson]?
  @Mapped var categorizedFriends: [String: SwiftierPerson]?
  @Mapped var followersCount: Int = 0
}

/// The same without an attribute.
private final class PlainPerson: JSONCreatable {
  var name: String?
  var birthdate: Date?
  var favoriteColor: PlainColor?
  var bestFriends: [PlainPerson]?
  var categorizedFriends: [String: PlainPerson]?
  var followersCount: Int = 0
}

private enum PlainColor: String, JSONLeafEnum, Decodable {
  case red = "Red"
  case blue = "Blue"
}

@Suite("README of SGYSwiftJSON")
struct ReadmeTests {
  private let json = """
    {"name":"Ann","birthdate":"May 1, 1990","favoriteColor":"Blue",\
    "bestFriends":[{"name":"Bob","followersCount":3}],\
    "categorizedFriends":{"work":{"name":"Cleo","favoriteColor":"Red"}},"followersCount":12}
    """

  @Test("the basic Person is read, and written back unchanged")
  func basic() throws {
    let person = try read(BasicPerson.self, json)
    #expect(person.name == "Ann" && person.birthdate == "May 1, 1990")
    #expect(person.favoriteColor == "Blue" && person.followersCount == 12)
    #expect(person.bestFriends?.first?.name == "Bob")
    #expect(person.bestFriends?.first?.followersCount?.intValue == 3)
    #expect(person.categorizedFriends?["work"]?.favoriteColor == "Red")
    #expect(try written(person) == json)
  }

  @Test("the Swifty Person has an Int? that is set")
  func swifty() throws {
    let person = try read(SwiftyPerson.self, json)
    #expect(person.followersCount == 12)
    #expect(person.bestFriends?.first?.followersCount == 3)
    #expect(person.categorizedFriends?["work"]?.followersCount == nil)
    #expect(try written(person) == json)
  }

  @Test("the Swiftier Person has an enum that is set, and the blocks read and write dates")
  func swiftier() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "MMM d, yyyy"
    let deserializer = JSONDeserializer()
    deserializer.dateConversionBlock = { (jsonValue) -> Date? in
      guard let value = jsonValue as? String else { return nil }
      return formatter.date(from: value)
    }
    let person: SwiftierPerson = try deserializer.deserialize(Data(json.utf8))
    #expect(person.favoriteColor == .blue && person.followersCount == 12)
    #expect(person.birthdate == Date(timeIntervalSince1970: 641_520_000))
    #expect(person.categorizedFriends?["work"]?.favoriteColor == .red)
    #expect(person.categorizedFriends?["work"]?.followersCount == 0)

    let text = try written(person) { serializer in
      serializer.dateConversionBlock = { (date) in formatter.string(from: date) }
    }
    let again: SwiftierPerson = try deserializer.deserialize(Data(text.utf8))
    #expect(again.birthdate == person.birthdate && again.favoriteColor == .blue)
    #expect(text.contains(#""birthdate":"May 1, 1990""#))
  }

  @Test("a final class needs only a protocol")
  func plain() throws {
    let deserializer = JSONDeserializer()
    deserializer.dateConversionBlock = { _ in Date(timeIntervalSince1970: 0) }
    let person: PlainPerson = try deserializer.deserialize(Data(json.utf8))
    #expect(person.name == "Ann" && person.followersCount == 12)
    #expect(person.favoriteColor == .blue)
    #expect(person.birthdate == Date(timeIntervalSince1970: 0))
    #expect(person.bestFriends?.first?.name == "Bob")
    #expect(person.bestFriends?.first?.followersCount == 3)
    #expect(person.categorizedFriends?["work"]?.favoriteColor == .red)
    let text = try written(person) { $0.dateConversionBlock = { _ in "May 1, 1990" } }
    #expect(try JSON(parsing: text)["name"] == "Ann")
    #expect(try JSON(parsing: text)["categorizedFriends"]?["work"]?["favoriteColor"] == "Red")
  }
}
