import Foundation
import Sluice
import SluiceCodable

/// The types that a decoder reads without their `init(from:)`.
extension Recorder {
  /// The form of a type, and a value of it.
  func knownForm<T>(of type: T.Type, _ place: RecordingPlace) -> (TypeShape.Form, Any)? {
    switch type {
    case is Bool.Type: return (.bool, false)
    case is String.Type: return (.string, "")
    case is Double.Type: return (.number, 0.0)
    case is Float.Type: return (.number, Float(0))
    case is Decimal.Type: return (.decimal, Decimal(0))
    case is Date.Type: return (dateForm, Date(timeIntervalSince1970: 0))
    case is Data.Type: return (dataForm, Data())
    case is URL.Type: return URL(string: "https://example.com").map { (.url, $0) }
    case is UUID.Type: return (.uuid, UUID())
    case is JSON.Type: return (.any, JSON.null)
    case let type as any (FixedWidthInteger & Decodable).Type: return Recorder.integer(type)
    case let type as any RecordedCollection.Type: return type.recorded(self, place)
    default: return nil
    }
  }

  private static func integer<T: FixedWidthInteger>(_ type: T.Type) -> (TypeShape.Form, Any) {
    (.integer(bits: T.bitWidth, isSigned: T.isSigned), T.zero)
  }

  private var dateForm: TypeShape.Form {
    switch decoder.dateDecodingStrategy {
    case .deferredToDate: .date(.sinceReferenceDate)
    case .secondsSince1970: .date(.seconds)
    case .millisecondsSince1970: .date(.milliseconds)
    case .iso8601: .date(.iso8601)
    default: .any
    }
  }

  private var dataForm: TypeShape.Form {
    switch decoder.dataDecodingStrategy {
    case .base64: .data
    case .deferredToData:
      .array(TypeShape(form: .integer(bits: 8, isSigned: false), check: TypeCheckOf<UInt8>()))
    default: .any
    }
  }
}

/// Collections are recorded by the type of their elements, and are empty, or nil.
protocol RecordedCollection {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any)
}

extension Optional: RecordedCollection where Wrapped: Decodable {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any) {
    (.optional(recorder.shape(of: Wrapped.self, place)), Self.none as Any)
  }
}

extension Array: RecordedCollection where Element: Decodable {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any) {
    (.array(recorder.shape(of: Element.self, place.element(0))), Self())
  }
}

extension ContiguousArray: RecordedCollection where Element: Decodable {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any) {
    (.array(recorder.shape(of: Element.self, place.element(0))), Self())
  }
}

extension Set: RecordedCollection where Element: Decodable {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any) {
    (.array(recorder.shape(of: Element.self, place.element(0))), Self())
  }
}

/// With keys that are neither strings, integers nor coding keys, an array of keys and values.
extension Dictionary: RecordedCollection where Key: Decodable, Value: Decodable {
  static func recorded(_ recorder: Recorder, _ place: RecordingPlace) -> (TypeShape.Form, Any) {
    let hasKeys =
      Key.self == String.self || Key.self == Int.self
      || Key.self is any CodingKeyRepresentable.Type
    guard hasKeys else { return (.array(TypeShape(form: .any, check: nil)), Self()) }
    return (.dictionary(recorder.shape(of: Value.self, place.anyField())), Self())
  }
}
