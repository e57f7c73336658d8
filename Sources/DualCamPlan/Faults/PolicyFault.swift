/// The planted faults of the policies.
package enum PolicyFault: String, PlantedFault {
    // MARK: CameraWatch
    /// A camera that stops delivering is never removed.
    case stallUnseen = "CameraWatch.stall-unseen"
    /// A camera that was refused twice is not searched for again.
    case cameraForgotten = "CameraWatch.camera-forgotten"
    /// An input that returned for a moment is searched for as often as a newly lost one.
    case backForAMoment = "CameraWatch.back-for-a-moment"
    // MARK: OutputWatch
    /// A failed output is not removed.
    case outputKept = "OutputWatch.output-kept"
    /// A failed output is not tried again.
    case outputForgotten = "OutputWatch.output-forgotten"
    /// An output that is shed for two reasons returns when the first one ends.
    case restedForOne = "OutputWatch.rested-for-one"
    // MARK: LoadPolicy
    /// One moment of load is too much.
    case shedAtOnce = "LoadPolicy.shed-at-once"
    /// Shed work is restored at once.
    case restoreAtOnce = "LoadPolicy.restore-at-once"
    /// Cameras are slowed before earlier steps have had their effect.
    case camerasSlowedInHaste = "LoadPolicy.cameras-slowed-in-haste"
    /// Load alone reduces cameras to less than half of their frames.
    case thirdForLoad = "LoadPolicy.third-for-load"
    /// An encoder that is far behind is reduced to a sixth of its frames in one step.
    case sixthAtOnce = "LoadPolicy.sixth-at-once"
    /// Frames are left out before a faster preset is tried.
    case presetsSkipped = "LoadPolicy.presets-skipped"
    /// The step that was shed first is restored first.
    case oldestRestoredFirst = "LoadPolicy.oldest-restored-first"
    // MARK: LoadStep
    /// A quarter of the frames is not among the steps.
    case quarterSkipped = "LoadStep.quarter-skipped"
    /// Previews are shed last.
    case previewLast = "LoadStep.preview-last"
    // MARK: LoadMeter
    /// Other programs may reduce the available processor time almost to zero.
    case nothingIsLeft = "LoadMeter.nothing-is-left"
    /// Two readings of counters within a moment count as a measurement.
    case shortMeasure = "LoadMeter.short-measure"
    // MARK: RestorePatience
    /// A restored step that had to be shed again is retried without a longer wait.
    case patienceStays = "RestorePatience.patience-stays"
    /// The longer wait after repeated shedding is never shortened again.
    case neverForgets = "RestorePatience.never-forgets"
    // MARK: QueueWatch
    /// A queue that is full for a moment raises an alarm.
    case oneReadingAlarms = "QueueWatch.one-reading-alarms"
    /// An encoder whose disk accepts no data counts as one that falls behind.
    case diskIsEncoder = "QueueWatch.disk-is-encoder"
    /// A queue that is emptying raises an alarm.
    case emptyingAlarms = "QueueWatch.emptying-alarms"
    /// The emptiest queue is reported instead of the fullest.
    case emptiestTold = "QueueWatch.emptiest-told"
    /// The encoder with the smallest backlog decides the rate of all.
    case paceOfQuickest = "QueueWatch.pace-of-quickest"
    // MARK: ThermalPolicy
    /// Heat never ends a recording.
    case shutdownUnseen = "ThermalPolicy.shutdown-unseen"
    /// The level falls with the first cooler reading.
    case coolAtOnce = "ThermalPolicy.cool-at-once"
    /// The processor's own throttling is ignored.
    case throttlingUnseen = "ThermalPolicy.throttling-unseen"
    // MARK: TemperatureWindow
    /// A single high reading is accepted as heat.
    case heatBelieved = "TemperatureWindow.heat-believed"
    /// A zone that no longer reports keeps its temperature.
    case zoneNeverForgotten = "TemperatureWindow.zone-never-forgotten"
    // MARK: TemperatureTrend
    /// Temperatures that only fluctuate count as rising.
    case noiseIsRise = "TemperatureTrend.noise-is-rise"
    /// A rise that has ended continues.
    case oldRise = "TemperatureTrend.old-rise"
    // MARK: HeatOutlook
    /// The first forecast slows the combined picture.
    case easedAtOnce = "HeatOutlook.eased-at-once"
    /// The combined picture stays slowed when heat is no longer forecast.
    case easedForGood = "HeatOutlook.eased-for-good"
    // MARK: PowerPolicy
    /// An empty battery never ends a recording.
    case emptyUnseen = "PowerPolicy.empty-unseen"
    /// A battery that is being charged counts as discharging.
    case mainsUnseen = "PowerPolicy.mains-unseen"
    // MARK: PressureWatch
    /// A moment of pressure causes a warning.
    case pressureAtOnce = "PressureWatch.pressure-at-once"
    /// A shortage that ended and comes again is not reported.
    case pressureOnce = "PressureWatch.pressure-once"
    // MARK: StoragePolicy
    /// A full disk does not end the recording.
    case fullUnseen = "StoragePolicy.full-unseen"
    /// The deletion of older sessions is requested repeatedly although none is left.
    case nothingLeftForgotten = "StoragePolicy.nothing-left-forgotten"
    /// Older sessions are deleted although there is room.
    case roomOfOthers = "StoragePolicy.room-of-others"
    /// A disk whose free space fluctuates around a threshold causes repeated warnings.
    case warnedAgain = "StoragePolicy.warned-again"
    // MARK: WriteRate
    /// The index space that a new file reserves counts as written.
    case indexIsRate = "WriteRate.index-is-rate"
    /// Two readings suffice for a rate.
    case rateOfMoment = "WriteRate.rate-of-moment"
    // MARK: RestartPolicy
    /// Workers are restarted without a delay.
    case restartAtOnce = "RestartPolicy.restart-at-once"
    /// A worker that recorded and then failed is not restarted.
    case faultIsLastWord = "RestartPolicy.fault-is-last-word"
    /// A worker that never recorded is restarted forever.
    case neverGivesUp = "RestartPolicy.never-gives-up"
    // MARK: HangWatch
    /// A hanging worker is never replaced.
    case hangUnseen = "HangWatch.hang-unseen"
    /// A worker from which no frame is due is replaced.
    case quietIsHung = "HangWatch.quiet-is-hung"
    /// A worker that holds too much memory is killed before its handover.
    case leakKilledAtOnce = "HangWatch.leak-killed-at-once"
    // MARK: ClockWatch
    /// The time for which the machine slept counts as a clock that was set.
    case sleepIsLeap = "ClockWatch.sleep-is-leap"
    /// Late readings on a busy machine count as a time in which the process was stopped.
    case busyIsFrozen = "ClockWatch.busy-is-frozen"
    /// A sleep of less than five seconds is ignored.
    case shortSleepUnseen = "ClockWatch.short-sleep-unseen"
    // MARK: ClockTrust
    /// An unsynchronised clock decides which sessions are old.
    case unsynchronisedTrusted = "ClockTrust.unsynchronised-trusted"
    /// A clock that was set is trusted at once.
    case leapForgiven = "ClockTrust.leap-forgiven"
    // MARK: DriftLog
    /// The same drift is written to the ledger repeatedly.
    case driftRepeated = "DriftLog.drift-repeated"
    /// Drift is written to the ledger with each reading.
    case driftAtOnce = "DriftLog.drift-at-once"
    // MARK: FileSizeWatch
    /// The newest file size limit counts instead of the smallest.
    case limitOfLast = "FileSizeWatch.limit-of-last"
    /// New files are requested again while the old one is still open.
    case askedAgain = "FileSizeWatch.asked-again"
    // MARK: FinishWatch
    /// Written bytes do not count as progress.
    case bytesAreNothing = "FinishWatch.bytes-are-nothing"
    /// Frames of finished outputs are reported as waiting.
    case waitingOfAll = "FinishWatch.waiting-of-all"
    // MARK: SignalWatch
    /// A signal fault that the pipeline file expects causes a warning.
    case expectedTold = "SignalWatch.expected-told"
    /// An empty buffer, which is dark green, counts as black.
    case greenIsBlack = "SignalWatch.green-is-black"
    /// Constant samples count as sound.
    case standingSoundHeard = "SignalWatch.standing-sound-heard"
    /// A moment without a clipped sample ends the clipping.
    case clippingInterrupted = "SignalWatch.clipping-interrupted"
    // MARK: StillOutputWatch
    /// An output that stands still in a pause causes a warning.
    case stillInPause = "StillOutputWatch.still-in-pause"
    /// An output that waits for its disk counts as standing still.
    case stillWhileDiskWaits = "StillOutputWatch.still-while-disk-waits"
    /// An output whose count restarts at 0 counts as standing still.
    case newCountIsStill = "StillOutputWatch.new-count-is-still"
}
