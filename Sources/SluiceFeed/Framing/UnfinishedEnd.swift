/// The text that a feed leaves at its end because its writer may still continue it.
package struct UnfinishedEnd: Sendable, Hashable {
  /// The number of bytes of text after the feed's position.
  package var bytes: Int64
  /// Whether the array of records has not ended.
  package var isInArray = false
  /// Whether there was nothing but white space, where the value with the array should be.
  package var isBlank = false
}
