import Sluice

extension ReadSession {
  /// Enters a frame for an object that a decoder reads; call `leaveFrame` afterwards.
  func enterFrame(
    _ position: JSONPosition, _ info: PrototypeInfo, prototype: Any?
  ) -> ObjectFrame {
    serial += 1
    if openFrames == frames.count { frames.append(ObjectFrame()) }
    let frame = frames[openFrames]
    openFrames += 1
    frame.begin(position, info, prototype: prototype, serial: serial, step: steps.count)
    steps.append(.itself)
    return frame
  }

  func leaveFrame(_ frame: ObjectFrame) {
    frame.end()
    openFrames -= 1
    steps.removeLast(steps.count - frame.step)
  }

  /// Sets the field of a frame's object that is being read.
  func setStep(_ step: ReadStep, of frame: ObjectFrame) {
    if frame.step < steps.count { steps[frame.step] = step }
  }
}
