import Sluice
import SluiceCodable

/// Runs the `init(from:)` of types against made-up values, or those of an example, and notes what they ask for.
final class Recorder {
  /// What a type asked for, and the value that it made.
  struct Recorded<Value> {
    var shape: TypeShape
    var value: Result<Value, DerivationError>
  }

  let decoder: SluiceDecoder
  /// The types that are being recorded, the outermost first.
  private var open: [ObjectIdentifier] = []
  /// The types that contain themselves.
  private var recursive: Set<ObjectIdentifier> = []
  private var known: [ObjectIdentifier: TypeShape] = [:]

  /// Generic types may contain others of their kind without end.
  private static var deepest: Int { 64 }

  init(_ decoder: SluiceDecoder) { self.decoder = decoder }

  /// The shape of a type of which no value is needed. Never throws: a type that throws is known as far as it asked.
  func shape<T: Decodable>(of type: T.Type, _ place: RecordingPlace) -> TypeShape {
    let id = ObjectIdentifier(type)
    if open.contains(id) {
      recursive.insert(id)
      return TypeShape(form: .recursive(id, name: "\(type)"), check: TypeCheckOf<T>())
    }
    if place.example == nil, let shape = known[id] { return shape }
    let shape = record(type, place).shape
    if place.example == nil { known[id] = shape }
    return shape
  }

  /// The shape of a type and a value of it.
  func record<T: Decodable>(_ type: T.Type, _ place: RecordingPlace) -> Recorded<T> {
    let check = TypeCheckOf<T>()
    if let (form, value) = knownForm(of: type, place) {
      return Recorded(shape: TypeShape(form: form, check: check), value: made(value, place))
    }
    let id = ObjectIdentifier(type)
    guard !open.contains(id), open.count < Recorder.deepest else {
      return Recorded(
        shape: TypeShape(form: .any, check: check), value: .failure(.endless(type, place)))
    }
    open.append(id)
    defer { open.removeLast() }
    let recorded = RecordedValue()
    let result: Result<T, DerivationError>
    do {
      result = .success(try type.init(from: RecordingDecoder(self, recorded, place)))
    } catch {
      if let value = instance(of: type, place) {
        result = .success(value)
      } else {
        recorded.isPartial = true
        result = .failure(error as? DerivationError ?? .refused(type, place, error))
      }
    }
    var form = recorded.form
    if let choices = choices(of: type, form) { form = choices }
    if recursive.contains(id), case .object(var object) = form {
      object.recursive = (id, "\(type)")
      form = .object(object)
    }
    return Recorded(shape: TypeShape(form: form, check: check), value: result)
  }

  /// The example's value, if there is one, or else the given one.
  private func made<T: Decodable>(
    _ value: Any, _ place: RecordingPlace
  ) -> Result<T, DerivationError> {
    if let example = place.example {
      do {
        return .success(try decoder.decode(T.self, from: example.description))
      } catch {
        return .failure(.refused(T.self, place, error))
      }
    }
    guard let value = value as? T else { return .failure(.endless(T.self, place)) }
    return .success(value)
  }
}

/// Values of types that refused made-up ones.
extension Recorder {
  /// A value of the example, the first case of an enumeration that lists its cases, or of one without payloads.
  private func instance<T: Decodable>(of type: T.Type, _ place: RecordingPlace) -> T? {
    if let example = place.example {
      return try? decoder.decode(T.self, from: example.description)
    }
    func first<C: CaseIterable>(_ type: C.Type) -> T? { C.allCases.first as? T }
    if let type = type as? any CaseIterable.Type { return first(type) }
    return firstCase(of: type)
  }

  /// The first case of an enumeration with raw values whose values take one byte.
  ///
  /// Sound because enumerations without payloads number their cases from 0, and a trivial type of one byte has a value whose
  /// bits are 0. The mirror then tells whether it is an enumeration. The value is only handed to the `init(from:)` that
  /// asked for it.
  private func firstCase<T>(of type: T.Type) -> T? {
    guard MemoryLayout<T>.size <= 1, _isPOD(type), type is any RawRepresentable.Type else {
      return nil
    }
    let value: T = unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      let start = unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
      if MemoryLayout<T>.size == 1 { unsafe start.storeBytes(of: 0, as: UInt8.self) }
      return unsafe start.load(as: T.self)
    }
    return Mirror(reflecting: value).displayStyle == .enum ? value : nil
  }

  /// The raw values of an enumeration that lists its cases.
  private func choices(of type: Any.Type, _ form: TypeShape.Form) -> TypeShape.Form? {
    func values<C: CaseIterable & RawRepresentable>(_ type: C.Type) -> [JSON]? {
      let values = C.allCases.map { value -> JSON? in
        switch value.rawValue {
        case let text as String: .string(text)
        case let number as any BinaryInteger: JSON(number)
        default: nil
        }
      }
      return values.contains(nil) || values.isEmpty ? nil : values.compactMap(\.self)
    }
    switch form {
    case .string, .integer:
      guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
      return values(type).map { .choice($0, form) }
    default: return nil
    }
  }
}
