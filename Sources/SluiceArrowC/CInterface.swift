import CSluiceArrow
import Sluice
import SluiceArrow
import SluiceFeed
import SluiceImport
import SluiceKafka
import SluiceRemote

// The functions of sluice.h, which documents them. A handle is a reference that its owner counts.
//
// Sound as far as callers keep to the header: a handle is one that a function here returned and that was
// not freed, a text ends with U+0000, and a pointer to store something at is valid or NULL.

/// What an event loop calls.
public typealias EventCall = @convention(c) (UnsafeMutableRawPointer?) -> Int32

typealias ErrorPlace = UnsafeMutablePointer<OpaquePointer?>

/// An error as a handle.
///
/// Sound because it owns its texts, which do not change.
@safe
private final class ErrorHandle: Sendable {
  let error: ScanError
  private nonisolated(unsafe) let codeText: UnsafeMutablePointer<CChar>
  private nonisolated(unsafe) let messageText: UnsafeMutablePointer<CChar>

  init(_ error: ScanError) {
    self.error = error
    unsafe codeText = cText(error.code)
    unsafe messageText = cText(error.message)
  }

  deinit {
    unsafe codeText.deallocate()
    unsafe messageText.deallocate()
  }

  var code: UnsafePointer<CChar> { unsafe UnsafePointer(codeText) }
  var message: UnsafePointer<CChar> { unsafe UnsafePointer(messageText) }
}

/// A copy for C. U+0000, which would end it, becomes a space.
private func cText(_ text: String) -> UnsafeMutablePointer<CChar> {
  let count = text.utf8.count
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
  unsafe copy.initialize(repeating: 0, count: count + 1)
  for (i, byte) in text.utf8.enumerated() {
    unsafe copy[i] = byte == 0 ? 0x20 : CChar(bitPattern: byte)
  }
  return unsafe copy
}

