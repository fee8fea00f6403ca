import CCurl
import SluiceFeed
import SluiceSystem

/// The library that objects are received with.
package enum RemoteLibraries {
  /// Loads it.
  package static var all: [LibraryStatus] {
    // The libraries that it uses follow after a space.
    let text = unsafe ccu_version().map { unsafe String(cString: $0) }
    return [
      LibraryStatus(
        loaded: "libcurl", for: "feeds from servers and buckets, and ClickHouse",
        version: text?.split(separator: " ").first?.split(separator: "/").last.map(String.init),
        reason: unsafe ccu_load().map { unsafe String(cString: $0) }, debian: "libcurl4",
        homebrew: "curl")
    ]
  }
}
