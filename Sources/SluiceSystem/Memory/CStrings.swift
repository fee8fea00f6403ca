#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Passes texts to C.
package enum CStrings {
  /// Passes `body` the texts as C strings, which live until it returns; nil stays nil.
  package static func with<R>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) throws -> R
  ) rethrows -> R {
    let copies = unsafe texts.map { unsafe $0.flatMap { unsafe strdup($0) } }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return try unsafe body(copies.map { unsafe UnsafePointer($0) })
  }
}