private func handle(_ object: AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

private func object<Object: AnyObject>(
  _ handle: OpaquePointer, as type: Object.Type
) -> Object {
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

private func free<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

private func report(_ error: ScanError, at place: ErrorPlace?) {
  unsafe place?.pointee = unsafe handle(ErrorHandle(error))
}

/// Calls the body, and reports its error. Nil after an error.
private func reporting<R>(at place: ErrorPlace?, _ body: () throws -> R) -> R? {
  unsafe place?.pointee = nil
  SourceKind.register(.remote)
  SourceKind.register(.kafka)
  do {
    return try body()
  } catch {
    unsafe report(ScanError(error), at: place)
    return nil
  }
}

/// A text that may be missing.
private func text(_ text: UnsafePointer<CChar>?) -> String? {
  unsafe text.map { unsafe String(cString: $0) }
}

private func required(_ argument: UnsafePointer<CChar>?) throws(ScanError) -> String {
  guard let text = unsafe text(argument) else {
    throw ScanError("bad-job", "the job is NULL", number: ScanError.invalidArgument)
  }
  return text
}

@_cdecl("sluice_abi_version")
public func sluiceABIVersion() -> Int32 { SLUICE_ABI_VERSION }

private nonisolated(unsafe) let versionText = unsafe UnsafePointer(cText(SluiceVersion.current))

@_cdecl("sluice_version")
public func sluiceVersion() -> UnsafePointer<CChar> { unsafe versionText }

@_cdecl("sluice_error_code")
public func sluiceErrorCode(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe error.map { unsafe object($0, as: ErrorHandle.self).code }
}

@_cdecl("sluice_error_message")
public func sluiceErrorMessage(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe error.map { unsafe object($0, as: ErrorHandle.self).message }
}

@_cdecl("sluice_error_free")
public func sluiceErrorFree(_ error: OpaquePointer?) { unsafe free(error, as: ErrorHandle.self) }

@_cdecl("sluice_text_free")
public func sluiceTextFree(_ text: UnsafeMutablePointer<CChar>?) { unsafe text?.deallocate() }

@_cdecl("sluice_scan_new")
public func sluiceScanNew(
  _ job: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  unsafe reporting(at: error) { unsafe handle(try Scan(parsing: required(job))) }
}

@_cdecl("sluice_scan_columns")
public func sluiceScanColumns(_ scan: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe scan.map { unsafe cText(object($0, as: Scan.self).columnsText) }
}

@_cdecl("sluice_scan_free")
public func sluiceScanFree(_ scan: OpaquePointer?) { unsafe free(scan, as: Scan.self) }

@_cdecl("sluice_scan_stream")
public func sluiceScanStream(
  _ scan: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ run: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  unsafe run?.pointee = nil
  return unsafe opening(out, error) {
    guard let scan = unsafe scan else { throw ScanError.badOptions("the scan is NULL") }
    let opened = try unsafe ScanRun(object(scan, as: Scan.self), ScanOptions(text(options)))
    unsafe run?.pointee = unsafe handle(opened)
    return opened
  }
}

@_cdecl("sluice_run_rejects")
public func sluiceRunRejects(
  _ run: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  unsafe opening(out, error) {
    guard let run = unsafe run else { throw ScanError.badOptions("the run is NULL") }
    let options = try unsafe ScanOptions(text(options), forRejects: true)
    return unsafe RejectBatches(object(run, as: ScanRun.self), options.columns)
  }
}

/// Opens a stream of batches; 0, or the number of the error.
private func opening(
  _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: ErrorPlace?,
  _ open: () throws -> any ColumnBatches
) -> Int32 {
  unsafe error?.pointee = nil
  do {
    guard let out = unsafe out else { throw ScanError.badOptions("the stream is NULL") }
    unsafe try open().export(to: out)
    return 0
  } catch let fault {
    let fault = ScanError(fault)
    unsafe report(fault, at: error)
    return fault.number
  }
}

@_cdecl("sluice_run_progress")
public func sluiceRunProgress(
  _ run: OpaquePointer?, _ out: UnsafeMutablePointer<SluiceProgress>?
) {
  guard let run = unsafe run, let out = unsafe out else { return }
  let opened = unsafe object(run, as: ScanRun.self)
  let figures = opened.figures
  let state: Int32 =
    switch figures.phase {
    case .waiting, .reading: 0
    case .finished: 1
    case .failed: 2
    case .stopped: 3
    }
  unsafe out.pointee = SluiceProgress(
    bytes: figures.feed?.counts.bytes ?? 0, total_bytes: opened.totalBytes(figures) ?? -1,
    records: figures.records, rows: figures.counts.rows, rejects: figures.rejects.count,
    state: state, reserved: 0)
}

@_cdecl("sluice_run_counts")
public func sluiceRunCounts(_ run: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe run.map { unsafe cText(object($0, as: ScanRun.self).countsText) }
}

@_cdecl("sluice_run_error")
public func sluiceRunError(_ run: OpaquePointer?) -> OpaquePointer? {
  guard let run = unsafe run else { return nil }
  return unsafe object(run, as: ScanRun.self).failure.map { unsafe handle(ErrorHandle($0)) }
}

/// Sound because what is called, and with what, is the caller's, who says that both may be used by any thread.
@_cdecl("sluice_run_notify")
public func sluiceRunNotify(
  _ run: OpaquePointer?,
  _ schedule: (@convention(c) (EventCall?, UnsafeMutableRawPointer?) -> Int32)?,
  _ call: EventCall?, _ data: UnsafeMutableRawPointer?
) {
  guard let run = unsafe run else { return }
  let opened = unsafe object(run, as: ScanRun.self)
  guard let schedule = unsafe schedule else { return opened.notify(nil) }
  nonisolated(unsafe) let data = unsafe data
  opened.notify { _ = unsafe schedule(call, data) }
}

@_cdecl("sluice_run_stop")
public func sluiceRunStop(_ run: OpaquePointer?) {
  if let run = unsafe run { unsafe object(run, as: ScanRun.self).stopReading() }
}

@_cdecl("sluice_run_free")
public func sluiceRunFree(_ run: OpaquePointer?) { unsafe free(run, as: ScanRun.self) }

@_cdecl("sluice_infer")
public func sluiceInfer(
  _ job: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe reporting(at: error) {
    unsafe cText(try ScanInference.job(required(job), options: text(options)))
  }
}

@_cdecl("sluice_split")
public func sluiceSplit(
  _ job: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe reporting(at: error) {
    unsafe cText(try ScanDivision.parts(required(job), options: text(options)))
  }
}
