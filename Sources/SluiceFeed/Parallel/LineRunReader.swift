/// Takes the records of many lines at once.
package protocol LineRunReader: AnyObject {
  /// Reads the records of the next lines, and moves the run past them. Stops before a line that it does not
  /// take, which is then delivered by itself. Returns where each line ends, in the window.
  ///
  /// Sound as long as the run reader does not change the memory it returns before its next call.
  func read(_ run: inout LineRun, of piece: ChunkReading) -> UnsafeBufferPointer<UInt32>
}
