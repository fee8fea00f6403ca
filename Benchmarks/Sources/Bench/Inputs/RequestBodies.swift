/// Request bodies of about 1 KB, as an order service receives them: one shape, with different values. A
/// server never sees the same body repeatedly, so no branch predictor may learn its bytes.
enum RequestBodies {
  static let seed: UInt64 = 0x51_0000_0002
  static let count = 64

  static func make() -> [[UInt8]] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in Array(body(&random).utf8) }
  }

  private static func body(_ random: inout Random) -> String {
    let items = (0..<4).map { _ in item(&random) }.joined(separator: ",")
    let note = notes[random.below(notes.count)]
    return """
      {"request_id":"\(hex(16, &random))-\(hex(8, &random))","api_version":"2025-11-01",\
      "idempotency_key":"\(hex(32, &random))","customer":{"id":\(random.below(90_000_000) + 1_000),\
      "name":"\(names[random.below(names.count)])","email":"\(hex(3 + random.below(9), &random))@example.com",\
      "verified":\(random.below(4) > 0),"tags":["retail","newsletter"]},"currency":"\(currencies[random.below(4)])",\
      "items":[\(items)],"shipping":{"method":"standard","address":{"line1":"\(random.below(400) + 1) Canal Street",\
      "line2":null,"city":"Utrecht","postal_code":"\(random.below(9000) + 1000) AB","country":"NL"},"gift":false},\
      "discount":null,"tax_rate":0.\(random.below(90) + 10),"total_cents":\(random.below(900_000) + 100),\
      "note":"\(note)","client":{"platform":"ios","build":\(random.below(9000)),"locale":"nl-NL"}}
      """
  }

  private static func item(_ random: inout Random) -> String {
    """
    {"sku":"\(hex(8, &random))","quantity":\(random.below(5) + 1),"unit_cents":\(random.below(90_000) + 50),\
    "title":"\(titles[random.below(titles.count)])","attributes":{"colour":"blue","size":"M"}}
    """
  }

  private static func hex(_ digits: Int, _ random: inout Random) -> String {
    String((0..<digits).map { _ in Array("0123456789abcdef")[random.below(16)] })
  }

  private static let names = [
    "Ada Lovelace", "Søren Kierkegaard", "Miyazaki Hayao 宮崎", "J. O’Neill",
  ]
  private static let currencies = ["EUR", "USD", "JPY", "SEK"]
  private static let titles = [
    "Garden hose, 20 m", "Sluice gate \\\"mini\\\"", "Waders", "Tape 5 cm",
  ]
  private static let notes = [
    "", "Please leave it with the neighbours.", "Ring twice\\nthen wait", "Grüße aus Köln",
  ]
}
