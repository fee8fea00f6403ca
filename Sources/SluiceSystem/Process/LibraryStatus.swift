/// A library of the system that Sluice uses: whether it is there, and how to get it.
package struct LibraryStatus: Sendable {
  /// Its name, such as `libzstd`.
  package let name: String
  /// What it is for.
  package let purpose: String
  /// What it reports about itself; nil: nothing, or it can't be loaded.
  package let version: String?
  /// Whether it is loaded only when something needs it. The program doesn't start without the others.
  package let isOptional: Bool
  /// Why it can't be loaded; nil: it can.
  package let reason: String?
  /// The packages that have it; nil: Debian has none.
  package let debianPackage: String?
  package let homebrewPackage: String

  /// A library that the program is linked with, and that was found when it started.
  package init(
    linked name: String, for purpose: String, version: String?, debian: String, homebrew: String
  ) {
    self.init(
      name: name, purpose: purpose, version: version, isOptional: false, reason: nil,
      debianPackage: debian, homebrewPackage: homebrew)
  }

  /// A library that is loaded on demand.
  package init(
    loaded name: String, for purpose: String, version: String?, reason: String?, debian: String?,
    homebrew: String
  ) {
    self.init(
      name: name, purpose: purpose, version: version, isOptional: true, reason: reason,
      debianPackage: debian, homebrewPackage: homebrew)
  }

  private init(
    name: String, purpose: String, version: String?, isOptional: Bool, reason: String?,
    debianPackage: String?, homebrewPackage: String
  ) {
    self.name = name
    self.purpose = purpose
    self.version = version
    self.isOptional = isOptional
    self.reason = reason
    self.debianPackage = debianPackage
    self.homebrewPackage = homebrewPackage
  }
}
