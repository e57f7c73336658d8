/// What has to hold in every run and after it.
package enum Invariant: String, CaseIterable, Sendable {
    /// A session's life only goes forward.
    case oneWay = "life goes one way"
    case nothingAfterEnd = "no action after the end"
    case filesAccounted = "every file that was opened is closed, listed or recoverable"
    case repeatable = "recovery can be interrupted at any call and repeated to the same end"
    case auditIsTrue = "what audit proves is what happened"
    case maxLoss = "a crash costs no more than max-loss"
    case nothingOutside = "nothing outside the session is changed"
    case exitIsTrue = "exit code 0 only when everything is whole"
    case endsInTime = "it ends within the promised time when told"
    case backsOff = "restarts back off"
    case retentionSpares = "retention never takes what it must not"
    case bounded = "memory of every record is bounded"
    case deadlinesFire = "an armed deadline fires, and an end has one"
    case answeredOnce = "a command is answered exactly once"
    case oneRecorder = "no two processes believe to record one session"
    case readable = "a session can be read again at any moment"
    case gapsTold = "what was not recorded between two workers is told"
    case spares = "a healthy worker is not replaced"
}

/// A breach of an invariant.
package struct Violation: Sendable, Equatable {
    package var invariant: Invariant
    /// Nanoseconds of the world's time.
    package var time: Int64
    package var text: String
}
