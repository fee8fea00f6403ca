import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Times in other forms than RFC 3339's")
struct TimeLeniencyTests {
  /// The column `t` that a text makes, as SQLite has it, and what was counted; nil: a reject.
  private func stored(
    _ column: String, _ text: String
  ) throws -> (value: String?, counts: [String: Int64]) {
    let bench = try ImportBench()
    let summary = try bench.run(
      .bytes(Array("{\"t\":\"\(text)\"}\n".utf8), name: "feed"), [column])
    let row = try bench.rows().first
    return (row.map { String($0.dropFirst().dropLast()) }, summary.accepted["t"] ?? [:])
  }

  @Test(
    "with finer fractions are cut or rounded, as told",
    arguments: [
      ("cut", "2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00.123456Z", Int64(1)),
      ("round", "2026-01-31T12:00:00.123456789Z", "2026-01-31T12:00:00.123457Z", 1),
      ("round", "2026-01-31T12:00:00.1234564999999999Z", "2026-01-31T12:00:00.123456Z", 1),
      ("round", "2026-12-31T23:59:59.9999995Z", "2027-01-01T00:00:00.000000Z", 1),
      ("cut", "2026-12-31T23:59:59.9999999999999Z", "2026-12-31T23:59:59.999999Z", 1),
      ("cut", "2026-01-31T12:00:00.0000000001Z", "2026-01-31T12:00:00.000000Z", 1),
      ("cut", "1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z", 1),
      ("cut", "2026-01-31T12:00:00.123456000Z", "2026-01-31T12:00:00.123456Z", 0),
    ])
  func fractions(rule: String, text: String, expected: String, count: Int64) throws {
    let found = try stored("t:timestamp accepts fraction \(rule)=t", text)
    #expect(found.value == expected)
    #expect(found.counts == (count == 0 ? [:] : ["fraction": count]))
    #expect(try stored("t:timestamp=t", text).value == (count == 0 ? expected : nil))
  }

