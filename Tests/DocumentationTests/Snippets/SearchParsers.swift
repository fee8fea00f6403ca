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

// example LooseValues.md: extension Celsius: PrimitiveConvertible {

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
    // example JSONParser.swift: class AccountParser: JSONParser<Account> {
    let first = try AccountParser().parseFirst(data)
    #expect(accounts.map(\.id) == [1, 3] && first?.id == 1)

    // example ParsersBySubclassing.md: final class TeamParser: JSONParser<Team> {
    #expect(try TeamParser().parse(data).first?.members.map(\.id) == [1])

    // example ParsersBySubclassing.md: let ids = try SimpleValueJSONParser<Int>().parse(#"[{"id":
    #expect(ids == [1, 2])

    var found: [Account] = []
    var rejects: [RejectedRecord] = []
    var feed = try JSONFeed(.bytes(Array(data), name: "lines"))
    // example ParsersBySubclassing.md: try feed.forEach(.parser(AccountParser()), { found += $0 },
    #expect(found.count == 2 && rejects.isEmpty)
  }

  @Test("the comment on parse(json:)")
  func inside() throws {
    typealias LegParser = AccountParser
    struct Animal { let legs: [Account] }
    final class AnimalParser: JSONParser<Animal> {
      override func parseObject(_ data: JSON) -> Animal? {
        guard data["title"] != nil else { return nil }
        // example JSONParser.swift: return Animal(
      }
    }
    #expect(try AnimalParser().parse(data).first?.legs.map(\.id) == [3])
  }

  @Test("loose values")
  func loose() throws {
    final class Parser: JSONParser<[String?]> {
      override func parseObject(_ data: JSON) -> [String?]? {
        // example LooseValues.md: let city = data["address"]["city"]?.string
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
        // example LooseJSON.swift: let id = data["id"]?.int  // 7 and "7"
        return id == 7 && city == "Bern" && user == nil
      }
    }
    #expect(try UserComment().parseFirst(text) == true)
    #expect(try Parser().parseFirst(text) == ["Bern", "A", "1"])
    #expect(try CommentParser().parseFirst(text) == "7 Bern")

    // example LooseValues.md: let json: JSON = ["id": "12", "address": ["city": "Bern"]]
    #expect(converted == 12 && exact == nil && home == "Bern")
    #expect(
      try SimpleValueJSONParser<Celsius>().parse(#"{"t": 4.5}"#) == [Celsius(degrees: 4.5)])
  }

  @Test("loose values that are kept")
  func kept() throws {
    // example LooseValues.md: final class TenantParser: JSONParser<Tenant> {
    let parser = TenantParser()
    let users = try parser.parse(#"[{"data": {"name": "Ann", "address": {"city": "Bern"}}}]"#)
    #expect(users.first?.name == "Ann" && users.first?.city == "Bern")
    #expect((users.first?.extra as? LooseJSON)?["name"]?.string == "Ann")
    #expect(parser.seen.first?["address"]["city"]?.string == "Bern")
  }

  @Test("near misses")
  func misses() throws {
    // example NearMissesAndLogs.md: let nearMisses = NearMissList()
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
    // example NearMiss.swift: let nearMisses = NearMissList()
    #expect(accounts.count == 2 && reported == 1)
  }

  @Test("logging")
  func logging() throws {
    let logger = Logger()
    // example NearMissesAndLogs.md: let log = SearchLogSink { message in logger.log(message.level,
    #expect(try parser.parse(data) == search.parseAll(data))
  }

  @Test("coming from CoreParser")
  func coreParser() throws {
    // example ComingFromCoreParser.md: class AccountParser: JSONParser<Account> {
    #expect(accounts.count == 2)
  }
}
