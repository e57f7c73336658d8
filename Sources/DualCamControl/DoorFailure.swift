internal import Glibc

/// Why a door cannot be opened: what, where, and what to do.
public struct DoorFailure: Error, Sendable, Equatable {
    /// One clause, without a full stop.
    public var message: String
    /// What to do, one full sentence.
    public var advice: String

    init(_ message: String, advice: String) { (self.message, self.advice) = (message, advice) }

    /// `errno` of a call that failed.
    init(errno number: Int32, _ what: String, advice: String) {
        self.init("\(what): \(String(cString: strerror(number)))", advice: advice)
    }
}
