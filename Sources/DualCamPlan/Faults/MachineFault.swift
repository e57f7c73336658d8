/// The planted faults in a session's reactions: its state machine, its monitors, and its answers to commands.
package enum MachineFault: String, PlantedFault {
    // MARK: SessionMachine
    /// Planted fault: a second stop request replaces the reason of the first.
    case reasonOfSecondStop = "SessionMachine.reason-of-second-stop"
    /// Planted fault: a request to end a running recording is ignored.
    case stopUnheard = "SessionMachine.stop-unheard"
    /// Planted fault: a worker that resumes during a pause starts recording before it pauses.
    case pauseAfterStart = "SessionMachine.pause-after-start"
    /// Planted fault: finishing files has no time limit.
    case finishUnlimited = "SessionMachine.finish-unlimited"
    /// Planted fault: the graph is closed before all files are finished.
    case closedBeforeFiles = "SessionMachine.closed-before-files"
    /// Planted fault: a session that another worker continues is recorded as finished.
    case handOverFinishes = "SessionMachine.hand-over-finishes"
    // MARK: FailureLog
    /// Planted fault: a failure that was never repaired does not make the recording fail in the end.
    case failureForgiven = "FailureLog.failure-forgiven"
    /// Planted fault: an end because of heat or of an empty battery counts as success.
    case heatIsNoFailure = "FailureLog.heat-is-no-failure"
    /// Planted fault: the loss of a disk is forgiven when the output records again.
    case diskLossForgiven = "FailureLog.disk-loss-forgiven"
    /// Planted fault: an end because of an empty battery counts as success.
    case batteryIsNoFailure = "FailureLog.battery-is-no-failure"
    // MARK: Shortfalls
    /// Planted fault: an output may end much earlier than the others without being reported.
    case shortfallUnseen = "Shortfalls.shortfall-unseen"
    /// Planted fault: an output that ends a few frames before the others is reported.
    case shortfallInvented = "Shortfalls.shortfall-invented"
    /// Planted fault: each output's end is compared with the output that ends first, instead of the longest one.
    case shortestCounts = "Shortfalls.shortest-counts"
    // MARK: InputMonitor
    /// Planted fault: the second loss of the same camera is not reported.
    case absenceToldOnce = "InputMonitor.absence-told-once"
    /// Planted fault: the third loss of the same camera is not reported.
    case thirdAbsenceUntold = "InputMonitor.third-absence-untold"
    /// Planted fault: a camera that fails repeatedly is reported each time.
    case complaintRepeated = "InputMonitor.complaint-repeated"
    /// Planted fault: an absence may end before it began.
    case backBeforeLoss = "InputMonitor.back-before-loss"
    // MARK: FileLog
    /// Planted fault: stopping still waits for the files of an output that was removed.
    case filesForgotten = "FileLog.files-forgotten"
    /// Planted fault: a worker that resumes reuses the file numbers of earlier workers.
    case numberTwice = "FileLog.number-twice"
    /// Planted fault: the digest of a finished file is not written to the ledger.
    case digestUntold = "FileLog.digest-untold"
    // MARK: SegmentSchedule
    /// Planted fault: a segment boundary that was announced before a pause is not moved.
    case boundaryOfPauseKept = "SegmentSchedule.boundary-of-pause-kept"
    /// Planted fault: files are split where the recording is about to end.
    case splitAtEnd = "SegmentSchedule.split-at-end"
    /// Planted fault: a remainder shorter than a second gets files of its own.
    case shortRestSplit = "SegmentSchedule.short-rest-split"
    /// Planted fault: each segment boundary that passed while the process was stopped gets a file of its own
    /// afterwards.
    case pastBoundariesKept = "SegmentSchedule.past-boundaries-kept"
    // MARK: EndSchedule
    /// Planted fault: pauses count as recorded time.
    case durationHoldsPauses = "EndSchedule.duration-holds-pauses"
    /// Planted fault: every worker records the whole duration again.
    case durationAnew = "EndSchedule.duration-anew"
    /// Planted fault: the time of day follows a clock that was set.
    case untilIgnoresLeap = "EndSchedule.until-ignores-leap"
    // MARK: LossLog
    /// Planted fault: dropped frames are not written to the ledger.
    case dropUntold = "LossLog.drop-untold"
    /// Planted fault: dropped frames are written to the ledger twice.
    case dropTwice = "LossLog.drop-twice"
    /// Planted fault: each repetition of a looped clip warns again of the clip's missing frames.
    case clipGapRepeated = "LossLog.clip-gap-repeated"
    // MARK: Throttling
    /// Planted fault: the ledger does not record that the frame rate was reduced.
    case rateUntold = "Throttling.rate-untold"
    /// Planted fault: the reduced combined picture is not restored when load or heat allow it again.
    case restoreUntold = "Throttling.restore-untold"
    /// Planted fault: the reduced frame rate of the previous part is applied to this part.
    case shareOfPartBefore = "Throttling.share-of-part-before"
    // MARK: StorageMonitor
    /// Planted fault: the free space becomes unknown after one failed reading.
    case spaceForgotten = "StorageMonitor.space-forgotten"
    /// Planted fault: a recording begins on a full disk.
    case startWithoutRoom = "StorageMonitor.start-without-room"
    /// Planted fault: the write rate from before a pause still applies during the pause, although nothing is written.
    case restIsPartOfRate = "StorageMonitor.rest-is-part-of-rate"
    /// Planted fault: a deletion for retention counts as the answer to a request for free space.
    case anyDeletionCounts = "StorageMonitor.any-deletion-counts"
    // MARK: FileCompletion
    /// Planted fault: stopping does not wait for chapters that are being written.
    case chaptersUnawaited = "FileCompletion.chapters-unawaited"
    /// Planted fault: a file's digest is computed again each time that it is requested.
    case digestAskedTwice = "FileCompletion.digest-asked-twice"
    // MARK: FolderState
    /// Planted fault: a lost folder is reported again at each check.
    case lossToldAgain = "FolderState.loss-told-again"
    /// Planted fault: the files of a folder that was moved keep their old paths.
    case movedFilesStay = "FolderState.moved-files-stay"
    /// Planted fault: each ledger line that cannot be written causes another warning.
    case ledgerComplaintRepeated = "FolderState.ledger-complaint-repeated"
    // MARK: Lifecycle
    /// Planted fault: a session can return to an earlier phase.
    case phaseGoesBack = "Lifecycle.phase-goes-back"
    /// Planted fault: a third stop request hastens the end once more.
    case hastenedAgain = "Lifecycle.hastened-again"
    // MARK: StandbyState
    /// Planted fault: the settings of a take that did not begin apply to the next one.
    case settingsOutliveTake = "StandbyState.settings-outlive-take"
    /// Planted fault: a second folder is created while the first is being created.
    case folderMadeTwice = "StandbyState.folder-made-twice"
    /// Planted fault: an obstacle to recording is reported again whenever its numbers change.
    case obstacleToldEachSecond = "StandbyState.obstacle-told-each-second"
    // MARK: MachineMonitor
    /// Planted fault: a sensor that cannot be read causes a warning every second.
    case sensorProblemRepeated = "MachineMonitor.sensor-problem-repeated"
    /// Planted fault: a recording begins although the first temperature is too high.
    case hotStart = "MachineMonitor.hot-start"
    // MARK: MainSwitching
    /// Planted fault: a camera that is missing can become the main camera.
    case absentBecomesMain = "MainSwitching.absent-becomes-main"
    /// Planted fault: the interval of automatic switching does not restart when a user has chosen the main camera.
    case changeByHandIgnored = "MainSwitching.change-by-hand-ignored"
    /// Planted fault: a refused automatic change of the main camera is reported again at each interval.
    case refusalRepeated = "MainSwitching.refusal-repeated"
    // MARK: SessionClocks
    /// Planted fault: the clock drift at the end of the session is not written to the ledger.
    case finalDriftForgotten = "SessionClocks.final-drift-forgotten"
    /// Planted fault: the gap for a time in which the process was stopped is recorded without a length.
    case freezeWithoutLength = "SessionClocks.freeze-without-length"
    /// Planted fault: file names follow the system clock after it was set during the session.
    case nameFollowsLeap = "SessionClocks.name-follows-leap"
    // MARK: SignalMonitor
    /// Planted fault: a signal fault that has ended stays open in the records.
    case spellNeverEnds = "SignalMonitor.spell-never-ends"
    /// Planted fault: the newest peak of a second replaces that second's highest peak.
    case peakOfLast = "SignalMonitor.peak-of-last"
    /// Planted fault: signal faults are reported although nothing is recorded.
    case toldWhileStanding = "SignalMonitor.told-while-standing"
    // MARK: StatusReporter
    /// Planted fault: a status report that is sent late delays all later ones.
    case statusDrifts = "StatusReporter.status-drifts"
    /// Planted fault: microphone levels are listed in the order in which the microphones were first heard.
    case levelsAsHeard = "StatusReporter.levels-as-heard"
    // MARK: TakeState
    /// Planted fault: a mark that was set during a pause is placed behind the pause.
    case markInPauseMoves = "TakeState.mark-in-pause-moves"
    /// Planted fault: the recorded time continues to count after the end.
    case recordedBeyondEnd = "TakeState.recorded-beyond-end"
    // MARK: Countdown
    /// Planted fault: a second of the self-timer is reported again each time that the timer is read.
    case secondToldTwice = "Countdown.second-told-twice"
    /// Planted fault: the self-timer rounds the remaining seconds down instead of up.
    case secondsRoundedDown = "Countdown.seconds-rounded-down"
    // MARK: TakeLoop
    /// Planted fault: if a user ends a take, no further take follows.
    case stoppedTakeIsLast = "TakeLoop.stopped-take-is-last"
    /// Planted fault: a second change of the pipeline file makes dualcam forget that devices must be opened again.
    case rebuildForgotten = "TakeLoop.rebuild-forgotten"
    /// Planted fault: settings made in one take do not apply to the next.
    case settingsForgotten = "TakeLoop.settings-forgotten"
    // MARK: AwaitedAnswers
    /// Planted fault: two commands get the same number.
    case commandNumberTwice = "AwaitedAnswers.command-number-twice"
    /// Planted fault: if several clients request the state, only one gets an answer.
    case readerForgotten = "AwaitedAnswers.reader-forgotten"
    // MARK: MainRequest
    /// Planted fault: the camera that becomes the main camera also stays in the inset.
    case insetStays = "MainRequest.inset-stays"
    /// Planted fault: a cut for which a duration was requested is made instead of refused.
    case cutTakesLength = "MainRequest.cut-takes-length"
    // MARK: ZoomRequest
    /// Planted fault: a zoom request with both a preset and a factor is accepted.
    case presetAndFactor = "ZoomRequest.preset-and-factor"
    /// Planted fault: a zoom preset zooms into the middle of the picture instead of the preset's centre.
    case presetWithoutCentre = "ZoomRequest.preset-without-centre"
    // MARK: BitrateRequest
    /// Planted fault: a bitrate above the encoder's maximum is accepted.
    case bitrateBeyondEncoder = "BitrateRequest.bitrate-beyond-encoder"
    /// Planted fault: a bitrate is accepted for an output that the session does not have.
    case bitrateOfStranger = "BitrateRequest.bitrate-of-stranger"
    // MARK: MuteRequest
    /// Planted fault: a mute command without a name applies to the first of several microphones.
    case firstOfSeveral = "MuteRequest.first-of-several"
    /// Planted fault: a change of a microphone's gain ends its muting.
    case gainUnmutes = "MuteRequest.gain-unmutes"
    // MARK: PresetRequest
    /// Planted fault: a control preset is applied to missing cameras.
    case absentCameraSet = "PresetRequest.absent-camera-set"
    /// Planted fault: a control that acts like a button press is stored as a setting.
    case buttonKept = "PresetRequest.button-kept"

    /// Planted fault: a file that reached the file size limit ends with the exit code of an internal error.
    case tooLargeIsFault = "ExitCode.too-large-is-fault"
    /// Planted fault: a device that another program uses ends with the exit code of an internal error.
    case busyIsFault = "ExitCode.busy-is-fault"
}
