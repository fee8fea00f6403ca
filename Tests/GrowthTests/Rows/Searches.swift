import Sluice
import SluiceSearch
import Testing

private final class Names: JSONParser<String> {
  override class func modelFields() -> Fields { Fields(mandatory: ["id", "name"]) }
  override func parseObject(_ data: JSON) -> String? {
    guard data["id"]?.int != nil else { return nil }
    return data["name"]?.string
  }
}

private final class Collections: JSONParser<Int> {
  override class func modelFields() -> Fields { Fields(mandatory: ["a", "o"], optional: ["x"]) }
  override func parseObject(_ data: JSON) -> Int? {
    printAbsentFields(in: data)
    guard let array = data["a"], let elements = array.asArray(), array[elements.count - 1] != nil
    else { return nil }
    guard (try? array.withCursor { try $0.count }) == elements.count,
      array.raw().array?.count == elements.count
    else { return nil }
    return elements.count + (data["o"]?.asDictionary()?.count ?? 0)
  }
}

/// Models that are searched for: SluiceSearch.
extension GrowthRow {
  private static let search = Search(String.self) { fields in
    let id = fields.mandatory("id", .loose(Int.self))
    let name = fields.mandatory("name", .string)
    return { $0[id] < 0 ? nil : $0[name] }
  }

  static let searches: [GrowthRow] = [
    GrowthRow("Search.parseAll(_:), models in an array", 500) { count in
      let forms = Forms(Samples.objects(count))
      let json = try JSON(parsing: forms.text)
      return { () throws in
        #expect(try search.parseAll(forms.text).count == count)
        #expect(try search.parseAll(forms.bytes).count == count)
        #expect(try search.parseAll(forms.data).count == count)
        #expect(try search.parseAll(forms.padded).count == count)
        #expect(try search.parseAll(json).count == count)
      }
    },
    GrowthRow("Search.parseFirst(_:), the last object", 500) { count in
      let text =
        "[" + Samples.objects(count).replacing("name", with: "x") + ",{\"id\":1,\"name\":\"n\"}]"
      let forms = Forms(text)
      let json = try JSON(parsing: forms.text)
      return { () throws in
        #expect(try search.parseFirst(forms.text) == "n")
        #expect(try search.parseFirst(forms.bytes) == "n")
        #expect(try search.parseFirst(forms.data) == "n")
        #expect(try search.parseFirst(forms.padded) == "n")
        #expect(try search.parseFirst(json) == "n")
      }
    },
    GrowthRow("Search.parseAll(_:), near misses", 300) { count in
      let text = Samples.objects(count).replacing("name", with: "nam")
      return {
        let misses = NearMissList(limit: 1_000_000)
        _ = try search.parseAll(text, nearMisses: misses)
        #expect(misses.count == count)
      }
    },
    GrowthRow("Search.parseAll(_:), nesting", 100) { count in
      let text = Samples.nested(count)
      return { () throws in #expect(try search.parseAll(text).isEmpty) }
    },
    GrowthRow("JSONParser.parse(_:)", 300) { count in
      let forms = Forms(Samples.objects(count))
      let json = try JSON(parsing: forms.text)
      return { () throws in
        let parser = Names(logLevel: .silent)
        #expect(try parser.parse(forms.text).count == count)
        #expect(try parser.parse(forms.bytes).count == count)
        #expect(try parser.parse(forms.data).count == count)
        #expect(try parser.parse(json).count == count)
      }
    },
    GrowthRow("JSONParser, collections and absent fields", 300) { count in
      let text = "[{\"a\":\(Samples.objects(count)),\"o\":\(Samples.object(count))}]"
      return { () throws in
        let parser = Collections(logLevel: .logAllFields, log: SearchLogSink { _ in })
        #expect(try parser.parse(text) == [2 * count])
      }
    },
    GrowthRow("Search, fields declared", 200) { count in
      let keys = Samples.keys(count)
      let text = Samples.object(count)
      return { () throws in
        let search = Search(Int.self) { fields in
          let slots = keys.map { fields.mandatory($0, .int) }
          return { values in slots.reduce(0) { $0 + values[$1] } }
        }
        #expect(try search.parseAll(text).count == 1)
      }
    },
    GrowthRow("JSONParser.parse(_:), nesting", 100) { count in
      let text = Samples.nested(count)
      return { () throws in #expect(try Names(logLevel: .silent).parse(text).isEmpty) }
    },
  ]
}
