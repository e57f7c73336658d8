/// Faults of what a session does with what it hears: its machine, and what people ask of it.
package enum MachineFault: String, PlantedFault {
    // MARK: SessionMachine
    /// A second stop request replaces the reason of the first.
    case reasonOfSecondStop = "SessionMachine.reason-of-second-stop"
    /// A request to end a recording that runs does nothing.
    case stopUnheard = "SessionMachine.stop-unheard"
    /// A worker that goes on in a pause starts first, and pauses then.
    case pauseAfterStart = "SessionMachine.pause-after-start"
    /// Nothing limits how long files may take to be finished.
    case finishUnlimited = "SessionMachine.finish-unlimited"
    /// The graph is closed while files are still to be finished.
    case closedBeforeFiles = "SessionMachine.closed-before-files"
    /// A session that another worker goes on with is finished.
    case handOverFinishes = "SessionMachine.hand-over-finishes"
    // MARK: FailureLog
    /// A failure that nothing has made good fails nothing.
    case failureForgiven = "FailureLog.failure-forgiven"
    /// An end for heat, or for the battery, counts as a good one.
    case heatIsNoFailure = "FailureLog.heat-is-no-failure"
    /// The loss of a disk is forgiven when the output records again.
    case diskLossForgiven = "FailureLog.disk-loss-forgiven"
    /// An end for an empty battery counts as a good one.
    case batteryIsNoFailure = "FailureLog.battery-is-no-failure"
    // MARK: Shortfalls
    /// An output may end any time before the others.
    case shortfallUnseen = "Shortfalls.shortfall-unseen"
    /// Outputs have to end with the same frame.
    case shortfallInvented = "Shortfalls.shortfall-invented"
    /// Outputs are compared with the one that ends first.
    case shortestCounts = "Shortfalls.shortest-counts"
    // MARK: InputMonitor
    /// A camera that is lost again is not told of.
    case absenceToldOnce = "InputMonitor.absence-told-once"
    /// A camera that is lost for the third time is not told of.
    case thirdAbsenceUntold = "InputMonitor.third-absence-untold"
    /// A camera that fails again and again is complained of each time.
    case complaintRepeated = "InputMonitor.complaint-repeated"
    /// An absence may end before it began.
    case backBeforeLoss = "InputMonitor.back-before-loss"
    // MARK: FileLog
    /// Files of an output that was taken out are waited for.
    case filesForgotten = "FileLog.files-forgotten"
    /// A worker that goes on gives its files the numbers of those before.
    case numberTwice = "FileLog.number-twice"
    /// The digest of a finished file is not written down.
    case digestUntold = "FileLog.digest-untold"
    // MARK: SegmentSchedule
    /// A boundary that was announced before a pause is not moved.
    case boundaryOfPauseKept = "SegmentSchedule.boundary-of-pause-kept"
    /// Files are split where the recording is about to end.
    case splitAtEnd = "SegmentSchedule.split-at-end"
    /// A rest shorter than a second gets files of its own.
    case shortRestSplit = "SegmentSchedule.short-rest-split"
    /// Each boundary in which nothing ran gets a file of its own afterwards.
    case pastBoundariesKept = "SegmentSchedule.past-boundaries-kept"
    // MARK: EndSchedule
    /// A pause counts for what is recorded.
    case durationHoldsPauses = "EndSchedule.duration-holds-pauses"
    /// Every worker records the whole duration.
    case durationAnew = "EndSchedule.duration-anew"
    /// The time of day is that of a clock that was set.
    case untilIgnoresLeap = "EndSchedule.until-ignores-leap"
    // MARK: LossLog
    /// Frames that were dropped are not written down.
    case dropUntold = "LossLog.drop-untold"
    /// Frames that were dropped are written down twice.
    case dropTwice = "LossLog.drop-twice"
    /// Each round of a clip warns of its missing frames.
    case clipGapRepeated = "LossLog.clip-gap-repeated"
    // MARK: Throttling
    /// The ledger does not tell that frames are left out.
    case rateUntold = "Throttling.rate-untold"
    /// The combined picture stays out when load or heat allow it again.
    case restoreUntold = "Throttling.restore-untold"
    /// The share of the part before counts for this one.
    case shareOfPartBefore = "Throttling.share-of-part-before"
    // MARK: StorageMonitor
    /// The free space becomes unknown after one failed reading.
    case spaceForgotten = "StorageMonitor.space-forgotten"
    /// A recording begins on a full disk.
    case startWithoutRoom = "StorageMonitor.start-without-room"
    /// Nothing is written in a pause, and still the rate counts.
    case restIsPartOfRate = "StorageMonitor.rest-is-part-of-rate"
    /// A deletion for retention answers whoever waits for room.
    case anyDeletionCounts = "StorageMonitor.any-deletion-counts"
    // MARK: FileCompletion
    /// Nothing waits for chapters that are being written.
    case chaptersUnawaited = "FileCompletion.chapters-unawaited"
    /// A digest is computed as often as it is asked for.
    case digestAskedTwice = "FileCompletion.digest-asked-twice"
    // MARK: FolderState
    /// A folder that is lost is told of at each look.
    case lossToldAgain = "FolderState.loss-told-again"
    /// The files of a folder that was moved keep their old paths.
    case movedFilesStay = "FolderState.moved-files-stay"
    /// Each refused line of the ledger is warned of.
    case ledgerComplaintRepeated = "FolderState.ledger-complaint-repeated"
    // MARK: Lifecycle
    /// A session can return to an earlier phase.
    case phaseGoesBack = "Lifecycle.phase-goes-back"
    /// A third request to stop hastens the end once more.
    case hastenedAgain = "Lifecycle.hastened-again"
    // MARK: StandbyState
    /// The settings of a take that did not begin hold for the next one.
    case settingsOutliveTake = "StandbyState.settings-outlive-take"
    /// A second folder is made while the first is being made.
    case folderMadeTwice = "StandbyState.folder-made-twice"
    /// An obstacle is told again whenever its figures change.
    case obstacleToldEachSecond = "StandbyState.obstacle-told-each-second"
    // MARK: MachineMonitor
    /// A sensor that cannot be read is warned of every second.
    case sensorProblemRepeated = "MachineMonitor.sensor-problem-repeated"
    /// A recording begins though the first reading is too hot.
    case hotStart = "MachineMonitor.hot-start"
    // MARK: MainSwitching
    /// A camera that is away becomes the main one.
    case absentBecomesMain = "MainSwitching.absent-becomes-main"
    /// The interval goes on when a person has chosen the main camera.
    case changeByHandIgnored = "MainSwitching.change-by-hand-ignored"
    /// The main camera's refusal is reported at each interval.
    case refusalRepeated = "MainSwitching.refusal-repeated"
    // MARK: SessionClocks
    /// The drift at the end is not written down.
    case finalDriftForgotten = "SessionClocks.final-drift-forgotten"
    /// The gap of a time in which nothing ran has no length.
    case freezeWithoutLength = "SessionClocks.freeze-without-length"
    /// Names of files follow a clock that was set.
    case nameFollowsLeap = "SessionClocks.name-follows-leap"
    // MARK: SignalMonitor
    /// A fault of an input that is over stays in the records.
    case spellNeverEnds = "SignalMonitor.spell-never-ends"
    /// The newest peak stands for the highest of a second.
    case peakOfLast = "SignalMonitor.peak-of-last"
    /// Faults are told while nothing is recorded.
    case toldWhileStanding = "SignalMonitor.told-while-standing"
    // MARK: StatusReporter
    /// A status that is late delays all later ones.
    case statusDrifts = "StatusReporter.status-drifts"
    /// Levels stand in the order in which microphones were heard.
    case levelsAsHeard = "StatusReporter.levels-as-heard"
    // MARK: TakeState
    /// A mark in a pause lies behind it.
    case markInPauseMoves = "TakeState.mark-in-pause-moves"
    /// The recorded time continues behind the end.
    case recordedBeyondEnd = "TakeState.recorded-beyond-end"
    // MARK: Countdown
    /// A second of the self-timer is told as often as it is looked at.
    case secondToldTwice = "Countdown.second-told-twice"
    /// The self-timer tells the seconds that are over, rounded down.
    case secondsRoundedDown = "Countdown.seconds-rounded-down"
    // MARK: TakeLoop
    /// A take that a person has ended is the last one.
    case stoppedTakeIsLast = "TakeLoop.stopped-take-is-last"
    /// The second of two changes of the pipeline file forgets that devices have to be opened again.
    case rebuildForgotten = "TakeLoop.rebuild-forgotten"
    /// Settings made in one take do not apply to the next.
    case settingsForgotten = "TakeLoop.settings-forgotten"
    // MARK: AwaitedAnswers
    /// Two commands get one number.
    case commandNumberTwice = "AwaitedAnswers.command-number-twice"
    /// Only one of several requests for the state is answered.
    case readerForgotten = "AwaitedAnswers.reader-forgotten"
    // MARK: MainRequest
    /// The camera that becomes the main one stays in the inset, too.
    case insetStays = "MainRequest.inset-stays"
    /// A cut that is given a length is made at once, without a word.
    case cutTakesLength = "MainRequest.cut-takes-length"
    // MARK: ZoomRequest
    /// A preset and a factor are taken together.
    case presetAndFactor = "ZoomRequest.preset-and-factor"
    /// A preset zooms into the middle.
    case presetWithoutCentre = "ZoomRequest.preset-without-centre"
    // MARK: BitrateRequest
    /// A bitrate is taken that the encoder cannot be set to.
    case bitrateBeyondEncoder = "BitrateRequest.bitrate-beyond-encoder"
    /// A bitrate is taken for an output that the session does not have.
    case bitrateOfStranger = "BitrateRequest.bitrate-of-stranger"
    // MARK: MuteRequest
    /// A command without a name means the first of several microphones.
    case firstOfSeveral = "MuteRequest.first-of-several"
    /// A change of the gain ends the silence.
    case gainUnmutes = "MuteRequest.gain-unmutes"
    // MARK: PresetRequest
    /// A preset is set on cameras that are away.
    case absentCameraSet = "PresetRequest.absent-camera-set"
    /// A button that was pressed is kept as a setting.
    case buttonKept = "PresetRequest.button-kept"

    /// A file that may not become larger is a fault of the program.
    case tooLargeIsFault = "ExitCode.too-large-is-fault"
    /// A device that another program has is a fault of the program.
    case busyIsFault = "ExitCode.busy-is-fault"
}
