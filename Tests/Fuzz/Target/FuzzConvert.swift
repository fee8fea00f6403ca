import Sluice
import SluiceConvert

/// Conversions of any document: a cursor, the owned value and JSON in a string convert to the same value, and writing
/// preserves it.
enum FuzzConvert {
  nonisolated(unsafe) private static var reader = JSONReader(
    options: JSONOptions(checking: .full, duplicateKeys: .lastWins))

  private enum Case: Int { case zero, one, two }

  private struct Item: JSONDeserializable, JSONSerializable, Equatable {
    var a = 7
    var s = "s"
    var b: [Item] = []
    var c: Case?

    init?(dictionary: JSONMembers) {
      a <-- dictionary["a"]
      s <-- dictionary["s"] ?? "none"
      b <-- dictionary["b"]
      c <-- dictionary["c"]
    }

    func toObject() -> JSONObject {
      var object = JSONObject()
      a --> object["a"]
      s --> object["s"]
      b --> object["b"]
      c --> object["c"]
      return object
    }
  }

  /// How many failures of a document are described, which also reads the document.
  nonisolated(unsafe) private static var undescribed = 0

  private static func describe(_ failure: Conversion.Failure) {
    guard undescribed > 0 else { return }
    undescribed -= 1
    _ = failure.description
  }

  static func run(_ document: [UInt8]) {
    undescribed = 4
    Conversion.withFailureHandler({ describe($0) }) {
      reader.options.checking = .accessed
      try? reader.withDocument(document) { root in
        var (item, ints, text): (Item?, [String: [Int]], String) = (nil, [:], "")
        item <-- root
        ints <-- root
        text <-- root
        _ = (item, ints, text)
      }
      reader.options.checking = .full
      try? reader.withDocument(document) { root in
        let json = try root.materialize()
        agree(Int.self, root, json, document)
        agree(UInt8.self, root, json, document)
        agree(Bool.self, root, json, document)
        agree(Double.self, root, json, document)
        agree(Float.self, root, json, document)
        agree(String.self, root, json, document)
        agree(RGBAColor.self, root, json, document)
        agree([String].self, root, json, document)
        agree([String: [Double]].self, root, json, document)
        agree([Int: Bool].self, root, json, document)
        agree(Item.self, root, json, document)
        var item: Item?
        item <-- root
        guard let item else { return }
        var text: String?
        item --> text
        var again: Item?
        again <-- text
        if again != item { disagreement("a converted value and its written form", document) }
      }
    }
  }

  private static func agree<C: Convertible & Equatable>(
    _ type: C.Type, _ root: JSONCursor, _ json: JSON, _ document: [UInt8]
  ) {
    var (byCursor, byValue): (C?, C?) = (nil, nil)
    byCursor <-- root
    byValue <-- json
    if byCursor != byValue { disagreement("a cursor and the owned value to \(C.self)", document) }
  }
}
