/// A contender that can't take part: it fails, so that the report names it with the reason.
final class MissingContender: Contender {
  let name: String
  private let reason: Unavailable

  init(name: String, because reason: String) {
    self.name = name
    self.reason = Unavailable(description: reason)
  }

  /// One whose library was missing when the C++ side was built.
  convenience init(name: String, package: String) {
    self.init(
      name: name,
      because: "its library was not there at the build (Debian: apt-get install \(package))")
  }

  func run(passes: Int) throws -> Tally { throw reason }
  func values() throws -> [UInt8] { throw reason }
}
