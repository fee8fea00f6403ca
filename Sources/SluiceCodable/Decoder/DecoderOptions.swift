import Foundation
import Sluice

/// What a decoder was set to when a decode began.
struct DecoderOptions: Sendable {
  var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
  var data: JSONDecoder.DataDecodingStrategy = .base64
  var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false
  var reading = JSONOptions(checking: .full)

  /// Whether keys are taken from the document unchanged.
  var usesDefaultKeys: Bool {
    if case .useDefaultKeys = keys { true } else { false }
  }
}
