public import Foundation
public import SluiceFoundation

// `<--` with a value and a date format on the right. Not for cursors, which tuples can't hold;
// `JSONMembers` gives a copy of the field there, as does `cursor.materialize()`. The generic type
// includes optionals. So these overloads fit the tuple better than one that takes the tuple as any
// value.

/// Sets the variable to the value in a pattern of Unicode Technical Standard #35, such as
/// `yyyy-MM-dd`; to nil for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, String)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1))
  return left
}

/// Sets the variable to the value in a pattern of Unicode Technical Standard #35, such as
/// `yyyy-MM-dd`; keeps its value for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, String)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1)) {
    left = value
  }
  return left
}

/// Sets the variable to the value by a formatter; to nil for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, DateFormatter)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1))
  return left
}

/// Sets the variable to the value by a formatter; keeps its value for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, DateFormatter)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1)) {
    left = value
  }
  return left
}

/// Sets the variable to the value in one of JSON's usual formats, such as `.millisecondsSince1970`;
/// to nil for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C?, right: (V, JSONDateFormat)) -> C? {
  left = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1))
  return left
}

/// Sets the variable to the value in one of JSON's usual formats, such as `.millisecondsSince1970`;
/// keeps its value for nil and failures.
@discardableResult
public func <-- <C: DateConvertible, V>(left: inout C, right: (V, JSONDateFormat)) -> C {
  if let value = Conversion.value(C.self, of: right.0, by: Conversion.DateFormat(right.1)) {
    left = value
  }
  return left
}
