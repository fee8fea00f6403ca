import Sluice

extension SQLTarget {
  /// Throws when the name now belongs to another table.
  func checkNumber(in connection: PostgreSQLConnection) throws(ImportError) {
    let found = try connection.query("SELECT to_regclass($1)::oid::int8", name).integer(0, 0)
    guard found != number else { return }
    throw ImportError(
      .conflict,
      "the table \(name) in \(connection.name) was "
        + (found == nil ? "dropped or renamed" : "made anew")
        + " while rows were written into it: nothing of"
        + " this batch was stored. Run the job again")
  }
}
