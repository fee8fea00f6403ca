import Foundation
import SluiceImport
import Testing

/// The parsers of days, points in time, UUIDs, decimals and Base64, compared with Foundation's.
@Suite("A text for a column")
struct ValueParserTests {
  private func constant(_ text: String, _ type: ColumnType) -> ColumnConstant? {
    try? ColumnConstant(text, as: type)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC") ?? .gmt
    return calendar
  }

  @Test("is a date when the calendar has that day, and is written back the same")
  func days() throws {
    let calendar = calendar
    // 1879-12-31.
    var expected: Int32 = -32_873
    for year in 1880...2110 {
      for month in 1...12 {
        for day in 0...32 {
          let text = String(format: "%04d-%02d-%02d", year, month, day)
          let components = DateComponents(year: year, month: month, day: day)
          let isDay = components.isValidDate(in: calendar)
          if isDay { expected += 1 }
          let found = constant(text, .date)
          #expect(found == (isDay ? .date(expected) : nil), "\(text)")
          if isDay { #expect("\(ImportValue.date(expected))" == text) }
        }
      }
    }
    let last = try #require(
      calendar.date(from: DateComponents(year: 2110, month: 12, day: 31)))
    #expect(Double(expected) == last.timeIntervalSince1970 / 86400)
  }

  @Test(
    "is a date at the calendar's ends",
    arguments: [
      ("0000-01-01", Int32(-719_528)), ("0000-02-29", -719_469), ("0001-01-01", -719_162),
      ("1582-10-10", -141_432), ("1970-01-01", 0), ("2000-02-29", 11_016),
      ("9999-12-31", 2_932_896),
    ])
  func edges(text: String, days: Int32) {
    #expect(constant(text, .date) == .date(days))
    #expect("\(ImportValue.date(days))" == text)
  }

