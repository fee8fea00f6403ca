import Foundation
import Sluice
import SluiceReflection
import Testing

@Suite("Snippets: SluiceReflection, its pages")
struct ReflectionLandingSnippets {
  @Test("SluiceReflection")
  func landing() throws {
    let data = Data(#"{"title": "Blue", "seconds": "215", "artists": [{}, {"name": "M"}]}"#.utf8)
    struct Track: JSONCreatable {
      var title = ""
      var seconds: Int?
      var artists: [Artist] = []
    }
    struct Artist: JSONCreatable {
      var name = "unknown"
    }
    let track: Track = try JSONDeserializer().deserialize(data)
    let json = try JSONSerializer().serialize(track)
    #expect(track.seconds == 215 && track.artists.map(\.name) == ["unknown", "M"])
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"title":"Blue","seconds":215,"artists":[{"name":"unknown"},{"name":"M"}]}"#)

    var reader = JSONReader()
    let text = #"{"tracks": [{"title": "a"}, {"title": "b"}]}"#
    let tracks = try reader.withDocument(text) { root in
      try ArrayMapping(of: ReflectedMapping(Track.self)).value(from: root["tracks"])
    }
    #expect(tracks.map(\.title) == ["a", "b"])
  }

  @Test("WritingByReflection")
  func writing() throws {
    struct Celsius: JSONProxyProvider {
      var degrees = 20.5
      var jsonProxy: Any { ["celsius": degrees] }
    }
    struct Weather {
      var place = "Oslo"
      var now = Celsius()
      var later: Celsius?
      var warnings: [String] = []
    }
    let data = try JSONSerializer().serialize(Weather())
    // {"place":"Oslo","now":{"celsius":20.5}}
    let text = String(decoding: data, as: UTF8.self)
    #expect(text == #"{"place":"Oslo","now":{"celsius":20.5}}"#)
  }

  @Test("Prototypes")
  func prototypes() throws {
    let data = Data(#"{"name": 5, "age": null, "is_active": []}"#.utf8)
    struct Profile: JSONCreatable {
      var name = "nobody"
      var age: Int? = 30
      var isActive = true
      enum CodingKeys: String, CodingKey {
        case name, age
        case isActive = "is_active"
      }
    }
    let profile: Profile = try JSONDeserializer().deserialize(data)
    #expect(profile.name == "5" && profile.age == 30 && profile.isActive)
    let deserializer = JSONDeserializer()
    var mine = Profile()
    mine.name = "Ann"
    try deserializer.deserialize(Data(#"{"age": 7}"#.utf8), into: &mine)
    // still Ann, and 7
    #expect(mine.name == "Ann" && mine.age == 7)
  }

  @Test("DatesAndWarnings: warnings")
  func warnings() throws {
    struct Profile: JSONCreatable { var age: Int? }
    let data = Data(#"{"age": []}"#.utf8)
    final class Printer: JSONWarningObserver {
      var lines: [String] = []
      func observe(warning: JSONWarning) { lines.append(warning.description) }
    }
    let printer = Printer()
    let profile: Profile = try JSONDeserializer().deserialize(data, observer: printer)
    // $.age: can't convert Array<Any> to Int
    #expect(profile.age == nil)
    #expect(printer.lines == ["$.age: can't convert Array<Any> to Int"])
  }
}
