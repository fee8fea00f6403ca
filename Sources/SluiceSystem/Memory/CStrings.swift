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
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return try body(copies.map { UnsafePointer($0) })
  }
}
