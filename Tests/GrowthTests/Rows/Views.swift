import Sluice

extension GrowthRow {
  static let views: [GrowthRow] = [
    GrowthRow("JSONView, look-ups by name", 4000) { count in
      let root = try JSONDocument(parsing: Samples.object(count)).root
      let keys = Samples.keys(count)
      return { for key in keys { _ = try root[key] } }
    },
    GrowthRow("JSONView, look-ups by name, checked in full", 4000) { count in
      let root = try JSONDocument(
        parsing: Samples.object(count), options: JSONOptions(checking: .full)
      ).root
      let keys = Samples.keys(count)
      return { for key in keys { _ = try root[ifPresent: key] } }
    },
    GrowthRow("JSONView, elements by index", 4000) { count in
      let root = try JSONDocument(parsing: Samples.objects(count)).root
      return { for index in 0..<count { _ = try root[index] } }
    },
    GrowthRow("JSONView, pointers", 4000) { count in
      let root = try JSONDocument(parsing: Samples.object(count)).root
      let pointers = try Samples.keys(count).map { try JSONPointer("/\($0)") }
      return { for pointer in pointers { _ = try root.at(pointer) } }
    },
  ]
}
