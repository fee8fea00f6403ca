import CKafka
import Sluice
import SluiceFeed
import SluiceKafka
import SluiceSystem

/// Produces messages in transactions, under an id by which brokers know it.
///
/// Only the latest of several producers with one id can commit: brokers refuse the others (fencing). Making one ends
/// what an earlier one has left: a commit that was decided is carried out, and any other transaction is aborted.
///
/// Sound because it owns the handle, which one thread uses at a time, and messages are copied.
@safe
final class KafkaProducer {
  private let handle: OpaquePointer
  /// The target, for messages.
  private let name: String
  /// How long brokers may be silent, in seconds.
  private let patience: Double
  private let waits: SinkWaits
  private(set) var isInTransaction = false
  /// Whether the outcome of the transaction is open: it is no longer for this producer to decide.
  private var isCommitting = false

  /// How long one call waits, in milliseconds. It is repeated while it may succeed.
  private static let step: Int32 = 1000

  /// Throws `ImportError` when brokers don't answer, or refuse transactions.
  init(
    _ address: KafkaAddress, _ properties: KafkaProperties, _ waits: SinkWaits
  ) throws(ImportError) {
    self.waits = waits
    name = address.name
    patience = properties.patience
    unsafe handle = unsafe try ImportError.topic { () throws(JSONError) in
      unsafe try properties.open(address, [address.topic, KafkaProgressTopic.name]) {
        (texts, pairs, failed, fault) in
        guard let topic = unsafe texts[0], let progress = unsafe texts[1] else { return nil }
        return unsafe ckf_open_producer(topic, progress, pairs, pairs.count, &failed, &fault)
      }
    }
    try perform(CKF_INIT, "beginning transactions")
  }

  deinit { unsafe ckf_close_producer(handle) }

  // MARK: Transactions

  /// Repeats a step while it may succeed.
  private func perform(_ step: Int, _ what: String) throws(ImportError) {
    let start = MonotonicClock.seconds
    var fault = ckf_fault()
    while true {
      switch unsafe Int(ckf_transact(handle, Int32(step), KafkaProducer.step, &fault)) {
      case CKF_DONE: return
      case CKF_REPEAT where waits.isOver(from: start): throw SinkWaits.stopped(name)
      case CKF_REPEAT where MonotonicClock.seconds - start < patience: continue
      case CKF_REPEAT:
        throw ImportError(
          .lostConnection,
          "\(name): \(what) failed: no broker answers (\(fault.text)). Run the same command again: it continues after"
            + " what was committed")
      default: throw refusal(fault, what)
      }
    }
  }

  private func refusal(_ fault: ckf_fault, _ what: String) -> ImportError {
    var fault = fault
    _ = unsafe ckf_is_fatal(handle, &fault)
    guard ckf_is_fenced(fault.code) == 0 else {
      return ImportError(
        .conflict,
        "\(name): another process is running this job, and has taken its transactions over; or brokers ended one that"
          + " took longer than transaction.timeout.ms (\(fault.text)). Nothing more is stored here: the job continues"
          + " after what was committed")
    }
    return ImportError(
      .sink, "\(name): \(what) failed: \(fault.text)\(KafkaProducer.advice(fault.code))")
  }

  private static func advice(_ code: Int32) -> String {
    ckf_is_too_large(code) == 0
      ? ""
      : ". Brokers take smaller batches than this client sends: give their limit as message.max.bytes, and larger"
        + " messages are rejects"
  }

  func begin() throws(ImportError) {
    guard !isInTransaction else { return }
    try perform(CKF_BEGIN, "beginning a transaction")
    isInTransaction = true
  }

  /// Waits until all messages are stored, though not committed. Throws when one is not.
  func flush() throws(ImportError) {
    // Brokers either store a message in time (`message.timeout.ms`), or librdkafka reports that they didn't.
    let start = MonotonicClock.seconds
    while unsafe ckf_flush(handle, KafkaProducer.step) > 0 {
      try checkReports()
      if waits.isOver(from: start) { throw SinkWaits.stopped(name) }
    }
    try checkReports()
  }

  private func checkReports() throws(ImportError) {
    var fault = ckf_fault()
    let failures = unsafe ckf_failures(handle, &fault)
    guard failures > 0 else { return }
    throw refusal(fault, "storing \(failures == 1 ? "a message" : "\(failures) messages")")
  }

  /// Where a row of the transaction was stored; nil: it has none.
  var place: KafkaProgress.MessagePlace? {
    var (partition, offset): (Int32, Int64) = (0, 0)
    guard unsafe ckf_last(handle, &partition, &offset) != 0 else { return nil }
    return KafkaProgress.MessagePlace(partition: partition, offset: offset)
  }

  /// Commits the messages of the transaction, all or none.
  ///
  /// When it throws `lostConnection`, or when this process ends, brokers decide which of the two: the next producer of
  /// this id waits for it.
  func commit() throws(ImportError) {
    try flush()
    isCommitting = true
    do throws(ImportError) {
      try perform(CKF_COMMIT, "committing")
    } catch {
      isCommitting = error.kind == .lostConnection || error.kind == .stopped
      throw error
    }
    (isInTransaction, isCommitting) = (false, false)
  }

  /// Aborts an open transaction. Brokers do so anyway after a while.
  func abort() {
    guard isInTransaction, !isCommitting else { return }
    var fault = ckf_fault()
    _ = unsafe ckf_transact(handle, Int32(CKF_ABORT), KafkaProducer.step, &fault)
    isInTransaction = false
  }

  // MARK: Messages

  /// Sends a message: of a row, or of progress. It is copied. Without a value it is a tombstone.
  func send(
    isProgress: Bool = false, key: UnsafeRawBufferPointer?, value: UnsafeRawBufferPointer?
  ) throws(ImportError) {
    var start: Double?
    while true {
      let code = unsafe ckf_send(
        handle, isProgress ? 1 : 0, key?.baseAddress, key?.count ?? 0, value?.baseAddress,
        value?.count ?? 0)
      guard code != 0 else { return }
      guard ckf_is_queue_full(code) != 0 else {
        var fault = ckf_fault()
        _ = unsafe ckf_describe(code, &fault)
        throw refusal(fault, "sending a message")
      }
      // Makes room. Messages leave the queue stored, or as failures.
      let begin = start ?? MonotonicClock.seconds
      start = begin
      unsafe ckf_poll(handle, 100)
      try checkReports()
      if waits.isOver(from: begin) { throw SinkWaits.stopped(name) }
    }
  }

  /// Takes reports that have come.
  func poll() throws(ImportError) {
    unsafe ckf_poll(handle, 0)
    try checkReports()
  }
}
