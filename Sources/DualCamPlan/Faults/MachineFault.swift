/// The planted faults of a session's reactions: its state machine, its monitors, and its answers to people.
package enum MachineFault: String, PlantedFault {
    // MARK: SessionMachine
    /// A second stop request replaces the reason of the first.
    case reasonOfSecondStop = "SessionMachine.reason-of-second-stop"
    /// A request to end a running recording is ignored.
    case stopUnheard = "SessionMachine.stop-unheard"
    /// A worker that resumes during a pause starts recording before it pauses.
    case pauseAfterStart = "SessionMachine.pause-after-start"
    /// Finishing files has no time limit.
    case finishUnlimited = "SessionMachine.finish-unlimited"
    /// The graph is closed before all files are finished.
    case closedBeforeFiles = "SessionMachine.closed-before-files"
    /// A session that another worker continues is marked as finished.
    case handOverFinishes = "SessionMachine.hand-over-finishes"
    // MARK: FailureLog
    /// A failure that was never repaired does not make the recording fail.
    case failureForgiven = "FailureLog.failure-forgiven"
    /// An end because of heat or of an empty battery counts as success.
    case heatIsNoFailure = "FailureLog.heat-is-no-failure"
    /// The loss of a disk is forgiven when the output records again.
    case diskLossForgiven = "FailureLog.disk-loss-forgiven"
    /// An end because of an empty battery counts as success.
    case batteryIsNoFailure = "FailureLog.battery-is-no-failure"
    // MARK: Shortfalls
    /// An output may end any time before the others.
    case shortfallUnseen = "Shortfalls.shortfall-unseen"
    /// Outputs must end with the same frame.
    case shortfallInvented = "Shortfalls.shortfall-invented"
    /// Outputs are compared with the one that ends first.
    case shortestCounts = "Shortfalls.shortest-counts"
    // MARK: InputMonitor
    /// A camera that is lost again is not reported.
    case absenceToldOnce = "InputMonitor.absence-told-once"
    /// A camera that is lost for the third time is not reported.
    case thirdAbsenceUntold = "InputMonitor.third-absence-untold"
    /// A camera that fails repeatedly is reported each time.
    case complaintRepeated = "InputMonitor.complaint-repeated"
    /// An absence may end before it began.
    case backBeforeLoss = "InputMonitor.back-before-loss"
    // MARK: FileLog
    /// Stopping waits for the files of an output that was removed.
    case filesForgotten = "FileLog.files-forgotten"
    /// A worker that resumes reuses the file numbers of earlier workers.
    case numberTwice = "FileLog.number-twice"
    /// The digest of a finished file is not written to the ledger.
    case digestUntold = "FileLog.digest-untold"
    // MARK: SegmentSchedule
    /// A segment boundary that was announced before a pause is not moved.
    case boundaryOfPauseKept = "SegmentSchedule.boundary-of-pause-kept"
    /// Files are split where the recording is about to end.
    case splitAtEnd = "SegmentSchedule.split-at-end"
    /// A remainder shorter than a second gets files of its own.
    case shortRestSplit = "SegmentSchedule.short-rest-split"
    /// Each segment boundary that passed while the process was stopped gets a file of its own afterwards.
    case pastBoundariesKept = "SegmentSchedule.past-boundaries-kept"
    // MARK: EndSchedule
    /// Pauses count as recorded time.
    case durationHoldsPauses = "EndSchedule.duration-holds-pauses"
    /// Every worker records the whole duration again.
    case durationAnew = "EndSchedule.duration-anew"
    /// The time of day follows a clock that was set.
    case untilIgnoresLeap = "EndSchedule.until-ignores-leap"
    // MARK: LossLog
    /// Dropped frames are not written to the ledger.
    case dropUntold = "LossLog.drop-untold"
    /// Dropped frames are written to the ledger twice.
    case dropTwice = "LossLog.drop-twice"
    /// Each round of a clip warns of its missing frames.
    case clipGapRepeated = "LossLog.clip-gap-repeated"
    // MARK: Throttling
    /// The ledger does not record that frames are left out.
    case rateUntold = "Throttling.rate-untold"
    /// The combined picture is not restored when load or heat allow it again.
    case restoreUntold = "Throttling.restore-untold"
    /// The frame share of the previous part is applied to this part.
    case shareOfPartBefore = "Throttling.share-of-part-before"
    // MARK: StorageMonitor
    /// The free space becomes unknown after one failed reading.
    case spaceForgotten = "StorageMonitor.space-forgotten"
    /// A recording begins on a full disk.
    case startWithoutRoom = "StorageMonitor.start-without-room"
    /// The write rate of the time before a pause applies during it, although nothing is written.
    case restIsPartOfRate = "StorageMonitor.rest-is-part-of-rate"
    /// A deletion for retention answers a request for free space.
    case anyDeletionCounts = "StorageMonitor.any-deletion-counts"
    // MARK: FileCompletion
    /// Stopping does not wait for chapters that are being written.
    case chaptersUnawaited = "FileCompletion.chapters-unawaited"
    /// A digest is computed each time that it is requested.
    case digestAskedTwice = "FileCompletion.digest-asked-twice"
    // MARK: FolderState
    /// A lost folder is reported at each check.
    case lossToldAgain = "FolderState.loss-told-again"
    /// The files of a folder that was moved keep their old paths.
    case movedFilesStay = "FolderState.moved-files-stay"
    /// Each ledger line that cannot be written causes a warning.
    case ledgerComplaintRepeated = "FolderState.ledger-complaint-repeated"
    // MARK: Lifecycle
    /// A session can return to an earlier phase.
    case phaseGoesBack = "Lifecycle.phase-goes-back"
    /// A third stop request hastens the end once more.
    case hastenedAgain = "Lifecycle.hastened-again"
    // MARK: StandbyState
    /// The settings of a take that did not begin apply to the next one.
    case settingsOutliveTake = "StandbyState.settings-outlive-take"
    /// A second folder is created while the first is being created.
    case folderMadeTwice = "StandbyState.folder-made-twice"
    /// An obstacle is reported again whenever its numbers change.
    case obstacleToldEachSecond = "StandbyState.obstacle-told-each-second"
    // MARK: MachineMonitor
    /// A sensor that cannot be read causes a warning every second.
    case sensorProblemRepeated = "MachineMonitor.sensor-problem-repeated"
    /// A recording begins although the first temperature is too high.
    case hotStart = "MachineMonitor.hot-start"
    // MARK: MainSwitching
    /// A camera that is away becomes the main one.
    case absentBecomesMain = "MainSwitching.absent-becomes-main"
    /// The switching interval does not restart when a person has chosen the main camera.
    case changeByHandIgnored = "MainSwitching.change-by-hand-ignored"
    /// A refused change of the main camera is reported at each interval.
    case refusalRepeated = "MainSwitching.refusal-repeated"
    // MARK: SessionClocks
    /// The drift at the end is not written to the ledger.
    case finalDriftForgotten = "SessionClocks.final-drift-forgotten"
    /// The gap for a time in which the process was stopped has no length.
    case freezeWithoutLength = "SessionClocks.freeze-without-length"
    /// File names follow a clock that was set.
    case nameFollowsLeap = "SessionClocks.name-follows-leap"
    // MARK: SignalMonitor
    /// A signal fault that has ended stays open in the records.
    case spellNeverEnds = "SignalMonitor.spell-never-ends"
    /// The newest peak replaces the highest peak of a second.
    case peakOfLast = "SignalMonitor.peak-of-last"
    /// Signal faults are reported while nothing is recorded.
    case toldWhileStanding = "SignalMonitor.told-while-standing"
    // MARK: StatusReporter
    /// A late status delays all later ones.
    case statusDrifts = "StatusReporter.status-drifts"
    /// Levels are listed in the order in which microphones were heard.
    case levelsAsHeard = "StatusReporter.levels-as-heard"
    // MARK: TakeState
    /// A mark set in a pause is placed behind the pause.
    case markInPauseMoves = "TakeState.mark-in-pause-moves"
    /// The recorded time continues after the end.
    case recordedBeyondEnd = "TakeState.recorded-beyond-end"
    // MARK: Countdown
    /// A second of the self-timer is reported each time that the timer is read.
    case secondToldTwice = "Countdown.second-told-twice"
    /// The self-timer reports elapsed seconds, rounded down.
    case secondsRoundedDown = "Countdown.seconds-rounded-down"
    // MARK: TakeLoop
    /// A take that a person has ended is the last one.
    case stoppedTakeIsLast = "TakeLoop.stopped-take-is-last"
    /// The second of two changes of the pipeline file forgets that devices must be opened again.
    case rebuildForgotten = "TakeLoop.rebuild-forgotten"
    /// Settings made in one take do not apply to the next.
    case settingsForgotten = "TakeLoop.settings-forgotten"
    // MARK: AwaitedAnswers
    /// Two commands get the same number.
    case commandNumberTwice = "AwaitedAnswers.command-number-twice"
    /// Only one of several requests for the state is answered.
    case readerForgotten = "AwaitedAnswers.reader-forgotten"
    // MARK: MainRequest
    /// The camera that becomes the main one also stays in the inset.
    case insetStays = "MainRequest.inset-stays"
    /// A cut with a duration is made at once, without a refusal.
    case cutTakesLength = "MainRequest.cut-takes-length"
    // MARK: ZoomRequest
    /// A preset and a factor are accepted together.
    case presetAndFactor = "ZoomRequest.preset-and-factor"
    /// A preset zooms into the middle.
    case presetWithoutCentre = "ZoomRequest.preset-without-centre"
    // MARK: BitrateRequest
    /// A bitrate that the encoder cannot be set to is accepted.
    case bitrateBeyondEncoder = "BitrateRequest.bitrate-beyond-encoder"
    /// A bitrate is accepted for an output that the session does not have.
    case bitrateOfStranger = "BitrateRequest.bitrate-of-stranger"
    // MARK: MuteRequest
    /// A command without a name means the first of several microphones.
    case firstOfSeveral = "MuteRequest.first-of-several"
    /// A change of the gain ends the muting.
    case gainUnmutes = "MuteRequest.gain-unmutes"
    // MARK: PresetRequest
    /// A preset is set on cameras that are away.
    case absentCameraSet = "PresetRequest.absent-camera-set"
    /// A button press is stored as a setting.
    case buttonKept = "PresetRequest.button-kept"

    /// A file that may not become larger ends with the exit code of an internal fault.
    case tooLargeIsFault = "ExitCode.too-large-is-fault"
    /// A device that another program uses ends with the exit code of an internal fault.
    case busyIsFault = "ExitCode.busy-is-fault"
}
