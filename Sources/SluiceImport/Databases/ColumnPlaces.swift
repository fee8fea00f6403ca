import Sluice

/// Where columns stand, by their names: a table can have thousands, as can a job.
struct ColumnPlaces {
  private let places: [ByteName: Int]
  private let normal: (ByteName) -> ByteName

  /// `normal`: the form in which the database compares names.
  init(_ names: some Sequence<ByteName>, normal: @escaping (ByteName) -> ByteName = { $0 }) {
    self.normal = normal
    places = Dictionary(
      names.enumerated().map { (normal($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of the first column of this name.
  subscript(name: ByteName) -> Int? { places[normal(name)] }

  func contains(_ name: ByteName) -> Bool { self[name] != nil }
}
