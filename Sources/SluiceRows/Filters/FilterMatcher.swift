import Sluice
import SluiceQueries

/// Decides which records pass a filter. One thread uses it at a time.
///
/// Runs the tests in order and looks up each value when it is tested, so nothing is looked up after the
/// test that decides. Allocates nothing for a record except what a regular expression takes: a `String`, and its threads.
///
/// Not a class, because its uses would be counted for each record.
///
/// Sound because its buffers are its own: they are filled once and freed with it.
@safe
package struct FilterMatcher: ~Copyable {
  private struct CompiledTest: BitwiseCopyable {
    let path: Int
    /// Whether the path may lead to several values.
    let isQuery: Bool
    /// Whether a string counts as the number or Boolean in it.
    let acceptsText: Bool
    let check: Check
    /// In `operands`, or in `patterns`.
    let first: Int
    let count: Int
    let ifHolds: Int
    let otherwise: Int
  }

  private enum Check {
    case exists, isTrue, equals, less, lessOrEqual, greater, greaterOrEqual, isOneOf, contains,
      startsWith, endsWith, matches
  }

  private let finder: PathFinder
  /// Allocated once, for the lifetime of the matcher.
  private let steps: UnsafeMutableBufferPointer<CompiledTest>
  private let first: Int
  private let operands: MatchOperands
  private let patterns: [LinearPattern]

  /// Without a filter, every record passes.
  init(_ filter: Filter?) {
    finder = PathFinder(filter?.paths ?? [])
    let program = filter.map { FilterProgram($0.expression) }
    first = program?.first ?? FilterProgram.accepted
    var operands: [FilterOperand] = []
    var patterns: [LinearPattern] = []
    var steps: [CompiledTest] = []
    for step in program?.steps ?? [] {
      let (check, own, pattern) = FilterMatcher.parts(of: step.test)
      var (first, count) = (operands.count, own.count)
      operands += own
      if let pattern {
        (first, count) = (patterns.count, pattern.count)
        patterns += pattern
      }
      steps.append(
        CompiledTest(
          path: step.path, isQuery: filter?.paths[step.path].query?.isSingular == false,
          acceptsText: step.acceptsText, check: check, first: first, count: count,
          ifHolds: step.ifHolds,
          otherwise: step.otherwise))
    }
    self.operands = MatchOperands(operands)
    self.patterns = patterns
    unsafe self.steps = .allocate(capacity: max(steps.count, 1))
    _ = unsafe self.steps.initialize(from: steps)
  }

  deinit { unsafe steps.deallocate() }

  private static func parts(
    of test: FilterTest
  ) -> (Check, [FilterOperand], [LinearPattern]?) {
    switch test {
    case .exists: (.exists, [], nil)
    case .isTrue: (.isTrue, [], nil)
    case .equals(let operand): (.equals, [operand], nil)
    case .isOrdered(.less, let operand): (.less, [operand], nil)
    case .isOrdered(.lessOrEqual, let operand): (.lessOrEqual, [operand], nil)
    case .isOrdered(.greater, let operand): (.greater, [operand], nil)
    case .isOrdered(.greaterOrEqual, let operand): (.greaterOrEqual, [operand], nil)
    case .isOneOf(let operands): (.isOneOf, operands, nil)
    case .contains(let operand): (.contains, [operand], nil)
    case .startsWith(let text): (.startsWith, [.string(text)], nil)
    case .endsWith(let text): (.endsWith, [.string(text)], nil)
    // The filter's parser has already accepted the pattern. An invalid one can't come here, and would match
    // nothing.
    case .matches(let text): (.matches, [], (try? LinearPattern(text, .filter)).map { [$0] } ?? [])
    }
  }

  /// Whether the record passes. Throws what is wrong with its JSON, as far as it is examined.
  package func matches(_ record: JSONPosition) throws(JSONError) -> Bool {
    var next = first
    while next >= 0 {
      let step = unsafe steps[next]
      next = try holds(step, in: record) ? step.ifHolds : step.otherwise
    }
    return next == FilterProgram.accepted
  }

  @inline(__always)
  private func holds(_ step: CompiledTest, in record: JSONPosition) throws(JSONError) -> Bool {
    if step.isQuery { return try holdsForAny(step, in: record) }
    guard let value = try finder.find(step.path, in: record) else { return false }
    return try holds(step, for: value)
  }

  /// Whether the test holds for one of the values that a JSONPath selects.
  @inline(never)
  private func holdsForAny(
    _ step: CompiledTest, in record: JSONPosition
  ) throws(JSONError) -> Bool {
    guard let query = finder.query(step.path) else { return false }
    var found = query.matches(in: JSONCursor(unchecked: record))
    while let value = try found.next()?.position {
      if try holds(step, for: value) { return true }
    }
    return false
  }

  @inline(__always)
  private func holds(_ step: CompiledTest, for value: JSONPosition) throws(JSONError) -> Bool {
    switch step.check {
    case .exists: return true
    case .isTrue: return value.isTrue ? true : try isInText(value, step)
    case .equals, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let order = try operands.order(of: value, step.first) else {
        return try isInText(value, step)
      }
      return FilterMatcher.holds(step.check, order)
    case .isOneOf:
      var isRead = false
      for operand in step.first..<step.first + step.count {
        let order = try operands.order(of: value, operand)
        if order == .equal { return true }
        if order != nil { isRead = true }
      }
      return isRead && !step.acceptsText ? false : try isInText(value, step)
    case .contains: return try contains(value, step.first)
    case .startsWith: return try unsafe text(value, step.first, MatchText.hasPrefix)
    case .endsWith: return try unsafe text(value, step.first, MatchText.hasSuffix)
    case .matches: return try isMatch(value, step)
    }
  }

  @inline(__always)
  private static func holds(_ check: Check, _ order: MatchOperands.Order) -> Bool {
    switch check {
    case .less: order == .less
    case .lessOrEqual: order != .greater
    case .greater: order == .greater
    case .greaterOrEqual: order != .less
    default: order == .equal
    }
  }

  /// Whether a test holds for the number or the Boolean in a string, if it accepts that. It does not for a value of
  /// another type.
  @inline(never)
  private func isInText(_ value: JSONPosition, _ step: CompiledTest) throws(JSONError) -> Bool {
    guard step.acceptsText, value.byte == UInt8(ascii: "\"") else { return try isOther(value) }
    let holds: Bool? = unsafe RawString(value).withUTF8 { text in
      if step.check == .isTrue { return unsafe text.elementsEqual("true".utf8) }
      for operand in step.first..<step.first + step.count {
        guard let order = unsafe operands.order(ofText: text, operand) else { continue }
        if FilterMatcher.holds(step.check, order) { return true }
      }
      return false
    }
    guard let holds else { throw JSONError(.invalidEscape, at: value.offset) }
    return holds
  }

  /// False: a test does not hold for a value of another type. Throws for text that is not JSON, which is no value.
  @inline(never)
  private func isOther(_ value: JSONPosition) throws(JSONError) -> Bool {
    if let fault = value.scalarFault { throw fault }
    return false
  }

  @inline(__always)
  private func text(
    _ value: JSONPosition, _ operand: Int,
    _ holds: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(JSONError) -> Bool {
    guard value.byte == UInt8(ascii: "\"") else { return try isOther(value) }
    return try unsafe operands.text(of: value, operand, holds)
  }

  private func contains(_ value: JSONPosition, _ operand: Int) throws(JSONError) -> Bool {
    guard value.byte == UInt8(ascii: "[") else {
      return try unsafe text(value, operand, MatchText.contains)
    }
    var last = value.token
    while let element = try value.nextElement(after: last) {
      let order = try operands.order(of: value.at(element), operand)
      if order == .equal { return true }
      if order == nil { _ = try isOther(value.at(element)) }
      last = element
    }
    return false
  }

  private func isMatch(_ value: JSONPosition, _ step: CompiledTest) throws(JSONError) -> Bool {
    guard value.byte == UInt8(ascii: "\""), step.count > 0 else { return try isOther(value) }
    guard var text = RawString(value).string else {
      throw JSONError(.invalidEscape, at: value.offset)
    }
    let pattern = patterns[step.first]
    return text.withUTF8 { unsafe pattern.matches($0, isWhole: false) }
  }
}
