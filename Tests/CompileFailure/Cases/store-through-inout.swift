// A function can't leave a cursor behind in a caller's variable.
import Sluice

#if BAD
  func keep(_ cursor: JSONCursor, in slot: inout JSONCursor) { slot = cursor }
#else
  func keep(_ cursor: JSONCursor, in slot: inout Int) throws { slot = try cursor.int }
#endif
