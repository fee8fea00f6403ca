import Foundation
import Sluice
import SluiceFeed
import SluiceSearch
import Testing

private struct Account: Equatable {
  let id: Int
  let name: String
  let email: String?
}

private struct Team: Equatable {
  let title: String
  let members: [Account]
}

private struct Celsius: Equatable { let degrees: Double }

private struct Tenant {
  let name: String
  let city: String?
  let extra: Any
}

extension Celsius: PrimitiveConvertible {
  static func toNative(_ value: LooseJSON) -> Celsius? { value.double.map(Celsius.init) }
}

private class AccountParser: JSONParser<Account> {
  override class func modelFields() -> Fields {
    Fields(mandatory: ["id", "name"], optional: ["email"])
  }

  override func parseObject(_ data: JSON) -> Account? {
    guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
    return Account(id: id, name: name, email: data["email"]?.string)
  }
}

private struct Logger: Sendable {
  func log(_ level: SearchLogSink.Message.Level, _ text: String) {}
}

private let accountSearch = Search(Account.self) { fields in
  let id = fields.mandatory("id", .int)
  let name = fields.mandatory("name", .string)
  let email = fields.optional("email", .string)
  return { Account(id: $0[id], name: $0[name], email: $0[email]) }
}

private let data = Data(
  #"{"title": "T", "members": [{"id": 1, "name": "Ann"}, {"id": 2}], "legs": [{"id": 3, "name": "l"}]}"#
    .utf8)

