import Foundation
import Sluice

/// What a decoder was set to when a decode began. One reference, because each decode takes it from its decoder.
final class DecoderOptions: Sendable {
  struct Values: Sendable {
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
    var allowsTrailingCommas = false
    var reading = JSONOptions(checking: .full)

    /// Whether the text may be changed before it is read.
    var changesText: Bool { assumesTopLevelDictionary || allowsTrailingCommas }
  }

  let values: Values
  /// Whether keys are taken from the document unchanged.
  let usesDefaultKeys: Bool

  init(_ values: Values) {
    self.values = values
    usesDefaultKeys = if case .useDefaultKeys = values.keys { true } else { false }
  }

  /// Those of a new decoder.
  static let initial = DecoderOptions(Values())

  var dates: JSONDecoder.DateDecodingStrategy { values.dates }
  var data: JSONDecoder.DataDecodingStrategy { values.data }
  var floats: JSONDecoder.NonConformingFloatDecodingStrategy { values.floats }
  var keys: JSONDecoder.KeyDecodingStrategy { values.keys }
  var userInfo: [CodingUserInfoKey: any Sendable] { values.userInfo }
  var reading: JSONOptions { values.reading }
}
