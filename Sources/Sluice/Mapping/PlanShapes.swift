/// The shapes of the records that one plan reads, one after another, with the same reader: their values are located at
/// once, and nothing is searched. See ``FieldLocations``.
///
/// A context makes one when a plan has read as many records as `recordsBefore` in a row, as in a feed: it takes 600 KB.
/// Not where stage 1 gives no kinds of tokens, by which shapes are compared. One thread uses it at a time, as it does the
/// context.
@safe
final class PlanShapes {
  /// Whose records they are. Held: a new plan at its address would pass for it.
  private let plan: FieldPlan
  private let policy: DuplicateKeys
  private let places: FieldLocations
  private let locationCount: Int
  /// The locations of fields that are absent if they are null.
  private let refusingNull: [Int32]

  static let recordsBefore: UInt32 = 32

  init(of plan: FieldPlan, _ policy: DuplicateKeys) {
    self.plan = plan
    self.policy = policy
    let paths = plan.paths
    var locations: [Int] = []
    let table = FieldTable(
      paths, takingNull: Set(paths.indices), locations: &locations)
    places = FieldLocations(table)
    locationCount = table.locationCount
    refusingNull = Set(locations).subtracting(plan.locationsTakingNull).map { Int32($0) }
      .filter { $0 != 0 }
  }

  func isOf(_ other: FieldPlan) -> Bool { plan === other }

  /// Fills `locations` as a finished walk over the record does. Returns false if it must be walked over.
  @inline(__always)
  func locate(in record: JSONPosition, _ locations: UnsafeMutablePointer<UInt32>) -> Bool {
    guard unsafe record.context.pointee.mappedDuplicateKeys == policy,
      let found = unsafe places.find(in: record, policy)
    else { return false }
    // A walk leaves 0 for missing values.
    for place in 0..<locationCount {
      unsafe locations[place] = unsafe found[place] == .max ? 0 : found[place]
    }
    for place in refusingNull {
      let token = unsafe locations[Int(place)]
      if token != 0, record.at(token).isNull { unsafe locations[Int(place)] = .max }
    }
    return true
  }
}

extension DecodingContext {
  /// Sound because only `PlanShapes` are stored there, by this property.
  fileprivate var planShapes: Unmanaged<PlanShapes>? {
    get { unsafe shapes.map { unsafe .fromOpaque($0.toOpaque()) } }
    set { unsafe shapes = unsafe newValue.map { unsafe .fromOpaque($0.toOpaque()) } }
  }
}

extension FieldPlan {
  /// Locates the values of a record like earlier ones at once. Returns false if the record must be walked over.
  @inline(__always)
  func recall(_ record: JSONPosition, _ locations: UnsafeMutablePointer<UInt32>) -> Bool {
    let (context, index) = unsafe (record.context, record.index)
    // Plans inside others, and those of an array's elements, read parts of records.
    guard unsafe context.pointee.planDepth == 1, unsafe record.token == index.pointee.first,
      unsafe index.pointee.kinds != nil
    else { return false }
    guard let shapes = unsafe context.pointee.planShapes,
      unsafe shapes._withUnsafeGuaranteedRef({ $0.isOf(self) })
    else {
      unsafe countRead(in: context)
      return false
    }
    return unsafe shapes._withUnsafeGuaranteedRef { unsafe $0.locate(in: record, locations) }
  }

  /// Notes that this plan reads another record, and remembers shapes from now on if it has read enough in a row.
  private func countRead(in context: UnsafeMutablePointer<DecodingContext>) {
    let this = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    if unsafe context.pointee.lastPlan != this {
      unsafe context.pointee.lastPlan = unsafe this
      unsafe context.pointee.readsOfPlan = 0
    }
    unsafe context.pointee.readsOfPlan &+= 1
    guard unsafe context.pointee.readsOfPlan >= PlanShapes.recordsBefore else { return }
    unsafe context.pointee.readsOfPlan = 0
    unsafe context.pointee.forgetShapes()
    let shapes = unsafe PlanShapes(of: self, context.pointee.mappedDuplicateKeys)
    unsafe context.pointee.planShapes = unsafe .passRetained(shapes)
  }
}
