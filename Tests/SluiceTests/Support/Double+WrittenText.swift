extension Double {
  /// The writer's text for a finite value: the standard library's description, without the point of a whole value. Only
  /// `-0.0` keeps it.
  var writtenText: String {
    description.hasSuffix(".0") && description != "-0.0"
      ? String(description.dropLast(2)) : description
  }
}
