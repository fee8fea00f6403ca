// A reader can't be copied: two would own the same memory.
import Sluice

func run() throws {
  var reader = JSONReader()
  #if BAD
    var other = reader
    try reader.withDocument("[1]") { root in _ = root }
  #else
    var other = JSONReader()
    try reader.withDocument("[1]") { root in _ = root }
  #endif
  try other.withDocument("[1]") { root in _ = root }
}
