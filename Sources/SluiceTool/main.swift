import SluiceSystem

// Before anything is opened, because it would become a closed standard stream.
StandardStreams.secure()
// A reader that goes away, and a file that reaches its size limit, end the tool through the error of a
// write, not through a signal.
Signals.ignoreFailedWrites()
CurrentProcess.exit(Tool.run().rawValue)
