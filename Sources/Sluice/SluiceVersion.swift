/// The version of this package.
public enum SluiceVersion {
  /// The version as the release is tagged: `major.minor.patch`, by the rules of semantic versioning.
  public static var current: String { "0.1.0" }
}
