public import Foundation

/// Makes `localizedDescription` the error's description.
///
/// `LocalizedError` also has a `failureReason`, of an optional type and nil by default. It would
/// hide Elevate's where the context expects an optional. So this is a `CustomNSError`.
extension ParserError: CustomNSError {
  public static var errorDomain: String { "SluiceSchema.ParserError" }

  /// 1 for text that is not JSON, 2 for JSON that does not match the schema.
  public var errorCode: Int {
    switch self {
    case .deserialization: 1
    case .validation: 2
    }
  }

  /// The description and the reason, under Foundation's keys.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: failureReason]
  }
}
