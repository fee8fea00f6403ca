import Sluice

extension SQLTarget {
  /// Throws when the name now belongs to another table.
  func checkIdentity(in connection: MariaDBConnection) throws(ImportError) {
    guard let identity else { return }
    let found = try MariaDBTableIdentity.read(of: name, in: connection)
    guard found != identity else { return }
    throw ImportError(
      .conflict,
      "the \(MariaDBTable.place(name, connection)) was dropped, renamed or made anew while rows were written into"
        + " it: nothing of this batch was stored. Run the job again")
  }
}
