/// How a step of a path is written, as the errors' paths are.
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
    return isPlain ? ".\(key)" : "[\"\(key)\"]"
  }
}