  @Test(
    "is no date",
    arguments: [
      ("1900-02-29", "no such day"), ("2023-02-29", "no such day"), ("2024-00-01", "no such month"),
      ("2024-13-01", "no such month"), ("2024-04-31", "no such day"), ("2024-1-01", "four digits"),
      ("2024-01-0x", "four digits"), ("24-01-01", "four digits"), ("2024-01-01T", "four digits"),
      (" 2024-01-01", "four digits"), ("2024/01/01", "four digits"), ("", "four digits"),
      ("٢٠٢٤-01-01", "four digits"), ("2024-01-00", "no such day"),
    ])
  func noDates(text: String, reason: String) {
    let error = importError { _ = try ColumnConstant(text, as: .date) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
  }

  @Test("is a point in time as Foundation reads it, to the microsecond")
  func timestamps() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("timestamps: seed \(seed)")
    var random = RandomFeed(seed: seed)
    let calendar = calendar
    for _ in 0..<20_000 {
      let (year, month) = (1600 + random.below(8300), 1 + random.below(12))
      let day = 1 + random.below(28)
      let time = [random.below(24), random.below(60), random.below(60)]
      let components = DateComponents(
        year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
      let date = try #require(calendar.date(from: components))
      var expected = Int64(date.timeIntervalSince1970) * 1_000_000
      var text = String(format: "%04d-%02d-%02d", year, month, day)
      text += ["T", "t", " "][random.below(3)]
      text += String(format: "%02d:%02d:%02d", time[0], time[1], time[2])
      let digits = random.below(10)
      if digits > 0 {
        let fraction = random.below(1_000_000)
        let all = String(format: "%06d", fraction) + "000"
        text += "." + all.prefix(digits)
        expected +=
          Int64(
            all.prefix(digits).prefix(6).padding(
              toLength: 6, withPad: "0", startingAt: 0)) ?? 0
      }
      if random.below(2) == 0 {
        text += ["Z", "z"][random.below(2)]
      } else {
        let (hours, minutes) = (random.below(24), random.below(60))
        let isEast = random.below(2) == 0
        text += String(format: "%@%02d:%02d", isEast ? "+" : "-", hours, minutes)
        expected += Int64(hours * 3600 + minutes * 60) * (isEast ? -1_000_000 : 1_000_000)
      }
      #expect(constant(text, .timestamp) == .timestamp(expected), "seed \(seed): \(text)")
      // What is written is read as the same.
      let written = "\(ImportValue.timestamp(expected))"
      #expect(constant(written, .timestamp) == .timestamp(expected), "seed \(seed): \(written)")
      #expect(written.utf8.count == 27)
    }
  }

  @Test("has a form of timestamps in which texts sort like times")
  func sorting() {
    let times: [Int64] = [
      -62_167_219_200_000_000, -1_000_001, -1, 0, 1, 999_999, 1_000_000, 1_714_559_400_000_000,
      1_714_559_400_500_000, 253_402_300_799_999_999,
    ]
    let texts = times.map { "\(ImportValue.timestamp($0))" }
    #expect(texts == texts.sorted())
    #expect(texts[0] == "0000-01-01T00:00:00.000000Z")
    #expect(texts[2] == "1969-12-31T23:59:59.999999Z")
    #expect(texts[8] == "2024-05-01T10:30:00.500000Z")
    #expect(texts[9] == "9999-12-31T23:59:59.999999Z")
    // Feeds do not have these, but a program may.
    #expect("\(ImportValue.timestamp(.max))" == "294247-01-10T04:00:54.775807Z")
    #expect("\(ImportValue.timestamp(.min))" == "-290308-12-21T19:59:05.224192Z")
    #expect("\(ImportValue.date(.max))" == "5881580-07-11")
    #expect("\(ImportValue.date(.min))" == "-5877641-06-23")
  }

  @Test(
    "is no point in time",
    arguments: [
      ("2024-05-31T12:30:60Z", "leap second"), ("2024-05-31T12:30:61Z", "a second is 00 to 59"),
      ("2024-05-31T24:00:00Z", "an hour is"), ("2024-05-31T12:60:00Z", "a minute is"),
      ("2024-05-31T12:30:00", "'T', 't' or a space"), ("2024-05-31T12:30:00.Z", "no digits"),
      ("2024-05-31T12:30:00.0000001Z", "finer than a microsecond"),
      ("2024-05-31T12:30:00.1234567+01:00", "finer than a microsecond"),
      ("2024-05-31T12:30:00.5", "'Z' or an offset"),
      ("2024-05-31T12:30:00+0200", "'Z' or an offset"),
      ("2024-05-31T12:30:00+02", "'Z' or an offset"), ("2024-05-31T12:30:00Zx", "'Z' or an offset"),
      ("2024-05-31T12:30:00+24:00", "an offset is"), ("2024-05-31T12:30:00-00:60", "an offset is"),
      ("2024-05-31T12:30:00,5Z", "'Z' or an offset"), ("2024-02-30T12:30:00Z", "no such day"),
      ("2024-05-31", "'T', 't' or a space"), ("2024-05-31T12:30Z", "'T', 't' or a space"),
      ("0000-01-01T00:00:00+00:01", "the years 0000 to 9999"),
      ("9999-12-31T23:59:59-00:01", "the years 0000 to 9999"), ("", "four digits"),
      ("2024-05-31T12:30:000Z", "'Z' or an offset"), ("now", "four digits"),
    ])
  func noTimestamps(text: String, reason: String) {
    let error = importError { _ = try ColumnConstant(text, as: .timestamp) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
  }

  @Test(
    "is a point in time by a number since 1970, exactly",
    arguments: [
      (ColumnType.epoch, "0", Int64(0)), (.epoch, "-1", -1_000_000),
      (.epoch, "1714559400.25", 1_714_559_400_250_000),
      (.epoch, "1.7145594e9", 1_714_559_400_000_000),
      (.epoch, "0.000001", 1), (.epoch, "0.0000010", 1), (.epoch, "-0.000001", -1),
      (.epochms, "1714559400250", 1_714_559_400_250_000), (.epochms, "0.001", 1),
      (.epochus, "1714559400250000", 1_714_559_400_250_000), (.epochus, "1e3", 1000),
      (.epoch, "2024-05-01T10:30:00Z", 1_714_559_400_000_000),
    ])
  func epochs(type: ColumnType, text: String, time: Int64) {
    #expect(constant(text, type) == .timestamp(time))
  }

  @Test(
    "is no such number",
    arguments: [
      (ColumnType.epoch, "0.0000001"), (.epochms, "0.0001"), (.epochus, "0.5"), (.epoch, "1e300"),
      (.epoch, "253402300800"), (.epoch, "-62167219200.000001"), (.epochus, "9223372036854775808"),
      (.epoch, "1e-999999999999"), (.epoch, "x"), (.epoch, "01"),
    ])
  func noEpochs(type: ColumnType, text: String) {
    #expect(constant(text, type) == nil)
  }

  @Test("is a UUID as Foundation reads it, written in lowercase")
  func uuids() {
    for _ in 0..<2000 {
      let uuid = UUID()
      let bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
      let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      let expected = ColumnConstant.uuid(high: halves[0], low: halves[1])
      #expect(constant(uuid.uuidString, .uuid) == expected)
      #expect(constant(uuid.uuidString.lowercased(), .uuid) == expected)
      let value = ImportValue.uuid(high: halves[0], low: halves[1])
      #expect("\(value)" == uuid.uuidString.lowercased())
    }
    for text in [
      "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
      "f81d4fae-7dec-11d0-a765-00a0c91e6bf6a", "{81d4fae-7dec-11d0-a765-00a0c91e6bf}",
      "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765_00a0c91e6bf6",
      "f81d4fae-7dec-11d0-a76500a0c91e6bf-6", "f81d4fae-7dec-11d0-a765-00a0c91e6b:6",
      "f81d4fae-7dec-11d0-a765-00a0c91e6b@6", "f81d4fae-7dec-11d0-a765-00a0c91e6b`6",
    ] { #expect(constant(text, .uuid) == nil, "\(text)") }
  }

  @Test("is Base64 as Foundation reads it, with padding or without")
  func base64() {
    let seed = UInt64.random(in: 0 ... .max)
    print("Base64: seed \(seed)")
    var random = RandomFeed(seed: seed)
    for count in 0..<500 {
      let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
      let text = Data(bytes).base64EncodedString()
      #expect(constant(text, .blob) == .blob(bytes), "seed \(seed)")
      let bare = text.prefix { $0 != "=" }
      #expect(constant(String(bare), .blob) == .blob(bytes), "seed \(seed)")
      unsafe bytes.withUnsafeBufferPointer { #expect(unsafe "\(ImportValue.blob($0))" == text) }
    }
  }

  @Test(
    "is no Base64",
    arguments: [
      ("QQ=", "fill up"), ("QQ===", "fill up"), ("Q", "a character is missing"), ("=", "fill up"),
      ("QUJDR", "a character is missing"), ("QR==", "bits set"), ("QUJ=", "bits set"),
      ("QU=D", "fill up"), ("QU D", "alphabet"), ("Q-_D", "URL-safe"), ("QUJD\n", "alphabet"),
      ("====", "fill up"), ("ß==", "alphabet"),
    ])
  func noBase64(text: String, reason: String) {
    let error = importError { _ = try ColumnConstant(text, as: .blob) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "nothing thrown")")
  }

  @Test("is a decimal by RFC 8259's grammar, digit by digit")
  func decimals() {
    for text in ["0", "-0", "1.50", "12345678901234567890123456789.000", "1e400", "-1.5E-7"] {
      #expect(constant(text, .decimal) == .decimal(text))
    }
    for text in ["", "+1", ".5", "1.", "01", "1e", "0x1", "NaN", "Infinity", "1,5", " 1", "1 "] {
      #expect(constant(text, .decimal) == nil, "\(text)")
    }
  }

  @Test("as a constant is told as it is taken")
  func constants() throws {
    for text in [
      "k:date=2024-05-31", "k:timestamp=2024-05-31T12:30:00.250000Z", "k:decimal=1.50",
      "k:uuid=f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "k:blob=QUI=",
      "k:epoch=2024-05-31T12:30:00.000000Z",
    ] {
      let column = try ImportColumn(parsingConstant: text)
      #expect(column.description == text + " constant")
    }
  }
}
