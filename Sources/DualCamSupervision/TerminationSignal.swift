/// The signals that end a recording in good order.
package enum TerminationSignal: Int32, Sendable, CaseIterable {
    /// SIGINT
    case interrupt = 2
    /// SIGTERM
    case terminate = 15
    /// SIGHUP: the terminal went away. Left alone where it is ignored already, as `nohup` has it.
    case hangUp = 1
}
