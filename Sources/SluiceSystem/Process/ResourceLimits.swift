#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system lets this process use.
package enum ResourceLimits {
  /// A limit: the one in force, and how far the process may raise it. Nil: there is none.
  package struct Limit: Sendable {
    package let current: UInt64?
    package let highest: UInt64?
  }

  /// The number of files and connections that may be open at a time.
  package static var openFiles: Limit? { limit(RLIMIT_NOFILE) }
  /// The size of a file that the process writes, in bytes.
  package static var fileSize: Limit? { limit(RLIMIT_FSIZE) }
  /// The addresses that the process may use, in bytes.
  package static var addressSpace: Limit? { limit(RLIMIT_AS) }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
    private static func number(of resource: Resource) -> __rlimit_resource_t {
      __rlimit_resource_t(resource.rawValue)
    }
  #else
    private typealias Resource = Int32
    private static func number(of resource: Resource) -> Int32 { resource }
  #endif

  private static func limit(_ resource: Resource) -> Limit? {
    var found = rlimit()
    guard unsafe getrlimit(number(of: resource), &found) == 0 else { return nil }
    // The largest number is RLIM_INFINITY, which Swift can't import.
    func bounded(_ value: rlim_t) -> UInt64? {
      #if canImport(Darwin)
        return value >= rlim_t(Int64.max) ? nil : UInt64(value)
      #else
        return value == rlim_t.max ? nil : UInt64(value)
      #endif
    }
    return Limit(current: bounded(found.rlim_cur), highest: bounded(found.rlim_max))
  }

  /// The machine's memory in bytes; nil where the system doesn't tell.
  package static var memory: UInt64? {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? UInt64(pages) &* UInt64(size) : nil
  }

  /// The memory that the process's control group may use, in bytes, as containers and services have it; nil:
  /// no limit.
  package static var memoryOfGroup: UInt64? {
    #if os(Linux)
      // The second version, in the group's own folder or, in a container, at the top; then the first.
      let group =
        text(at: "/proc/self/cgroup")?.split(separator: "\n")
        .first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) } ?? "/"
      for path in [
        "/sys/fs/cgroup\(group == "/" ? "" : group)/memory.max", "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
      ] {
        guard let text = text(at: path) else { continue }
        // The first version writes a number beyond all memory for "max".
        return UInt64(text).flatMap { number in number < UInt64(1) << 60 ? number : nil }
      }
    #endif
    return nil
  }

  /// The number of files and folders that a user may watch at a time, and how many processes may; nil where
  /// there is no inotify(7).
  package static var watches: (files: UInt64, instances: UInt64)? {
    guard let files = text(at: "/proc/sys/fs/inotify/max_user_watches").flatMap({ UInt64($0) }),
      let instances = text(at: "/proc/sys/fs/inotify/max_user_instances").flatMap({ UInt64($0) })
    else { return nil }
    return (files, instances)
  }

  /// The first line or lines of a small file of the system, without the last newline.
  private static func text(at path: String) -> String? {
    guard let file = try? FileDescriptor.open(reading: path, waitsForWriter: false) else {
      return nil
    }
    defer { file.close() }
    guard var bytes = try? file.bytes(at: 0, count: 4096) else { return nil }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FileSystem {
  /// The bytes that are free for this user where a path is.
  package static func freeSpace(at path: String) throws(SystemError) -> UInt64 {
    var found = statvfs()
    guard unsafe systemFileSystem(path, &found) == 0 else { throw .last(.inspect, path: path) }
    return UInt64(found.f_bavail) &* UInt64(found.f_frsize)
  }
}

/// `statvfs(3)`, by a name that the structure doesn't hide.
private func systemFileSystem(_ path: String, _ found: UnsafeMutablePointer<statvfs>) -> Int32 {
  unsafe statvfs(path, found)
}
