import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import Testing

@Suite("Dates")
struct DateTests {
  private let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd.MM.yyyy HH:mm"
    return formatter
  }()

  @Test("numbers are seconds since 1970, with or without a fraction; texts are ISO 8601")
  func plain() throws {
    #expect(
      try converted("1414172803", to: Date.self) == Date(timeIntervalSince1970: 1_414_172_803))
    #expect(try converted("1.5", to: Date.self) == Date(timeIntervalSince1970: 1.5))
    #expect(try converted("-1", to: Date.self) == Date(timeIntervalSince1970: -1))
    #expect(
      try converted(#""1970-01-01T00:00:07Z""#, to: Date.self) == Date(timeIntervalSince1970: 7))
    for json in ["true", #""tomorrow""#, #""7""#, "[]", "null"] {
      #expect(try converted(json, to: Date.self) == nil, "\(json)")
    }
  }

  @Test("a pattern, a formatter or a JSON format can follow the value")
  func formats() throws {
    try withMembers(#"{"a": "2014-10-24+00", "b": "24.10.2014 17:46", "c": 1500, "d": "2014"}"#) {
      dictionary in
      var date: Date?
      date <-- (dictionary["a"], "yyyy-MM-ddX")
      #expect(date == Date(timeIntervalSince1970: 1_414_108_800))
      date <-- (value: dictionary["a"], format: "yyyy-MM-ddX")
      #expect(date == Date(timeIntervalSince1970: 1_414_108_800))
      date <-- (dictionary["b"], formatter)
      #expect(date == Date(timeIntervalSince1970: 1_414_172_760))
      date <-- (dictionary["c"], .millisecondsSince1970)
      #expect(date == Date(timeIntervalSince1970: 1.5))
      var kept = Date(timeIntervalSince1970: 0)
      kept <-- (dictionary["e"], "yyyy")
      let log = failures { kept <-- (dictionary["d"], "yyyy-MM-dd") }
      #expect(kept == Date(timeIntervalSince1970: 0))
      #expect(log == ["Invalid value for supported type: expected Date, found string \"2014\""])
      _ = failures { date <-- (dictionary["d"], "yyyy-MM-dd") }
      #expect(date == nil)
    }
  }

  @Test("arrays and dictionaries of dates use one format for all, and drop other values")
  func collections() throws {
    let any: [String: Any] = [
      "list": ["2014-10-24+00", "never", "1970-01-01+00"], "map": ["7": "1970-01-02+00", "x": 1],
      "stamps": [1, 2.5, "1970-01-01T00:00:03Z"], "no": 7,
    ]
    var list: [Date] = []
    var map: [Int: Date]? = nil
    var stamps: [Date] = []
    let log = failures {
      list <-- (any["list"], "yyyy-MM-ddX")
      map <-- (any["map"], "yyyy-MM-ddX")
      stamps <-- any["stamps"]
    }
    #expect(list.map(\.timeIntervalSince1970) == [1_414_108_800, 0])
    #expect(map == [7: Date(timeIntervalSince1970: 86400)])
    #expect(stamps.map(\.timeIntervalSince1970) == [1, 2.5, 3])
    #expect(log.count == 2)
    _ = failures { list <-- (any["no"], "yyyy") }
    #expect(list.count == 2)
    try withMembers(#"{"list": ["1970-01-01+00", null]}"#) { dictionary in
      list <-- (dictionary["list"], "yyyy-MM-ddX")
    }
    #expect(list == [Date(timeIntervalSince1970: 0)])
  }

  @Test("a date and a format convert to a string")
  func text() {
    var text = ""
    text <-- (Date(timeIntervalSince1970: 1_414_172_760), formatter)
    #expect(text == "24.10.2014 17:46")
    text <-- Date(timeIntervalSince1970: 7)
    #expect(text == "1970-01-01T00:00:07Z")
    text <-- (Date(timeIntervalSince1970: 1.5), .millisecondsSince1970)
    #expect(text == "1500")
    let log = failures {
      text <-- (7, formatter)
      for seconds in [1e300, -1e300, .infinity, .nan] {
        text <-- (Date(timeIntervalSince1970: seconds), formatter)
        text <-- (Date(timeIntervalSince1970: seconds), "yyyy")
        text <-- Date(timeIntervalSince1970: seconds)
        Conversion.withDateFormatter(formatter) {
          text <-- Date(timeIntervalSince1970: seconds)
        }
      }
    }
    #expect(text == "1500" && log.count == 17)
  }

  @Test("a closure makes a date from its parameter")
  func closures() throws {
    var date: Date?
    try withMembers(#"{"days": "365"}"#) { dictionary in
      date <-- (
        dictionary["days"], { (days: Int) in Date(timeIntervalSince1970: Double(days) * 86400) }
      )
    }
    #expect(date == Date(timeIntervalSince1970: 365 * 86400))
    let log = failures {
      date <-- ("x", { (days: Int) in Date(timeIntervalSince1970: Double(days)) })
    }
    #expect(date == nil && log.count == 1)
  }
}

/// Settings of the process are tested in a separate one.
@Suite("The process's date formatter")
struct DateFormatterTests {
  @Test("dates are read and written with the formatter, and without one as ISO 8601")
  func process() async {
    await #expect(processExitsWith: .success) {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "'seen at' yyyy"
      Conversion.dateFormatter = formatter
      var (date, text): (Date?, String?)
      date <-- "seen at 1971"
      text <-- Date(timeIntervalSince1970: 0)
      #expect(date == Date(timeIntervalSince1970: 365 * 86400) && text == "seen at 1970")
      Conversion.dateFormatter = nil
      text <-- Date(timeIntervalSince1970: 0)
      #expect(text == "1970-01-01T00:00:00Z")
    }
  }

  @Test("a formatter for a part of the program overrides that of the process")
  func scoped() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "MM/yyyy"
    var (date, text): (Date?, String?)
    Conversion.withDateFormatter(formatter) {
      date <-- "02/1970"
      text <-- date
    }
    #expect(date == Date(timeIntervalSince1970: 31 * 86400) && text == "02/1970")
  }
}
