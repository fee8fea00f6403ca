// The fields that a picker found can't be returned.
import Sluice

enum Wanted: String, CaseIterable { case a, b }

func run(_ reader: inout JSONReader, _ picker: inout FieldPicker<Wanted>) throws {
  #if BAD
    let kept: PickedFields<Wanted> = try reader.withDocument("{\"a\": 1}") { root in
      try picker.pick(from: root)
    }
  #else
    let kept = try reader.withDocument("{\"a\": 1}") { root in
      let fields = try picker.pick(from: root)
      return try fields[.a].int
    }
  #endif
  _ = kept
}
