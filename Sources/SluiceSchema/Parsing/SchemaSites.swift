import Sluice
import SluiceSystem

/// The place in a program where a schema is declared.
struct SchemaSite: Hashable, Sendable {
  /// The literal's address, which is the same for the same place.
  let file: UInt
  let line: UInt
  let column: UInt

  init(file: StaticString, line: UInt, column: UInt) {
    self.file =
      unsafe file.hasPointerRepresentation
      ? UInt(bitPattern: file.utf8Start) : UInt(file.unicodeScalar.value)
    self.line = line
    self.column = column
  }
}

/// The schemas declared at one place: usually one.
final class SiteSchemas {
  // Not checked for exclusive access: no method calls foreign code while it uses one of these.

  let site: SchemaSite
  /// The plans; the last one used comes first.
  @exclusivity(unchecked) private(set) var plans: [EntityPlan] = []
  /// Unused outside of declarations: an object's schema is declared before its parts are read.
  @exclusivity(unchecked) var builder: SchemaBuilder?

  /// More than a handful at one place come from a loop over data, and are not worth keeping.
  private static let most = 8

  init(_ site: SchemaSite) { self.site = site }

  /// Returns the plan of a declaration that differs from the last one: a plan from before or from
  /// another reader, or a new one.
  func plan(_ properties: [EntityProperty]) -> EntityPlan {
    let place = unsafe plans.firstIndex { $0.isSame(as: properties) }
    let plan = place.map { unsafe plans.remove(at: $0) } ?? SchemaSites.shared(site, properties)
    unsafe plans.insert(plan, at: 0)
    if unsafe plans.count > SiteSchemas.most { unsafe plans.removeLast() }
    return plan
  }
}

/// The untyped schemas that a reader has met, by the place of their declaration. Belongs to the
/// reader, so one thread uses it at a time; the compiled plans are shared by all readers.
final class SchemaSites {
  // Not checked for exclusive access, as above.

  @exclusivity(unchecked) private var table: [SiteSchemas?] = Array(repeating: nil, count: 64)
  /// The schemas whose place in the table is taken by another one.
  @exclusivity(unchecked) private var others: [SchemaSite: SiteSchemas] = [:]

  static func of(_ context: UnsafeMutablePointer<DecodingContext>) -> SchemaSites {
    if let known = unsafe context[.schemaSites] { return known }
    let made = SchemaSites()
    unsafe context[.schemaSites] = made
    return made
  }

  func schemas(at site: SchemaSite) -> SiteSchemas {
    let hash = Int(truncatingIfNeeded: site.file &+ site.line &* 31 &+ site.column &* 7) & 63
    if let found = unsafe table[hash], found.site == site { return found }
    let found = unsafe others[site] ?? SiteSchemas(site)
    if let moved = unsafe table[hash] { unsafe others[moved.site] = moved }
    unsafe table[hash] = found
    return found
  }

  private static let compiled = LockedValue<[SchemaSite: [EntityPlan]]>([:])
  private static let sharedLimit = 8

  /// Returns a plan that another reader compiled, or a new one.
  static func shared(_ site: SchemaSite, _ properties: [EntityProperty]) -> EntityPlan {
    compiled.withLock { compiled in
      if let known = compiled[site]?.first(where: { $0.isSame(as: properties) }) { return known }
      let made = EntityPlan(properties)
      var plans = compiled[site] ?? []
      if plans.count == sharedLimit { plans.removeFirst() }
      plans.append(made)
      compiled[site] = plans
      return made
    }
  }
}

extension ContextSlot<SchemaSites> {
  fileprivate static let schemaSites = ContextSlot()
}
