import Sluice
import SluiceEditing
import Testing

extension GrowthRow {
  static let values: [GrowthRow] = [
    GrowthRow("JSON.detached(), objects in an array", 2000) { count in
      let json = try JSON(parsing: Samples.objects(count))
      return { _ = json.detached() }
    },
    GrowthRow("JSON.detached(), objects in an object", 2000) { count in
      let json = try JSON(
        parsing: "{" + (0..<count).map { "\"k\($0)\":{\"a\":[1]}" }.joined(separator: ",") + "}")
      return { _ = json.detached() }
    },
    GrowthRow("JSON.detached(), nesting", 200) { count in
      let json = try JSON(parsing: Samples.nested(count))
      return { _ = json.detached() }
    },
    GrowthRow("look-ups of an object that was parsed", 2000) { count in
      let (json, keys) = (try JSON(parsing: Samples.object(count)), Samples.keys(count))
      return { for key in keys { _ = json[key] } }
    },
    GrowthRow("look-ups of an object that was made", 2000) { count in
      let (json, keys) = (try JSON(parsing: Samples.object(count)).detached(), Samples.keys(count))
      return { for key in keys { _ = json[key] } }
    },
    GrowthRow("positions of an object that was parsed", 2000) { count in
      let object = try JSON(parsing: Samples.object(count)).object ?? [:]
      return { for place in object.indices { _ = object[place] } }
    },
    GrowthRow("positions of an array that was parsed", 2000) { count in
      let array = try JSON(parsing: Samples.objects(count)).array ?? []
      return { for place in array.indices { _ = array[place] } }
    },
    GrowthRow("setting fields", 2000) { count in
      let keys = Samples.keys(count)
      return {
        var json: JSON = [:]
        for key in keys { json[key] = 1 }
      }
    },
    GrowthRow("setting elements", 2000) { count in
      let json = try JSON(parsing: Samples.objects(count))
      return {
        var json = json
        for index in 0..<count { json[index] = 1 }
      }
    },
    GrowthRow("setting values at paths", 1000) { count in
      let json: JSON = ["a": .object(JSONObject(Samples.keys(count).map { (key: $0, value: [0]) }))]
      let keys = Samples.keys(count)
      return {
        var json = json
        for key in keys { json[at: "a", .key(key), 0] = 1 }
      }
    },
    GrowthRow("setting values at pointers", 1000) { count in
      let json: JSON = ["a": .object(JSONObject(Samples.keys(count).map { (key: $0, value: [0]) }))]
      let pointers = try Samples.keys(count).map { try JSONPointer("/a/\($0)/0") }
      return {
        var json = json
        for pointer in pointers { json[pointer] = 1 }
      }
    },
    GrowthRow("removing fields, the first first", 2000) { count in
      let (json, keys) = (try JSON(parsing: Samples.object(count)).detached(), Samples.keys(count))
      return {
        var json = json
        for key in keys { json[key] = nil }
      }
    },
    GrowthRow("removing fields, the last first", 2000) { count in
      let (json, keys) = (try JSON(parsing: Samples.object(count)).detached(), Samples.keys(count))
      return {
        var json = json
        for key in keys.reversed() { json[key] = nil }
      }
    },
    GrowthRow("removing a field and reading a position", 2000) { count in
      let (json, keys) = (
        try JSON(parsing: Samples.object(count)).object ?? [:], Samples.keys(count)
      )
      return {
        var json = json
        for key in keys.reversed() {
          json.removeValue(forKey: key)
          _ = json.first
        }
      }
    },
    GrowthRow("removing the first field while there is one", 2000) { count in
      let object = try JSON(parsing: Samples.object(count)).object ?? [:]
      return {
        var object = object
        while let first = object.first { object.removeValue(forKey: first.key) }
      }
    },
    GrowthRow("JSONObject.removeAll(where:)", 2000) { count in
      let object = try JSON(parsing: Samples.object(count)).object ?? [:]
      return {
        var object = object
        object.removeAll { $0.key.utf8.last == UInt8(ascii: "1") }
      }
    },
    GrowthRow("JSONArray.removeAll(where:)", 2000) { count in
      let array = try JSON(parsing: Samples.objects(count)).array ?? []
      return {
        var array = array
        array.removeAll { $0["id"] == 1 }
      }
    },
    GrowthRow("JSON.merge(_:), of fields", 2000) { count in
      let json = try JSON(parsing: Samples.object(count))
      let patch = try JSON(parsing: Samples.object(count).replacing(":", with: ":1"))
      return { _ = json.merging(patch) }
    },
    GrowthRow("JSON ==, fields in another order", 2000) { count in
      let keys = Samples.keys(count)
      let left = JSON.object(JSONObject(keys.map { (key: $0, value: 1) }))
      let right = JSON.object(JSONObject(keys.reversed().map { (key: $0, value: 1) }))
      return { #expect(left == right) }
    },
    GrowthRow("JSON.hash(into:)", 1000) { count in
      let object = try JSON(parsing: Samples.object(count))
      let array = try JSON(parsing: Samples.objects(count))
      return {
        #expect(object.hashValue != array.hashValue)
        #expect(object.object?.hashValue != array.array?.hashValue)
      }
    },
    GrowthRow("JSON == and hash(into:), nesting", 100) { count in
      let (left, right) = (
        try JSON(parsing: Samples.nested(count)), try JSON(parsing: Samples.nested(count))
      )
      return { #expect(left == right && left.hashValue == right.hashValue) }
    },
    GrowthRow("JSONObject.init(_:), with keys that come again", 1000) { count in
      let fields = (Samples.keys(count) + Samples.keys(count)).map { (key: $0, value: JSON(1)) }
      return { #expect(JSON(JSONObject(fields)).object?.count == count) }
    },
    GrowthRow("JSONObject, fields updated and found", 1000) { count in
      let keys = Samples.keys(count)
      return {
        var object = JSONObject()
        object.reserveCapacity(count)
        for key in keys + keys { object.updateValue(1, forKey: key) }
        for key in keys.reversed() { #expect(object.index(forKey: key) != nil) }
        for field in object { #expect(object[field.key] == 1) }
      }
    },
    GrowthRow("JSONArray, made and changed at its end", 1000) { count in
      let elements = (0..<count).map { JSON($0) }
      return {
        var array = JSONArray(elements)
        array.reserveCapacity(2 * count)
        for element in elements { array.append(element) }
        array.replaceSubrange(count..<count, with: elements)
        #expect(JSON(array) == JSON(elements + elements + elements))
        while array.count > count { array.remove(at: array.count - 1) }
        #expect(JSON(array) == .array(elements))
      }
    },
    GrowthRow("JSONArray, iterated, of a text", 2000) { count in
      let array = try JSON(parsing: Samples.objects(count)).array ?? []
      return { for element in array { #expect(element["id"] != nil) } }
    },
    GrowthRow("JSON, long strings", 50000) { count in
      let text = String(repeating: "é", count: count)
      return { #expect(JSON(text) == JSON(text.dropLast() + "é")) }
    },
    GrowthRow("JSON at a long path", 100) { count in
      let json = try JSON(parsing: Samples.nested(count))
      let keys = Array(repeating: "b", count: count - 1) + ["a"]
      let (steps, pointer) = (keys.map { JSON.PathElement.key($0) }, JSONPointer(tokens: keys))
      return {
        #expect(json[at: steps] == 0 && json[pointer] == 0)
        var changed = json
        changed[at: steps] = 1
        changed[pointer] = 2
      }
    },
  ]
}
