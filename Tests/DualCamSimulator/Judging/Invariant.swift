/// The rules that have to hold during every run and after it.
package enum Invariant: String, CaseIterable, Sendable {
    /// A session's phase only moves forward.
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
    // MARK: Decisions
    case retentionKeeps = "older sessions stay that no rule takes"
    case retentionActs = "older sessions go that a rule takes"
    case limitsEnd = "a disk that gets full, heat and an empty battery end a recording"
    case endsForCause = "nothing ends for a reason that is none"
    case firstReason = "an end keeps its first reason and its code"
    case gapLength = "a gap is told as long as it was"
    case wholeIsZero = "a run in which everything is whole ends with 0"
    case rightPart = "a file belongs to the part in which it was written"
    case excuseIsShort = "an excuse covers no more than its cause"
    case nobodyLeft = "nobody records when the supervisor has ended"
    case order = "actions are carried out in their order"
    case comesBack = "what is there again is recorded again"
    case isAsLong = "a recording is as long as was set"
    case numbersCount = "what a camera's numbers tell as missing is what was lost of it"
}

/// A violation of an invariant.
package struct Violation: Sendable, Equatable {
    package var invariant: Invariant
    /// The time of the violation, in nanoseconds of the world's time.
    package var time: Int64
    package var text: String
}
