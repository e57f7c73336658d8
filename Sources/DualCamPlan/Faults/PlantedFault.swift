/// Faults that can be built into the deciding halves of the program, to prove that simulator and tests find their like; each has one place,
/// which asks `planted`.
package enum PlantedFault: String, CaseIterable, Sendable {
    // MARK: SessionMachine
    /// A second stop request replaces the reason of the first.
    case reasonOfSecondStop = "reason-of-second-stop"
    /// A request to end a recording that runs does nothing.
    case stopUnheard = "stop-unheard"
    /// A worker that goes on in a pause starts first, and pauses then.
    case pauseAfterStart = "pause-after-start"
    /// Nothing limits how long files may take to be finished.
    case finishUnlimited = "finish-unlimited"
    /// The graph is closed while files are still to be finished.
    case closedBeforeFiles = "closed-before-files"
    /// A session that another worker goes on with is finished.
    case handOverFinishes = "hand-over-finishes"
    // MARK: FailureLog
    /// A failure that nothing has made good fails nothing.
    case failureForgiven = "failure-forgiven"
    /// An end for heat, or for the battery, counts as a good one.
    case heatIsNoFailure = "heat-is-no-failure"
    // MARK: Shortfalls
    /// An output may end any time before the others.
    case shortfallUnseen = "shortfall-unseen"
    /// Outputs have to end with the same frame.
    case shortfallInvented = "shortfall-invented"
    // MARK: InputMonitor
    /// A camera that is lost again is not told of.
    case absenceToldOnce = "absence-told-once"
    /// A camera that is lost for the third time is not told of.
    case thirdAbsenceUntold = "third-absence-untold"
    // MARK: CameraWatch
    /// A camera that falls silent is never taken out.
    case stallUnseen = "stall-unseen"
    /// A camera that was refused twice is not looked for again.
    case cameraForgotten = "camera-forgotten"
    // MARK: OutputWatch
    /// An output that has failed is not taken out.
    case outputKept = "output-kept"
    /// An output that has failed is not tried again.
    case outputForgotten = "output-forgotten"
    // MARK: FileLog
    /// Files of an output that was taken out are waited for.
    case filesForgotten = "files-forgotten"
    /// A worker that goes on gives its files the numbers of those before.
    case numberTwice = "number-twice"
    /// The digest of a finished file is not written down.
    case digestUntold = "digest-untold"
    // MARK: SegmentSchedule
    /// A boundary that was announced before a pause is not moved.
    case boundaryOfPauseKept = "boundary-of-pause-kept"
    /// Files are split where the recording is about to end.
    case splitAtEnd = "split-at-end"
    // MARK: EndSchedule
    /// A pause counts for what is recorded.
    case durationHoldsPauses = "duration-holds-pauses"
    /// Every worker records the whole duration.
    case durationAnew = "duration-anew"
    // MARK: LossLog
    /// Frames that were dropped are not written down.
    case dropUntold = "drop-untold"
    /// Frames that were dropped are written down twice.
    case dropTwice = "drop-twice"
    // MARK: Throttling
    /// The ledger does not tell that frames are left out.
    case rateUntold = "rate-untold"
    /// The combined picture stays out when load or heat allow it again.
    case restoreUntold = "restore-untold"
    // MARK: LoadPolicy
    /// One moment of load is too much.
    case shedAtOnce = "shed-at-once"
    /// Shed load is restored at once.
    case restoreAtOnce = "restore-at-once"
    // MARK: ThermalPolicy
    /// One reading of heat is believed.
    case heatBelieved = "heat-believed"
    /// Heat never ends a recording.
    case shutdownUnseen = "shutdown-unseen"
    // MARK: PowerPolicy
    /// An empty battery never ends a recording.
    case emptyUnseen = "empty-unseen"
    /// A battery that is being charged counts as one that empties.
    case mainsUnseen = "mains-unseen"
    // MARK: StoragePolicy
    /// A disk that gets full does not end the recording.
    case fullUnseen = "full-unseen"
    /// Older sessions are deleted again and again when there is none.
    case nothingLeftForgotten = "nothing-left-forgotten"
    /// Older sessions are deleted while there is room.
    case roomOfOthers = "room-of-others"
    // MARK: StorageMonitor
    /// The free space becomes unknown after one failed reading.
    case spaceForgotten = "space-forgotten"
    // MARK: Retention
    /// Days count as hours.
    case retentionInHours = "retention-in-hours"
    /// Days count as weeks.
    case retentionInWeeks = "retention-in-weeks"
    /// The newest sessions go first.
    case newestFirst = "newest-first"
    /// One session more goes than is beyond the size.
    case oneTooMany = "one-too-many"
    // MARK: SessionJournal
    /// A line that was written and not synchronised is written again.
    case lineTwice = "line-twice"
    /// A line that the disk refuses is lost.
    case refusedLineLost = "refused-line-lost"
    /// A session is told to be whole before its folder is on the disk.
    case finishedUnanchored = "finished-unanchored"
    /// Lines of the ledger stay in the memory.
    case lineUnsynchronised = "line-unsynchronised"
    // MARK: SessionFolder
    /// The mark of an unfinished session goes before the records are written.
    case markFirst = "mark-first"
    // MARK: SessionRecovery
    /// A file that no line names belongs to the last part.
    case foundInLastPart = "found-in-last-part"
    /// A file that is found in the folder belongs to the last part.
    case unknownInLastPart = "unknown-in-last-part"
    /// A recovered file ends as if there had been no pause.
    case pauseUnknown = "pause-unknown"
    /// Recovered files get no digest of their own.
    case recoveredUndigested = "recovered-undigested"
    /// The mark of a recovered session stays.
    case recoveryForgetsMark = "recovery-forgets-mark"
    // MARK: SessionHistory
    /// A part that broke off keeps the end that was set for it.
    case endNotForgotten = "end-not-forgotten"
    /// An absent input counts as present in the next worker's part.
    case absenceEndsWithPart = "absence-ends-with-part"
    // MARK: Audit
    /// A minute before an output was taken out is excused.
    case excuseTooLong = "excuse-too-long"
    /// An absence excuses all that is missing behind it.
    case anyAbsenceExcuses = "any-absence-excuses"
    /// Frames missing at the end of every part count as lost in a crash.
    case crashExcuses = "crash-excuses"
    /// Frames missing between two files are not counted.
    case holeUnseen = "hole-unseen"
    /// The frames of a file are not compared with the ledger.
    case countUnseen = "count-unseen"
    /// A file may be another than the one that was recorded.
    case digestUnseen = "digest-unseen"
    // MARK: CutList
    /// In a pause that is not over recorded time goes on.
    case openCutIgnored = "open-cut-ignored"
    /// A time at a pause lies behind it, whatever is asked for.
    case sideIgnored = "side-ignored"
    // MARK: SupervisionState
    /// If two workers are lost in a row, the gap begins with the second loss.
    case gapShortened = "gap-shortened"
    /// A gap begins when the loss is noticed.
    case gapFromDeath = "gap-from-death"
    /// A gap is not told.
    case gapUntold = "gap-untold"
    /// A second request ends the supervisor alone.
    case workerLeft = "worker-left"
    /// A worker is started though the end was asked for.
    case startedInEnd = "started-in-end"
    /// A worker that is lost while it ends for heat has ended well.
    case heatSettled = "heat-settled"
    /// The files that a lost worker left are not finished.
    case leftUnfinished = "left-unfinished"
    // MARK: RestartPolicy
    /// Workers follow each other at once.
    case restartAtOnce = "restart-at-once"
    /// A worker that recorded and failed has no successor.
    case faultIsLastWord = "fault-is-last-word"
    // MARK: HangWatch
    /// A worker that stands still is never replaced.
    case hangUnseen = "hang-unseen"
    /// A worker of which no frame is due is replaced.
    case quietIsHung = "quiet-is-hung"
    // MARK: Relocation
    /// A folder that was deleted costs nothing.
    case lossForgiven = "loss-forgiven"
    /// There is no other place than the one that was lost.
    case fallbackUnused = "fallback-unused"
    // MARK: RecordingDeadline
    /// The supervisor counts pauses for what is recorded.
    case pauseEndsDeadline = "pause-ends-deadline"
    /// The time of day never comes while nothing is recorded.
    case untilUnseen = "until-unseen"

    /// The type that decides what it spoils.
    package var decider: String {
        switch self {
        case .reasonOfSecondStop, .stopUnheard, .pauseAfterStart, .finishUnlimited, .closedBeforeFiles,
            .handOverFinishes:
            "SessionMachine"
        case .failureForgiven, .heatIsNoFailure: "FailureLog"
        case .shortfallUnseen, .shortfallInvented: "Shortfalls"
        case .absenceToldOnce, .thirdAbsenceUntold: "InputMonitor"
        case .stallUnseen, .cameraForgotten: "CameraWatch"
        case .outputKept, .outputForgotten: "OutputWatch"
        case .filesForgotten, .numberTwice, .digestUntold: "FileLog"
        case .boundaryOfPauseKept, .splitAtEnd: "SegmentSchedule"
        case .durationHoldsPauses, .durationAnew: "EndSchedule"
        case .dropUntold, .dropTwice: "LossLog"
        case .rateUntold, .restoreUntold: "Throttling"
        case .shedAtOnce, .restoreAtOnce: "LoadPolicy"
        case .heatBelieved, .shutdownUnseen: "ThermalPolicy"
        case .emptyUnseen, .mainsUnseen: "PowerPolicy"
        case .fullUnseen, .nothingLeftForgotten, .roomOfOthers: "StoragePolicy"
        case .spaceForgotten: "StorageMonitor"
        case .retentionInHours, .retentionInWeeks, .newestFirst, .oneTooMany: "Retention"
        case .lineTwice, .refusedLineLost, .finishedUnanchored, .lineUnsynchronised: "SessionJournal"
        case .markFirst: "SessionFolder"
        case .foundInLastPart, .unknownInLastPart, .pauseUnknown, .recoveredUndigested, .recoveryForgetsMark:
            "SessionRecovery"
        case .endNotForgotten, .absenceEndsWithPart: "SessionHistory"
        case .excuseTooLong, .anyAbsenceExcuses, .crashExcuses, .holeUnseen, .countUnseen, .digestUnseen: "Audit"
        case .openCutIgnored, .sideIgnored: "CutList"
        case .gapShortened, .gapFromDeath, .gapUntold, .workerLeft, .startedInEnd, .heatSettled, .leftUnfinished:
            "SupervisionState"
        case .restartAtOnce, .faultIsLastWord: "RestartPolicy"
        case .hangUnseen, .quietIsHung: "HangWatch"
        case .lossForgiven, .fallbackUnused: "Relocation"
        case .pauseEndsDeadline, .untilUnseen: "RecordingDeadline"
        }
    }
}
