/// A value in whose place another one is written.
///
/// It comes before everything else: the proxy goes through the same order of precedence, so that it
/// may be a leaf, a dictionary, an array, an object, or have a proxy itself.
public protocol JSONProxyProvider {
  /// What is written instead.
  var jsonProxy: Any { get }
}
