public import Foundation

/// So that `localizedDescription` is the error's description.
///
/// `LocalizedError` has a `failureReason`, too, of an optional type. It would hide Elevate's wherever the context asks
/// for an optional, and be nil. So this is a `CustomNSError`.
extension ParserError: CustomNSError {
  public static var errorDomain: String { "SluiceSchema.ParserError" }

  /// 1 for text that is not JSON, 2 for JSON that is not what the schema asks for.
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
