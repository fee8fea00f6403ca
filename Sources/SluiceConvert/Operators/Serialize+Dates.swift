public import Foundation
public import Sluice
public import SluiceFoundation

// `-->` with a date and its format on the left: the reverse of `date <-- (value, format)`.

/// Sets the member of an object to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, String), right: inout JSON?) -> JSON? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1) }
  return right
}

/// Sets the member of a dictionary to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, String), right: inout Any?) -> Any? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1).foundationValue() }
  return right
}

/// Sets the member of an object to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, DateFormatter), right: inout JSON?) -> JSON? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1) }
  return right
}

/// Sets the member of a dictionary to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, DateFormatter), right: inout Any?) -> Any? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1).foundationValue() }
  return right
}

/// Sets the member of an object to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, JSONDateFormat), right: inout JSON?) -> JSON? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1) }
  return right
}

/// Sets the member of a dictionary to the date in a format; removes it for nil and failures.
@discardableResult
public func --> (left: (Date?, JSONDateFormat), right: inout Any?) -> Any? {
  right = Conversion.DateFormat(left.1).written(left.0) { try $0.json($1).foundationValue() }
  return right
}

extension Conversion.DateFormat {
  fileprivate func written<R>(_ date: Date?, _ make: (Conversion.DateFormat, Date) throws -> R)
    -> R?
  {
    guard let date else { return nil }
    do {
      return try make(self, date)
    } catch {
      Conversion.report(error, of: date, to: R.self)
      return nil
    }
  }
}
