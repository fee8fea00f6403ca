import Foundation

/// What an encoder was set to when an encoding began.
struct EncoderOptions: Sendable {
  var formatting: JSONEncoder.OutputFormatting = []
  var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
  var data: JSONEncoder.DataEncodingStrategy = .base64
  var floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Whether keys are written unchanged.
  var usesDefaultKeys: Bool {
    if case .useDefaultKeys = keys { true } else { false }
  }
}
