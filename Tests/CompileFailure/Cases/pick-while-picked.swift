// A picker can't be used again while the fields that it found are in use.
import Sluice

enum Wanted: String, CaseIterable { case a, b }

func run(_ reader: inout JSONReader, _ picker: inout FieldPicker<Wanted>) throws {
  let sum = try reader.withDocument("[{\"a\": 1}, {\"a\": 2}]") { root in
    #if BAD
      let first = try picker.pick(from: root[0])
      let second = try picker.pick(from: root[1])
      return try first[.a].int + second[.a].int
    #else
      var sum = 0
      for index in 0..<2 {
        let fields = try picker.pick(from: root[index])
        sum += try fields[.a].int
      }
      return sum
    #endif
  }
  _ = sum
}
