package import Sluice

/// The errors of sources that are not files.
package enum SourceFault {
  package static func error(_ name: String, _ reason: String) -> JSONError {
    JSONError(.io, at: 0, name: name, reason: reason)
  }

  package static func changed(_ name: String, _ how: String) -> JSONError {
    error(
      name,
      "it was changed while it was read: \(how). What was read of it belongs to another state; read it"
        + " again from its start")
  }

  package static func endsBefore(_ offset: Int64, _ name: String) -> JSONError {
    error(
      name,
      "it ends before byte \(offset), where reading should resume; was it replaced or cut?")
  }
}
