// SGYSwiftJSON's README: subclasses of `JSONCreatableObject` are nonisolated like it, and need no `nonisolated`.
import Foundation
import Sluice
import SluiceReflection

struct Artist: JSONCreatable {
  var name = "unknown"
}

struct Track: JSONCreatable {
  var title = ""
  var seconds: Int?
  var artists: [Artist] = []
}

class Animal: JSONCreatableObject {
  @Mapped var name: String?
  @Mapped var legs = 4
}

final class Dog: Animal {
  @Mapped var owner: String?
}

final class Printer: JSONWarningObserver {
  var lines: [String] = []
  func observe(warning: JSONWarning) { lines.append(warning.description) }
}

struct Celsius: JSONProxyProvider {
  var degrees = 20.5
  var jsonProxy: Any { ["celsius": degrees] }
}

func load(_ data: Data) throws -> Track { try SGYJSONDeserializer().deserialize(data) }
func animal(_ data: Data) throws -> Dog { try SGYJSONDeserializer().deserialize(data) }
func save(_ track: Track) throws -> Data { try SGYJSONSerializer().serialize(track) }
