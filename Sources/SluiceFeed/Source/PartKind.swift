/// What the next part of a source is.
enum PartKind: Sendable {
  /// The same source again: the next file at a followed path.
  case again
  /// One of several files, which positions name.
  case file
  /// A file of the same archive as the part before.
  case nextMember
}
