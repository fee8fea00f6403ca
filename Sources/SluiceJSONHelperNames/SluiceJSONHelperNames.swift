@_exported import Foundation
@_exported import Sluice
@_exported import SluiceConvert

// JSONHelper's names for types that have other names in SluiceConvert.

/// JSONHelper's name for colours. In a file that also imports SwiftUI, the name is ambiguous.
public typealias Color = RGBAColor

/// JSONHelper 1's name for the dictionaries from which types are made.
public typealias JSONDictionary = [String: Any]

/// Replaces JSONHelper's class of the same name.
public enum JSONHelper {
  /// The formatter of dates without a format: `Conversion.dateFormatter`.
  public static var dateFormatter: DateFormatter {
    get {
      if let formatter = Conversion.dateFormatter { return formatter }
      let formatter = DateFormatter()
      Conversion.dateFormatter = formatter
      return formatter
    }
    set { Conversion.dateFormatter = newValue }
  }

  /// Returns nil for nil and for `NSNull`, otherwise the value.
  public static func convertToNilIfNull<T>(_ value: T?) -> T? { value is NSNull ? nil : value }
}
