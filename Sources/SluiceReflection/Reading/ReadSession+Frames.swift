import Sluice

extension ReadSession {
  /// Enters a frame for an object that a decoder reads; call `leaveFrame` afterwards.
  func enterFrame(
    _ position: JSONPosition, _ info: any DecodedTypeInfo, prototype: Any?
  ) -> ObjectFrame {
    unsafe serial += 1
    if unsafe openFrames == frames.count { unsafe frames.append(ObjectFrame()) }
    let frame = unsafe frames[openFrames]
    unsafe openFrames += 1
    unsafe frame.begin(position, info, prototype: prototype, serial: serial, step: steps.count)
    unsafe steps.append(.itself)
    return frame
  }

  func leaveFrame(_ frame: ObjectFrame) {
    frame.end()
    unsafe openFrames -= 1
    unsafe steps.removeLast(steps.count - frame.step)
  }

  /// Sets the field of a frame's object that is being read.
  func setStep(_ step: ReadStep, of frame: ObjectFrame) {
    if unsafe frame.step < steps.count { unsafe steps[frame.step] = step }
  }
}
