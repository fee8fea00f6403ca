import Foundation
import Sluice
import SluiceCodable
import SluiceDerivation
import SluiceRows
import SluiceSchema
import Testing

private struct Named: Codable, Equatable, Sendable {
  var id = 0
  var name = ""
}

/// Collections of objects, decoded and encoded: SluiceCodable and SluiceDerivation.
extension GrowthRow {
  static let codables: [GrowthRow] = [
    GrowthRow("SluiceDecoder, an array from each form", 200) { count in
      let forms = Forms(Samples.objects(count))
      let root = try JSONDocument(parsing: forms.text).root
      let decoder = SluiceDecoder()
      let foundation: JSONDecoder = SluiceJSONDecoder(decoder)
      var reader = JSONReader()
      return {
        let bytes = forms.bytes
        var all = [
          try decoder.decode([Named].self, from: forms.text),
          try decoder.decode([Named].self, from: forms.bytes),
          try decoder.decode([Named].self, from: forms.data),
          try decoder.decode([Named].self, from: forms.padded),
          try decoder.decode([Named].self, from: bytes.span),
          try decoder.decode([Named].self, from: root),
          try foundation.decode([Named].self, from: forms.data),
        ]
        all.append(try unsafe decoder.decode([Named].self, from: bytes.span.bytes))
        try reader.withDocument(forms.text) { cursor in
          all.append(try decoder.decode([Named].self, from: cursor))
          all.append(try CodableMapping([Named].self).value(from: cursor))
        }
        #expect(all.allSatisfy { $0.count == count })
      }
    },
    GrowthRow("SluiceDecoder, at a deep place", 100) { count in
      let forms = Forms(Samples.nested(count))
      let keys = Array(repeating: "b", count: count - 1) + ["a"]
      let (pointer, path) = (JSONPointer(tokens: keys), JSONKeyPath(keys.joined(separator: ".")))
      let decoder = SluiceDecoder()
      return {
        _ = try decoder.decode(Int.self, from: forms.text, at: pointer)
        _ = try decoder.decode(Int.self, from: forms.bytes, at: pointer)
        _ = try decoder.decode(Int.self, from: forms.data, at: pointer)
        _ = try decoder.decode(Int.self, from: forms.text, at: path)
        _ = try decoder.decode(Int.self, from: forms.bytes, at: path)
        _ = try decoder.decode(Int.self, from: forms.data, at: path)
      }
    },
    GrowthRow("SluiceEncoder, an array", 500) { count in
      let values = (0..<count).map { Named(id: $0, name: "n\($0)") }
      let encoder = SluiceEncoder()
      let foundation: JSONEncoder = SluiceJSONEncoder(encoder)
      return { () throws in #expect(try encoder.encode(values) == foundation.encode(values)) }
    },
    GrowthRow("JSON as Codable", 300) { count in
      let json = try JSON(parsing: "[\(Samples.objects(count)),\(Samples.object(count)),1.5]")
      let document = try JSONDocument(json)
      let (encoder, decoder) = (SluiceEncoder(), SluiceDecoder())
      return {
        let data = try encoder.encode(json)
        #expect(try encoder.encode(document) == data && encoder.encode(document.root) == data)
        #expect(try decoder.decode(JSON.self, from: data) == json)
        #expect(try decoder.decode(JSONArray.self, from: data) == json.array)
        #expect(try decoder.decode(JSONDocument.self, from: data) == document)
        #expect(try decoder.decode(JSONView.self, from: data) == document.root)
        #expect(try encoder.encode(json.array) == data)
        let object = try encoder.encode(json[1]?.object)
        #expect(try decoder.decode(JSONObject.self, from: object) == json[1]?.object)
      }
    },
    GrowthRow("derived schemas, columns and rows, of an example", 20000) { count in
      let example = try JSON(
        parsing: "{\"id\":1,\"name\":\"\(String(repeating: "n", count: count))\"}")
      return {
        _ = try Schema<Named>(decoding: Named.self, example: example)
        _ = try [ImportColumn](decoding: Named.self, example: example)
        _ = try RowMapping.codable(Named.self, example: example)
      }
    },
  ]
}
