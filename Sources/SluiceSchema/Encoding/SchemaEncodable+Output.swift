public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SchemaEncodable {
  /// The value's JSON as UTF-8.
  public func jsonData(_ options: JSONWriter.Options = .compact) throws(JSONError) -> Data {
    try json.serializedData(options)
  }

  /// The value's JSON as UTF-8.
  public func jsonBytes(_ options: JSONWriter.Options = .compact) throws(JSONError) -> [UInt8] {
    try json.serialized(options)
  }
}
