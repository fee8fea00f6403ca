#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Calls of the C library by names that methods don't hide.

func systemOpen(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
  unsafe open(path, flags, mode_t(truncatingIfNeeded: mode))
}

func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, room.baseAddress, room.count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

func systemRename(_ path: String, _ other: String) -> Int32 { unsafe rename(path, other) }

func systemLink(_ path: String, _ other: String) -> Int32 { unsafe link(path, other) }
