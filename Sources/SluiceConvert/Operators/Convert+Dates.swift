public import Foundation
public import SluiceFoundation

// `<--` with a value and a date format on its right. Not with a cursor: a tuple can't hold one.
// `JSONMembers` gives a copy of the field there, and `cursor.materialize()` does. The value's type
// includes its being optional: so the tuple fits better than as a whole, which any value does.

/// Sets the variable to the value by a pattern of Unicode Technical Standard #35, such as `yyyy-MM-dd`; to nil for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, String)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: DateFormat(right.1))
  return left
}

/// Sets the variable to the value by a pattern of Unicode Technical Standard #35, such as `yyyy-MM-dd`;
/// keeps its value for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, String)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: DateFormat(right.1)) { left = value }
  return left
}

/// Sets the variable to the value by a formatter; to nil for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, DateFormatter)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: DateFormat(right.1))
  return left
}

/// Sets the variable to the value by a formatter;
/// keeps its value for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, DateFormatter)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: DateFormat(right.1)) { left = value }
  return left
}

/// Sets the variable to the value by one of JSON's usual forms, such as `.millisecondsSince1970`; to nil for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, JSONDateFormat)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: DateFormat(right.1))
  return left
}

/// Sets the variable to the value by one of JSON's usual forms, such as `.millisecondsSince1970`;
/// keeps its value for nil, and what fails.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, JSONDateFormat)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: DateFormat(right.1)) { left = value }
  return left
}
