/// What an error refers to: its details, or a document that is kept and in which its location can be looked up.
///
/// Sendable because the two classes that inherit from it are immutable.
@usableFromInline
package class ErrorSource: @unchecked Sendable {
  package init() {}

  /// What is known about the error besides its code and offset.
  package var detail: JSONError.Detail? { nil }

  /// Whether this is, or refers to, a document that is kept.
  var isDocument: Bool { false }

  /// The location of an error at that offset, where the text is still there.
  package func location(at offset: Int) -> JSONError.Location? { nil }
}
