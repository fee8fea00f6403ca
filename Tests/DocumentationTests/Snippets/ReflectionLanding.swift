import Foundation
import Sluice
import SluiceReflection
import Testing

@Suite("Snippets: SluiceReflection, its pages")
struct ReflectionLandingSnippets {
  @Test("SluiceReflection")
  func landing() throws {
    let data = Data(#"{"title": "Blue", "seconds": "215", "artists": [{}, {"name": "M"}]}"#.utf8)
    // example SluiceReflection.md: struct Track: JSONCreatable {
    #expect(track.seconds == 215 && track.artists.map(\.name) == ["unknown", "M"])
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"title":"Blue","seconds":215,"artists":[{"name":"unknown"},{"name":"M"}]}"#)

    var reader = JSONReader()
    let text = #"{"tracks": [{"title": "a"}, {"title": "b"}]}"#
    // example SluiceReflection.md: let tracks = try reader.withDocument(text) { root in
    #expect(tracks.map(\.title) == ["a", "b"])
  }

  @Test("WritingByReflection")
  func writing() throws {
    struct Celsius: JSONProxyProvider {
      var degrees = 20.5
      var jsonProxy: Any { ["celsius": degrees] }
    }
    // example WritingByReflection.md: struct Weather {
    let text = String(decoding: data, as: UTF8.self)
    #expect(text == #"{"place":"Oslo","now":{"celsius":20.5}}"#)
  }

  @Test("Prototypes")
  func prototypes() throws {
    let data = Data(#"{"name": 5, "age": null, "is_active": []}"#.utf8)
    // example Prototypes.md: struct Profile: JSONCreatable {
    #expect(profile.name == "5" && profile.age == 30 && profile.isActive)
    let deserializer = JSONDeserializer()
    // example Prototypes.md: var mine = Profile()
    #expect(mine.name == "Ann" && mine.age == 7)
  }

  @Test("DatesAndWarnings: warnings")
  func warnings() throws {
    struct Profile: JSONCreatable { var age: Int? }
    let data = Data(#"{"age": []}"#.utf8)
    // example DatesAndWarnings.md: final class Printer: JSONWarningObserver {
    #expect(profile.age == nil)
    #expect(printer.lines == ["$.age: can't convert Array<Any> to Int"])
  }
}
