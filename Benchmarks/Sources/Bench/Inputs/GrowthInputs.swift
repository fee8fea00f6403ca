/// Generated documents that grow in one respect. Equal on every machine.
enum GrowthInputs {
  static let seed: UInt64 = 0x51_0000_0007

  /// About that many bytes: an array of records with numbers, strings, a list and literals.
  static func records(bytes: Int) -> [UInt8] {
    var random = Random(seed: seed)
    return array(of: bytes) { out in
      let id = random.below(1_000_000_000)
      out += Array(
        """
        {"id":\(id),"level":"\(levels[random.below(4)])","ratio":\(random.below(1000)).\(10 + random.below(90)),\
        "message":"request \(id % 977) took too long\\nretried","tags":["a\(id % 10)","b"],\
        "user":{"id":\(random.below(90_000)),"name":"Søren"},"active":\(id % 3 == 0),"parent":null}
        """.utf8)
    }
  }

  /// About that many bytes of values `depth` levels deep, arrays and objects in turn.
  static func nested(depth: Int, bytes: Int) -> [UInt8] {
    var random = Random(seed: seed)
    // The array around them is the first level.
    let (start, end) = (1..<max(depth, 1)).reduce(into: ([UInt8](), [UInt8]())) { both, level in
      both.0 += Array(level % 2 == 0 ? "[".utf8 : "{\"k\":".utf8)
      both.1.insert(UInt8(ascii: level % 2 == 0 ? "]" : "}"), at: 0)
    }
    return array(of: bytes) { out in
      out += start
      out += Array("\(random.below(1_000_000))".utf8)
      out += end
    }
  }

  /// About that many bytes of objects with this many keys.
  static func keyed(keys: Int, bytes: Int) -> [UInt8] {
    var random = Random(seed: seed)
    return array(of: bytes) { out in
      out.append(UInt8(ascii: "{"))
      for key in 0..<keys {
        if key > 0 { out.append(UInt8(ascii: ",")) }
        out += Array("\"\(name(key))\":\(random.below(1_000_000))".utf8)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// The name of a key: all are equally long.
  static func name(_ key: Int) -> String {
    let digits = "\(key)"
    return "key_" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// About that many bytes of strings of 40 bytes, with escapes in the given percentage of them.
  static func strings(percentEscaped: Int, bytes: Int) -> [UInt8] {
    var random = Random(seed: seed)
    return array(of: bytes) { out in
      let number = 1_000_000 + random.below(8_999_999)
      out += Array(
        (random.below(100) < percentEscaped
          ? "\"line \(number)\\nsays \\\"no\\\", \\u00e9 and more..\""
          : "\"line \(number), which says nothing of note..\"").utf8)
    }
  }

  private static func array(of bytes: Int, _ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var out: [UInt8] = [UInt8(ascii: "[")]
    out.reserveCapacity(bytes + 4096)
    repeat {
      if out.count > 1 { out.append(UInt8(ascii: ",")) }
      append(&out)
    } while out.count < bytes - 1
    out.append(UInt8(ascii: "]"))
    return out
  }

  private static let levels = ["debug", "info", "warn", "error"]
}
