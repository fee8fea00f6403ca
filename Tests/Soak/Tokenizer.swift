import Sluice
import SluiceFeed
import SluiceTokenizer

/// One array of more than 4 GiB, made while it is read, token by token and element by element. The last element is at
/// the offset of its number, and so is the fault after it.
func soakTokenizer() {
  let element = Array(#"{"id":7,"tags":["a\\nb",1.25],"ok":true},"#.utf8)
  let count = Int(UInt32.max) / element.count + 1_000_000
  let total = 1 + count * element.count

  /// `[`, then the elements, then text that is not JSON.
  func stream() -> JSONTokenizer.Reader {
    let block = Array([[UInt8]](repeating: element, count: 4096).joined())
    var at = 0
    return { (room) throws(JSONError) in
      if at == 0 {
        room.copyBytes(from: CollectionOfOne(UInt8(ascii: "[")))
        at = 1
        return 1
      }
      if at >= total {
        guard at == total else { return 0 }
        at += 2
        room.copyBytes(from: "x]".utf8)
        return 2
      }
      let start = (at - 1) % element.count
      let size = min(room.count, block.count - start, total - at)
      room.copyBytes(from: block[start..<start + size])
      at += size
      return size
    }
  }

  func soak(_ name: String, expected: String, _ read: (inout JSONTokenizer) throws -> Void) {
    let start = ContinuousClock.now
    var found = "accepted"
    do {
      var tokenizer = try JSONTokenizer(
        options: TokenizerOptions(checking: .full), reading: stream())
      try read(&tokenizer)
    } catch {
      found = (error as? JSONError).map { "\($0.code) at byte \($0.offset)" } ?? "\(error)"
    }
    report(name, found == expected, found, start)
  }

  let fault = "invalid-literal at byte \(total)"
  soak("a stream of \(total >> 20) MiB, token by token", expected: fault) { tokenizer in
    var tokens = 0
    var last: Int64 = 0
    defer {
      let place = Int64(total - 2)
      report(
        "its last bracket", last == place && tokens == 1 + 11 * count,
        "\(tokens) tokens, the last at \(last)", ContinuousClock.now)
    }
    while try tokenizer.next() != nil {
      tokens += 1
      last = tokenizer.token.offset
    }
  }
  soak("the same, element by element", expected: fault) { tokenizer in
    var elements = 0
    defer { report("all elements", elements == count, "\(elements)", ContinuousClock.now) }
    try tokenizer.forEachElement { element in
      if try element["id"].int == 7 { elements += 1 }
    }
  }
}