@Suite(
  "Snippets: ParsersBySubclassing.md, LooseValues.md, NearMissesAndLogs.md, ComingFromCoreParser.md"
)
struct SearchParserSnippets {
  @Test("parsers")
  func parsers() throws {
    class AccountParser: JSONParser<Account> {
      override class func modelFields() -> Fields {
        Fields(mandatory: ["id", "name"], optional: ["email"])
      }

      override func parseObject(_ data: JSON) -> Account? {
        guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
        return Account(id: id, name: name, email: data["email"]?.string)
      }
    }
    let accounts = try AccountParser().parse(data)
    let first = try AccountParser().parseFirst(data)
    #expect(accounts.map(\.id) == [1, 3] && first?.id == 1)

    final class TeamParser: JSONParser<Team> {
      override func parseObject(_ data: JSON) -> Team? {
        guard let title = data["title"]?.string else { return nil }
        return Team(title: title, members: AccountParser().parse(json: data["members"]))
      }
    }
    #expect(try TeamParser().parse(data).first?.members.map(\.id) == [1])

    let ids = try SimpleValueJSONParser<Int>().parse(#"[{"id": 1}, {"id": "2"}]"#)  // [1, 2]
    #expect(ids == [1, 2])

    var found: [Account] = []
    var rejects: [RejectedRecord] = []
    var feed = try JSONFeed(.bytes(Array(data), name: "lines"))
    try feed.forEach(.parser(AccountParser()), { found += $0 }, rejected: { rejects.append($0) })
    #expect(found.count == 2 && rejects.isEmpty)
  }

  @Test("the comment on parse(json:)")
  func inside() throws {
    typealias LegParser = AccountParser
    struct Animal { let legs: [Account] }
    final class AnimalParser: JSONParser<Animal> {
      override func parseObject(_ data: JSON) -> Animal? {
        guard data["title"] != nil else { return nil }
        return Animal(
          legs: LegParser().parse(json: data["legs"])
        )
      }
    }
    #expect(try AnimalParser().parse(data).first?.legs.map(\.id) == [3])
  }

  @Test("loose values")
  func loose() throws {
    final class Parser: JSONParser<[String?]> {
      override func parseObject(_ data: JSON) -> [String?]? {
        let city = data["address"]["city"]?.string
        let street = data["address"]?["street"]?.string
        let firstTag = data["tags"]?[0]?.string
        return [city, street, firstTag]
      }
    }
    final class CommentParser: JSONParser<String> {
      override func parseObject(_ data: JSON) -> String? {
        let id = data["id"]?.int  // 7 and "7"
        let city = data["address"]["city"]?.string
        return "\(id ?? 0) \(city ?? "")"
      }
    }
    let text = #"{"id": "7", "address": {"city": "Bern", "street": "A"}, "tags": [1]}"#
    final class UserComment: JSONParser<Bool> {
      override func parseObject(_ data: JSON) -> Bool? {
        let id = data["id"]?.int  // 7 and "7"
        let city = data["address"]["city"]?.string
        let user = data["user"] ?? data["data"]
        return id == 7 && city == "Bern" && user == nil
      }
    }
    #expect(try UserComment().parseFirst(text) == true)
    #expect(try Parser().parseFirst(text) == ["Bern", "A", "1"])
    #expect(try CommentParser().parseFirst(text) == "7 Bern")

    let json: JSON = ["id": "12", "address": ["city": "Bern"]]
    let converted = json["id"]?.asInt()  // 12
    let exact = json["id"]?.int  // nil
    let home = json["address"]["city"]?.asString()  // Bern
    #expect(converted == 12 && exact == nil && home == "Bern")
    #expect(
      try SimpleValueJSONParser<Celsius>().parse(#"{"t": 4.5}"#) == [Celsius(degrees: 4.5)])
  }

  @Test("loose values that are kept")
  func kept() throws {
    final class TenantParser: JSONParser<Tenant> {
      var seen: [JSON] = []

      override func parseObject(_ data: JSON) -> Tenant? {
        guard let user = data["user"] ?? data["data"] else { return nil }
        seen.append(user)
        let city = user["address"].flatMap { $0["city"] }
        return Tenant(name: user["name"]?.string ?? "nobody", city: city?.string, extra: user)
      }
    }
    let parser = TenantParser()
    let users = try parser.parse(#"[{"data": {"name": "Ann", "address": {"city": "Bern"}}}]"#)
    #expect(users.first?.name == "Ann" && users.first?.city == "Bern")
    #expect((users.first?.extra as? LooseJSON)?["name"]?.string == "Ann")
    #expect(parser.seen.first?["address"]["city"]?.string == "Bern")
  }

  @Test("near misses")
  func misses() throws {
    let nearMisses = NearMissList()
    let text = #"{"users": [{"id": 1, "name": "Ann"}, {"id": 2}, {"id": "x", "name": "Bo"}]}"#
    let accounts = try accountSearch.parseAll(text, nearMisses: nearMisses)
    let first = nearMisses.all[0]
    print(first.missing, first.path)  // ["name"] $.users[1]
    print(nearMisses.all[1])
    // Account at $.users[2] refused: id: expected Int, found string "x" (line 1, column 49)
    #expect(
      "\(nearMisses.all[1])"
        == #"Account at $.users[2] refused: id: expected Int, found string "x" (line 1, column 49)"#
    )
    #expect(accounts.count == 1 && nearMisses.all[0].column == 38)
    #expect(nearMisses.all[0].missing == ["name"] && nearMisses.all[0].path == "$.users[1]")
  }

  @Test("the comment on NearMissList")
  func list() throws {
    var reported = 0
    func report(_ miss: NearMiss) { reported += miss.missing.count }
    let nearMisses = NearMissList()
    let accounts = try accountSearch.parseAll(data, nearMisses: nearMisses)
    for miss in nearMisses.all { report(miss) }
    #expect(accounts.count == 2 && reported == 1)
  }

  @Test("logging")
  func logging() throws {
    let logger = Logger()
    let log = SearchLogSink { message in logger.log(message.level, message.text) }
    let parser = AccountParser(logLevel: .logMandatoryFields, log: log)
    let search = accountSearch.logging(.logAllFields, to: log)
    #expect(try parser.parse(data) == search.parseAll(data))
  }

  @Test("coming from CoreParser")
  func coreParser() throws {
    class AccountParser: JSONParser<Account> {
      override class func modelFields() -> Fields {
        Fields(mandatory: ["id", "name"], optional: ["email"])
      }

      override func parseObject(_ data: JSON) -> Account? {
        printAbsentFields(in: data)
        guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
        return Account(id: id, name: name, email: data["email"]?.string)
      }
    }

    let accounts = try AccountParser(logLevel: .logAllFields).parse(data)
    #expect(accounts.count == 2)
  }
}
