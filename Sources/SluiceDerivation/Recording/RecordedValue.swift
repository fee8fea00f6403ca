import Sluice

/// What one value's `init(from:)` asked for so far.
final class RecordedValue {
  private enum Part {
    case shape(TypeShape)
    case nested(RecordedValue)

    var shape: TypeShape {
      switch self {
      case .shape(let shape): shape
      case .nested(let value): TypeShape(form: value.form, check: nil)
      }
    }
  }

  private struct RecordedField {
    let name: String
    let key: String
    var part: Part?
    var mayBeMissing = false
    var mayBeNull = false
  }

  private var fields: [RecordedField] = []
  private var places: [ByteName: Int] = [:]
  private var elements: [Part] = []
  private var single: TypeShape.Form?
  private var isObject = false
  private var isArray = false
  private var isNullable = false
  /// Whether the container's keys were asked for, or the end of its elements.
  private var asksForKeys = false
  private var asksForEnd = false
  /// Whether the type threw before it asked for everything.
  var isPartial = false

  func askForObject() { isObject = true }
  func askForArray() { isArray = true }
  func askForKeys() { asksForKeys = true }
  func askForEnd() { asksForEnd = true }
  func askForNull() { isNullable = true }

  /// Notes that the type asked whether the field is there.
  func askForPresence(_ name: String, _ key: String) { edit(name, key) { $0.mayBeMissing = true } }

  func askForNull(_ name: String, _ key: String) { edit(name, key) { $0.mayBeNull = true } }

  /// Notes a field's type. The first that a type asks for counts.
  func add(_ shape: TypeShape, _ name: String, _ key: String, isOptional: Bool = false) {
    edit(name, key) { field in
      if field.part == nil { field.part = .shape(shape) }
      if isOptional { (field.mayBeMissing, field.mayBeNull) = (true, true) }
    }
  }

  /// The value of a field that is a nested container, or what a superclass decodes.
  func nested(_ name: String, _ key: String) -> RecordedValue {
    var value = RecordedValue()
    edit(name, key) { field in
      if case .nested(let known)? = field.part { value = known }
      if field.part == nil { field.part = .nested(value) }
    }
    return value
  }

  func add(element shape: TypeShape) { elements.append(.shape(shape)) }

  func nestedElement() -> RecordedValue {
    let value = RecordedValue()
    elements.append(.nested(value))
    return value
  }

  func add(single shape: TypeShape) { if single == nil { single = shape.form } }

  private func edit(_ name: String, _ key: String, _ body: (inout RecordedField) -> Void) {
    let place = places[ByteName(name)] ?? fields.count
    if place == fields.count {
      fields.append(RecordedField(name: name, key: key))
      places[ByteName(name)] = place
    }
    body(&fields[place])
  }
}

extension RecordedValue {
  /// The form of the value. A type that asked for several kinds of values takes any that its own code takes.
  var form: TypeShape.Form {
    let kinds = (isObject ? 1 : 0) + (isArray ? 1 : 0) + (single == nil ? 0 : 1)
    guard kinds == 1 else { return .any }
    let form = single ?? (isObject ? object : array)
    return isNullable ? .optional(TypeShape(form: form, check: nil)) : form
  }

  private var object: TypeShape.Form {
    .object(
      TypeShape.ObjectShape(
        fields: fields.map { field in
          let shape = field.part?.shape ?? TypeShape(form: .any, check: nil)
          return TypeShape.FieldShape(
            name: field.name, key: field.key, mayBeMissing: field.mayBeMissing,
            mayBeNull: field.mayBeNull || field.mayBeMissing || shape.isNullable, shape: shape)
        },
        isOpen: asksForKeys || isPartial, recursive: nil))
  }

  private var array: TypeShape.Form {
    let shapes = elements.map(\.shape)
    if !asksForEnd, !isPartial { return .list(shapes) }
    return .array(shapes.first ?? TypeShape(form: .any, check: nil))
  }
}
