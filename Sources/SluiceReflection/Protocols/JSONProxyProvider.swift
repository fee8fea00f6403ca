/// A value that is written as another one.
///
/// This comes before all other ways of writing, and applies to the proxy as well. So the proxy may
/// be a leaf, a dictionary, an array, an object, or have a proxy itself.
public protocol JSONProxyProvider {
  /// The value to write instead.
  var jsonProxy: Any { get }
}
