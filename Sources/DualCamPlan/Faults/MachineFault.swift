/// The planted faults in the code that runs a session: in its state machine, its monitors, and its command handlers.
package enum MachineFault: String, PlantedFault {
    // MARK: SessionMachine
    /// Planted fault: a second stop request overwrites the reason given by the first one.
    case reasonOfSecondStop = "SessionMachine.reason-of-second-stop"
    /// Planted fault: a second stop request that arrives before the graph begins to stop has no lasting effect. Inputs
    /// that stall later are then not abandoned, and delay the end.
    case hasteLost = "SessionMachine.haste-lost"
    /// Planted fault: if a recording is stopped before its scheduled end, the scheduled end still counts as its end.
    case scheduledEndStays = "SessionMachine.scheduled-end-stays"
    /// Planted fault: a request to end a running recording is ignored.
    case stopUnheard = "SessionMachine.stop-unheard"
    /// Planted fault: a worker that resumes a paused session starts to record and only then pauses.
    case pauseAfterStart = "SessionMachine.pause-after-start"
    /// Planted fault: the files of a recording may take any length of time to finish, because the time limit is
    /// missing.
    case finishUnlimited = "SessionMachine.finish-unlimited"
    /// Planted fault: the graph is closed before all files are finished.
    case closedBeforeFiles = "SessionMachine.closed-before-files"
    /// Planted fault: a session is recorded as finished although another worker continues it.
    case handOverFinishes = "SessionMachine.hand-over-finishes"
    // MARK: FailureLog
    /// Planted fault: a recording counts as successful although a failure was never repaired.
    case failureForgiven = "FailureLog.failure-forgiven"
    /// Planted fault: a recording that ends because of heat or an empty battery counts as successful.
    case heatIsNoFailure = "FailureLog.heat-is-no-failure"
    /// Planted fault: a disk failure no longer counts as a failure once the output is recorded again.
    case diskLossForgiven = "FailureLog.disk-loss-forgiven"
    /// Planted fault: a recording that ends because of an empty battery counts as successful.
    case batteryIsNoFailure = "FailureLog.battery-is-no-failure"
    // MARK: Shortfalls
    /// Planted fault: an output that ends much earlier than the others is not reported as too short.
    case shortfallUnseen = "Shortfalls.shortfall-unseen"
    /// Planted fault: an output that ends only a few frames before the others is reported as too short.
    case shortfallInvented = "Shortfalls.shortfall-invented"
    /// Planted fault: to find outputs that are too short, each output is compared with the shortest one instead of the
    /// longest.
    case shortestCounts = "Shortfalls.shortest-counts"
    // MARK: InputMonitor
    /// Planted fault: the second loss of the same camera is not reported.
    case absenceToldOnce = "InputMonitor.absence-told-once"
    /// Planted fault: the third loss of the same camera is not reported.
    case thirdAbsenceUntold = "InputMonitor.third-absence-untold"
    /// Planted fault: a camera that fails repeatedly is reported after each failure, instead of once.
    case complaintRepeated = "InputMonitor.complaint-repeated"
    /// Planted fault: the recorded end of an input's absence may be earlier than its start.
    case backBeforeLoss = "InputMonitor.back-before-loss"
    // MARK: FileLog
    /// Planted fault: the end of a session still waits for the files of an output that was removed.
    case filesForgotten = "FileLog.files-forgotten"
    /// Planted fault: a worker that resumes a session reuses the file numbers of earlier workers.
    case numberTwice = "FileLog.number-twice"
    /// Planted fault: the ledger does not contain the digest of a finished file.
    case digestUntold = "FileLog.digest-untold"
    // MARK: SegmentSchedule
    /// Planted fault: a segment boundary that was scheduled before a pause is not delayed by the length of the pause.
    case boundaryOfPauseKept = "SegmentSchedule.boundary-of-pause-kept"
    /// Planted fault: new files are started although the recording is about to end.
    case splitAtEnd = "SegmentSchedule.split-at-end"
    /// Planted fault: a request to split the files starts new files although those for a segment boundary slightly
    /// later were already requested.
    case splitBeforeBoundary = "SegmentSchedule.split-before-boundary"
    /// Planted fault: if less than one second remains after the last segment boundary, that remainder is written to
    /// separate files.
    case shortRestSplit = "SegmentSchedule.short-rest-split"
    /// Planted fault: for each segment boundary that passed while the process was stopped, a separate file is written
    /// afterwards.
    case pastBoundariesKept = "SegmentSchedule.past-boundaries-kept"
    // MARK: EndSchedule
    /// Planted fault: the time spent in pauses counts towards `recording.duration`.
    case durationHoldsPauses = "EndSchedule.duration-holds-pauses"
    /// Planted fault: every new worker records for the full `recording.duration` again, instead of for the time that
    /// remains.
    case durationAgain = "EndSchedule.duration-again"
    /// Planted fault: after the system clock was set, the end at a time of day (`recording.until`) is computed from the
    /// start time that the old clock showed.
    case untilIgnoresLeap = "EndSchedule.until-ignores-leap"
    // MARK: LossLog
    /// Planted fault: dropped frames are not written to the ledger.
    case dropUntold = "LossLog.drop-untold"
    /// Planted fault: dropped frames are written to the ledger twice.
    case dropTwice = "LossLog.drop-twice"
    /// Planted fault: frames that are missing in a looped clip are reported again in each repetition.
    case clipGapRepeated = "LossLog.clip-gap-repeated"
    // MARK: Throttling
    /// Planted fault: a reduction of the frame rate is not written to the ledger.
    case rateUntold = "Throttling.rate-untold"
    /// Planted fault: the combined picture's frame rate stays reduced even after load and heat allow the full rate
    /// again.
    case restoreUntold = "Throttling.restore-untold"
    /// Planted fault: a frame rate that was reduced in the previous part of the session still counts as reduced in this
    /// part.
    case shareOfPartBefore = "Throttling.share-of-part-before"
    // MARK: StorageMonitor
    /// Planted fault: after one failed reading, the amount of free disk space counts as unknown.
    case spaceForgotten = "StorageMonitor.space-forgotten"
    /// Planted fault: a recording starts although the disk is full.
    case startWithoutRoom = "StorageMonitor.start-without-room"
    /// Planted fault: the write rate measured before a pause is still used during the pause, when nothing is written.
    case restIsPartOfRate = "StorageMonitor.rest-is-part-of-rate"
    /// Planted fault: the deletion of sessions by the retention rule counts as the answer to a request to free disk
    /// space.
    case anyDeletionCounts = "StorageMonitor.any-deletion-counts"
    // MARK: FileCompletion
    /// Planted fault: a session ends without waiting until the chapters are written into its files.
    case chaptersUnawaited = "FileCompletion.chapters-unawaited"
    /// Planted fault: a file's digest (its checksum) is computed again each time it is requested.
    case digestAskedTwice = "FileCompletion.digest-asked-twice"
    // MARK: FolderState
    /// Planted fault: the loss of a session's folder is reported again at each check.
    case lossToldAgain = "FolderState.loss-told-again"
    /// Planted fault: after a session's folder was moved, dualcam still uses the old paths of its files.
    case movedFilesStay = "FolderState.moved-files-stay"
    /// Planted fault: every ledger line that cannot be written causes a new warning.
    case ledgerComplaintRepeated = "FolderState.ledger-complaint-repeated"
    // MARK: Lifecycle
    /// Planted fault: a session can return to an earlier phase, such as from finishing to running.
    case phaseGoesBack = "Lifecycle.phase-goes-back"
    /// Planted fault: a third stop request hastens the end again, although the second one has already done so.
    case hastenedAgain = "Lifecycle.hastened-again"
    // MARK: StandbyState
    /// Planted fault: the settings of a take that failed to start apply to the next take.
    case settingsOutliveTake = "StandbyState.settings-outlive-take"
    /// Planted fault: a second folder is requested for a session while its first one is still being created.
    case folderMadeTwice = "StandbyState.folder-made-twice"
    /// Planted fault: the reason why no recording can start is reported again whenever a number in its text changes.
    case obstacleToldEachSecond = "StandbyState.obstacle-told-each-second"
    // MARK: MachineMonitor
    /// Planted fault: a sensor that cannot be read causes a warning every second, instead of one warning.
    case sensorProblemRepeated = "MachineMonitor.sensor-problem-repeated"
    /// Planted fault: a recording starts although the first temperature reading is too high.
    case hotStart = "MachineMonitor.hot-start"
    // MARK: MainSwitching
    /// Planted fault: a camera that is missing can become the main camera.
    case absentBecomesMain = "MainSwitching.absent-becomes-main"
    /// Planted fault: after a user has chosen the main camera, automatic switching does not wait for a full interval
    /// again.
    case changeByHandIgnored = "MainSwitching.change-by-hand-ignored"
    /// Planted fault: a failed automatic change of the main camera is reported again after every interval.
    case refusalRepeated = "MainSwitching.refusal-repeated"
    // MARK: SessionClocks
    /// Planted fault: the ledger does not contain the clock drift at the end of the session.
    case finalDriftForgotten = "SessionClocks.final-drift-forgotten"
    /// Planted fault: if the process was suspended for a time, the ledger entry about the resulting gap contains no
    /// length.
    case freezeWithoutLength = "SessionClocks.freeze-without-length"
    /// Planted fault: file names change with the system clock if the clock is set during the session.
    case nameFollowsLeap = "SessionClocks.name-follows-leap"
    // MARK: SignalMonitor
    /// Planted fault: a signal fault (such as a frozen picture) remains open in the records after it ended.
    case spellNeverEnds = "SignalMonitor.spell-never-ends"
    /// Planted fault: the last sound peak within a second is reported instead of the highest one.
    case peakOfLast = "SignalMonitor.peak-of-last"
    /// Planted fault: signal faults are reported while nothing is being recorded.
    case toldWhileStanding = "SignalMonitor.told-while-standing"
    // MARK: StatusReporter
    /// Planted fault: if one status report is late, all later reports are late as well.
    case statusDrifts = "StatusReporter.status-drifts"
    /// Planted fault: microphone levels are listed in the order in which the microphones first delivered sound, instead
    /// of a fixed order.
    case levelsAsHeard = "StatusReporter.levels-as-heard"
    // MARK: TakeState
    /// Planted fault: a mark that was set during a pause is moved to the end of the pause.
    case markInPauseMoves = "TakeState.mark-in-pause-moves"
    /// Planted fault: the recorded time continues to increase after the end of the recording.
    case recordedBeyondEnd = "TakeState.recorded-beyond-end"
    // MARK: Countdown
    /// Planted fault: the self-timer reports the same remaining second again each time it is read.
    case secondToldTwice = "Countdown.second-told-twice"
    /// Planted fault: the self-timer rounds the remaining seconds down instead of up.
    case secondsRoundedDown = "Countdown.seconds-rounded-down"
    // MARK: TakeLoop
    /// Planted fault: after a user has ended a take, no other take can follow.
    case stoppedTakeIsLast = "TakeLoop.stopped-take-is-last"
    /// Planted fault: if the pipeline file changes twice, devices that must be opened again because of the first change
    /// stay open.
    case rebuildForgotten = "TakeLoop.rebuild-forgotten"
    /// Planted fault: settings changed during one take, such as the layout, do not apply to the next take.
    case settingsForgotten = "TakeLoop.settings-forgotten"
    // MARK: AwaitedAnswers
    /// Planted fault: two commands that wait for answers have the same number.
    case commandNumberTwice = "AwaitedAnswers.command-number-twice"
    /// Planted fault: if several clients request the state at the same time, only one of them receives an answer.
    case readerForgotten = "AwaitedAnswers.reader-forgotten"
    // MARK: MainRequest
    /// Planted fault: if the camera in the inset becomes the main camera, it also stays in the inset.
    case insetStays = "MainRequest.inset-stays"
    /// Planted fault: a request to change the main camera by a cut that also gives a duration is accepted instead of
    /// refused.
    case cutTakesLength = "MainRequest.cut-takes-length"
    // MARK: ZoomRequest
    /// Planted fault: a zoom request that contains both a preset and a factor is accepted.
    case presetAndFactor = "ZoomRequest.preset-and-factor"
    /// Planted fault: a zoom preset uses the middle of the picture instead of the preset's centre.
    case presetWithoutCentre = "ZoomRequest.preset-without-centre"
    // MARK: BitrateRequest
    /// Planted fault: a bitrate above the encoder's maximum is accepted.
    case bitrateBeyondEncoder = "BitrateRequest.bitrate-beyond-encoder"
    /// Planted fault: a bitrate is accepted for an output that the session does not have.
    case bitrateOfStranger = "BitrateRequest.bitrate-of-stranger"
    // MARK: MuteRequest
    /// Planted fault: if there are several microphones, a mute command without a name applies to the first one, instead
    /// of being refused.
    case firstOfSeveral = "MuteRequest.first-of-several"
    /// Planted fault: changing the gain of a muted microphone unmutes it.
    case gainUnmutes = "MuteRequest.gain-unmutes"
    // MARK: PresetRequest
    /// Planted fault: a control preset is applied to missing cameras.
    case absentCameraSet = "PresetRequest.absent-camera-set"
    /// Planted fault: a button control, which only triggers an action, is stored as a setting.
    case buttonKept = "PresetRequest.button-kept"

    /// Planted fault: reaching the file size limit results in the exit code for an internal error.
    case tooLargeIsFault = "ExitCode.too-large-is-fault"
    /// Planted fault: a device in use by another program results in the exit code for an internal error.
    case busyIsFault = "ExitCode.busy-is-fault"
}
