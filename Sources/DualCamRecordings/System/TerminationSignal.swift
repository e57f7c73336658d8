/// The signals that end a recording normally.
package enum TerminationSignal: Int32, Sendable, CaseIterable {
    /// SIGINT, such as from Ctrl-C.
    case interrupt = 2
    /// SIGTERM, such as from `kill` or systemd.
    case terminate = 15
    /// SIGHUP: the terminal was closed. dualcam keeps ignoring this signal if it was started with the signal ignored,
    /// as by `nohup`.
    case hangUp = 1
}