  @Test("beyond the year 9999 are rejects, also by rounding")
  func lastMoment() throws {
    let text = "9999-12-31T23:59:59.9999999Z"
    #expect(try stored("t:timestamp accepts fraction round=t", text).value == nil)
    #expect(
      try stored("t:timestamp accepts fraction cut=t", text).value == "9999-12-31T23:59:59.999999Z")
  }

  @Test(
    "are read by their zones",
    arguments: [
      ("iso8601", "2026-01-31T12:00:00+0200", "2026-01-31T10:00:00.000000Z", ["iso8601": Int64(1)]),
      ("iso8601", "2026-01-31T12:00:00-02", "2026-01-31T14:00:00.000000Z", ["iso8601": 1]),
      ("iso8601", "2026-01-31T12:00:00,5Z", "2026-01-31T12:00:00.500000Z", ["iso8601": 1]),
      ("iso8601", "2026-01-31T12:00Z", "2026-01-31T12:00:00.000000Z", ["iso8601": 1]),
      ("iso8601", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000000Z", [:]),
      ("iso8601", "2026-01-31T12:00:00 UTC", nil, [:]),
      ("iso8601", "2026-01-31T12:00:00", nil, [:]),
      ("utc", "2026-01-31 12:00:00 UTC", "2026-01-31T12:00:00.000000Z", ["utc": 1]),
      ("utc", "2026-01-31T12:00:00GMT", "2026-01-31T12:00:00.000000Z", ["utc": 1]),
      ("utc", "2026-01-31T12:00:00+02:00 UTC", nil, [:]),
      ("utc", "2026-01-31T12:00:00 CET", nil, [:]),
      ("utc", "2026-01-31T12:00:00+0200", nil, [:]), ("utc", " UTC", nil, [:]),
      ("zone Europe/Berlin", "2026-01-31T12:00:00", "2026-01-31T11:00:00.000000Z", ["zone": 1]),
      ("zone Europe/Berlin", "2026-07-31 12:00:00.25", "2026-07-31T10:00:00.250000Z", ["zone": 1]),
      ("zone Europe/Berlin", "2026-07-31T12:00:00Z", "2026-07-31T12:00:00.000000Z", [:]),
      // The clocks go from 2:00 to 3:00, and from 3:00 to 2:00.
      ("zone Europe/Berlin", "2026-03-29T02:30:00", nil, [:]),
      ("zone Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T01:00:00.000000Z", ["zone": 1]),
      (
        "zone Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00.000000Z",
        ["zone": 1, "overlap": 1]
      ),
      ("zone Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00.000000Z", ["zone": 1]),
      ("zone Asia/Kolkata", "2026-07-31 12:00:00", "2026-07-31T06:30:00.000000Z", ["zone": 1]),
      ("zone UTC", "2026-07-31 12:00:00", "2026-07-31T12:00:00.000000Z", ["zone": 1]),
      ("zone Europe/Berlin", "8999-07-31 12:00:00", "8999-07-31T10:00:00.000000Z", ["zone": 1]),
    ] as [(String, String, String?, [String: Int64])])
  func zones(words: String, text: String, expected: String?, counts: [String: Int64]) throws {
    let found = try stored("t:timestamp accepts \(words)=t", text)
    #expect(found.value == expected)
    #expect(found.counts == counts)
  }

  @Test(
    "are read by patterns",
    arguments: [
      ("'%d/%b/%Y:%H:%M:%S %z'", "10/Oct/2000:13:55:36 -0700", "2000-10-10T20:55:36.000000Z"),
      ("'%d/%b/%Y:%H:%M:%S %z'", "10/oct/2000:13:55:36 Z", "2000-10-10T13:55:36.000000Z"),
      ("'%a, %d %b %Y %T %Z'", "Tue, 10 Oct 2000 13:55:36 GMT", "2000-10-10T13:55:36.000000Z"),
      (
        "'%A %d %B %Y %I:%M %p' zone UTC", "Tuesday 1 February 2000 12:05 AM",
        "2000-02-01T00:05:00.000000Z"
      ),
      (
        "'%A %d %B %Y %I:%M %p' zone UTC", "tuesday 1 feb 2000 12:05 pm",
        "2000-02-01T12:05:00.000000Z"
      ),
      ("'%A %d %B %Y %I:%M %p' zone UTC", "Monday 1 February 2000 12:05 AM", nil),
      ("'%b %e %T %Y' zone UTC", "Jan  5 01:02:03 2026", "2026-01-05T01:02:03.000000Z"),
      ("'%Y%m%dT%H%M%S%f%z'", "20260131T010203123Z", "2026-01-31T01:02:03.123000Z"),
      ("'%Y-%j' zone UTC", "2024-366", "2024-12-31T00:00:00.000000Z"),
      ("'%Y-%j' zone UTC", "2023-366", nil),
      ("'%y%m%d' zone UTC", "690101", "1969-01-01T00:00:00.000000Z"),
      ("'%y%m%d' zone UTC", "680101", "2068-01-01T00:00:00.000000Z"),
      ("'%s.%f'", "1767322800.25", "2026-01-02T03:00:00.250000Z"),
      ("'%d.%m.%Y' zone UTC", "31.4.2026", nil), ("'%d.%m.%Y' zone UTC", "30.4.2026 ", nil),
      ("'%d.%m.%Y' zone UTC", "30.4.2026", "2026-04-30T00:00:00.000000Z"),
      ("'%F %T' zone Europe/Berlin", "2026-02-30 12:00:00", nil),
      ("'100%% %F %R%z'", "100% 2026-02-28 12:00+01", "2026-02-28T11:00:00.000000Z"),
    ] as [(String, String, String?)])
  func patterns(words: String, text: String, expected: String?) throws {
    let bench = try ImportBench()
    try bench.run(
      .bytes(Array("{\"t\":\"\(text)\"}\n".utf8), name: "feed"), ["t:timestamp accepts \(words)=t"])
    let rows = try bench.rows()
    #expect(rows == (expected.map { ["'\($0)'"] } ?? []))
  }

  @Test("are tried in their order, and counted by form")
  func severalForms() throws {
    let bench = try ImportBench()
    let text = """
      {"t":"20260131"}
      {"t":"2026-01-31 12:00:00 UTC"}
      {"t":"1767322800"}
      {"t":1767322800.5}
      {"t":"2026-01-31T12:00:00Z"}
      {"t":"yesterday"}

      """
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"),
      ["t:timestamp accepts utc zone UTC '%Y%m%d' epoch text=t"])
    #expect(
      try bench.rows() == [
        "'2026-01-31T00:00:00.000000Z'", "'2026-01-31T12:00:00.000000Z'",
        "'2026-01-02T03:00:00.000000Z'", "'2026-01-02T03:00:00.500000Z'",
        "'2026-01-31T12:00:00.000000Z'",
      ])
    #expect(
      summary.accepted == ["t": ["pattern": 1, "zone": 1, "utc": 1, "text": 1, "epoch": 2]])
    #expect(
      bench.rejects.first?.contains("it has none of the forms that the column accepts") == true)
  }

  @Test("may be days")
  func days() throws {
    let bench = try ImportBench()
    let text =
      "{\"t\":\"31.01.2026\"}\n{\"t\":\"2026-01-31\"}\n{\"t\":\"31.02.2026\"}\n{\"t\":\"1.1.1900\"}\n"
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"), ["t:date accepts '%d.%m.%Y'=t"])
    #expect(try bench.rows() == ["'2026-01-31'", "'2026-01-31'", "'1900-01-01'"])
    #expect(summary.accepted == ["t": ["pattern": 2]] && summary.rejects == 1)
  }

  @Test(
    "of a zone are the instants at which its clocks show them",
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns",
      "Asia/Kathmandu",
      "Africa/Casablanca", "Pacific/Apia", "UTC",
    ])
  func zoneOracle(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    var random = SeededGenerator(seed: 55)
    var instants: [Int] = []
    var text = ""
    for _ in 0..<2000 {
      // From 1972, when all offsets were whole seconds for ICU, too, to 2037.
      let instant = Int.random(in: 63_072_000..<2_145_916_800, using: &random)
      let shown = instant + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
      instants.append(instant)
      text += "{\"t\":\"\(time(shown).dropLast())\"}\n"
    }
    let bench = try ImportBench()
    let summary = try bench.run(
      .bytes(Array(text.utf8), name: "feed"), ["t:timestamp accepts zone \(name)=t"])
    #expect(summary.rows == 2000)
    let rows = try bench.rows()
    var overlaps: Int64 = 0
    for (instant, row) in zip(instants, rows) where row != "'\(time(instant))'" {
      // The clocks showed it twice, and this was the second time.
      overlaps += 1
      let early = [1800, 3600].contains { row == "'\(time(instant - $0))'" }
      #expect(early, "\(time(instant)) became \(row)")
    }
    #expect(overlaps <= summary.accepted["t"]?["overlap"] ?? 0)
  }

  private func time(_ seconds: Int) -> String {
    "\(ImportValue.timestamp(Int64(seconds) * 1_000_000))"
  }
}
