import CContenders

/// A way to do a workload's work.
///
/// A Swift contender conforms to ``WalkingContender``; the C++ ones come through ``CppContender``.
protocol Contender: AnyObject {
  /// Its name in the report and the targets, such as `sluice` or `simdjson.find_field`.
  var name: String { get }
  /// Does the work that many times and adds up the values it read.
  func run(passes: Int) throws -> Tally
  /// The same, with its cost in seconds.
  func timed(passes: Int) throws -> (seconds: Double, tally: Tally)
  /// Does the work once and writes out every value in full.
  func values() throws -> [UInt8]
}

extension Contender {
  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    let start = Clock.seconds()
    let tally = try run(passes: passes)
    return (Clock.seconds() - start, tally)
  }
}

/// A contender that is one walk over the documents and passes what it reads to a sink.
protocol WalkingContender: Contender {
  func walk(into sink: inout some Sink) throws
}

extension WalkingContender {
  @inline(__always)
  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes { try walk(into: &tally) }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    try walk(into: &text)
    return text.bytes
  }
}

/// Lets a contender that can't take part say why.
struct Unavailable: Error, CustomStringConvertible {
  let description: String
}
