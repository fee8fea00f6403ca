@_exported import Foundation
@_exported import Sluice
@_exported import SluiceConvert

// JSONHelper's names for what SluiceConvert calls otherwise.

/// JSONHelper's name for colours. In a file that imports SwiftUI too, the name means neither.
public typealias Color = RGBAColor

/// JSONHelper 1's name for the dictionaries that types are made of.
public typealias JSONDictionary = [String: Any]

/// Stands for JSONHelper's class of that name.
public enum JSONHelper {
  /// How dates are read and written where no format is given. It is `Conversion.dateFormatter`.
  public static var dateFormatter: DateFormatter {
    get {
      if let formatter = Conversion.dateFormatter { return formatter }
      let formatter = DateFormatter()
      Conversion.dateFormatter = formatter
      return formatter
    }
    set { Conversion.dateFormatter = newValue }
  }

  /// Nil for nil and for `NSNull`, else the value.
  public static func convertToNilIfNull<T>(_ value: T?) -> T? { value is NSNull ? nil : value }
}
