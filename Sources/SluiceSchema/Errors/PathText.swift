import Sluice

/// How the steps of a key path are written in a path such as `$.items[3]["first name"]`.
enum PathText {
  static func step(_ key: String) -> String {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
    return isPlain ? ".\(key)" : "[\"\(shortened(key))\"]"
  }

  static func steps(_ path: FieldPath) -> String {
    path.steps.map { step in
      if let index = step.index { return "[\(index)]" }
      return self.step(step.key ?? "")
    }.joined()
  }

  /// Keys are the document's, and may be as long as it.
  private static func shortened(_ key: String) -> String {
    key.utf8.count <= 200 ? key : key.prefix(199) + "…"
  }
}
