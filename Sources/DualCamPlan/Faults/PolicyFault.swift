/// Faults of the policies.
package enum PolicyFault: String, PlantedFault {
    // MARK: CameraWatch
    /// A camera that falls silent is never taken out.
    case stallUnseen = "CameraWatch.stall-unseen"
    /// A camera that was refused twice is not looked for again.
    case cameraForgotten = "CameraWatch.camera-forgotten"
    /// An input that was back for a moment is looked for as often as a new one.
    case backForAMoment = "CameraWatch.back-for-a-moment"
    // MARK: OutputWatch
    /// An output that has failed is not taken out.
    case outputKept = "OutputWatch.output-kept"
    /// An output that has failed is not tried again.
    case outputForgotten = "OutputWatch.output-forgotten"
    /// An output that rests for two reasons comes back with the first of them.
    case restedForOne = "OutputWatch.rested-for-one"
    // MARK: LoadPolicy
    /// One moment of load is too much.
    case shedAtOnce = "LoadPolicy.shed-at-once"
    /// Shed load is restored at once.
    case restoreAtOnce = "LoadPolicy.restore-at-once"
    /// Cameras are slowed before what spares them has had its effect.
    case camerasSlowedInHaste = "LoadPolicy.cameras-slowed-in-haste"
    /// For load alone cameras record less than half of their frames.
    case thirdForLoad = "LoadPolicy.third-for-load"
    /// An encoder that is far behind gets a sixth of its frames in one leap.
    case sixthAtOnce = "LoadPolicy.sixth-at-once"
    /// Frames are left out before a faster preset is tried.
    case presetsSkipped = "LoadPolicy.presets-skipped"
    /// The item that was left out first is restored first.
    case oldestRestoredFirst = "LoadPolicy.oldest-restored-first"
    // MARK: LoadStep
    /// A quarter of the frames is no step.
    case quarterSkipped = "LoadStep.quarter-skipped"
    /// Previews rest last.
    case previewLast = "LoadStep.preview-last"
    // MARK: LoadMeter
    /// Other programs may take all processors from the load that can be had.
    case nothingIsLeft = "LoadMeter.nothing-is-left"
    /// Counters that are read twice in a moment are a measure.
    case shortMeasure = "LoadMeter.short-measure"
    // MARK: RestorePatience
    /// Restoring that leads to shedding again is tried as soon as before.
    case patienceStays = "RestorePatience.patience-stays"
    /// A long time of calm after much shedding stays for good.
    case neverForgets = "RestorePatience.never-forgets"
    // MARK: QueueWatch
    /// A queue that is full for a moment is an alarm.
    case oneReadingAlarms = "QueueWatch.one-reading-alarms"
    /// An encoder whose disk takes nothing counts as one that falls behind.
    case diskIsEncoder = "QueueWatch.disk-is-encoder"
    /// A queue that becomes emptier is an alarm.
    case emptyingAlarms = "QueueWatch.emptying-alarms"
    /// The emptiest queue stands for all of them.
    case emptiestTold = "QueueWatch.emptiest-told"
    /// The encoder that is least behind tells how much all of them bear.
    case paceOfQuickest = "QueueWatch.pace-of-quickest"
    // MARK: ThermalPolicy
    /// Heat never ends a recording.
    case shutdownUnseen = "ThermalPolicy.shutdown-unseen"
    /// The level falls with the first cooler reading.
    case coolAtOnce = "ThermalPolicy.cool-at-once"
    /// The processor's own throttling counts for nothing.
    case throttlingUnseen = "ThermalPolicy.throttling-unseen"
    // MARK: TemperatureWindow
    /// One reading of heat is believed.
    case heatBelieved = "TemperatureWindow.heat-believed"
    /// A zone that tells nothing any more keeps its heat.
    case zoneNeverForgotten = "TemperatureWindow.zone-never-forgotten"
    // MARK: TemperatureTrend
    /// Temperatures that only tremble rise.
    case noiseIsRise = "TemperatureTrend.noise-is-rise"
    /// A rise that is over goes on.
    case oldRise = "TemperatureTrend.old-rise"
    // MARK: HeatOutlook
    /// The first forecast slows the combined picture.
    case easedAtOnce = "HeatOutlook.eased-at-once"
    /// The combined picture stays slowed when no heat is expected any more.
    case easedForGood = "HeatOutlook.eased-for-good"
    // MARK: PowerPolicy
    /// An empty battery never ends a recording.
    case emptyUnseen = "PowerPolicy.empty-unseen"
    /// A battery that is being charged counts as one that empties.
    case mainsUnseen = "PowerPolicy.mains-unseen"
    // MARK: PressureWatch
    /// A moment in which programs wait is warned of.
    case pressureAtOnce = "PressureWatch.pressure-at-once"
    /// A shortage that was over and comes again is not told.
    case pressureOnce = "PressureWatch.pressure-once"
    // MARK: StoragePolicy
    /// A disk that gets full does not end the recording.
    case fullUnseen = "StoragePolicy.full-unseen"
    /// Older sessions are deleted again and again when there is none.
    case nothingLeftForgotten = "StoragePolicy.nothing-left-forgotten"
    /// Older sessions are deleted while there is room.
    case roomOfOthers = "StoragePolicy.room-of-others"
    /// A disk whose free space trembles about a threshold is warned of again and again.
    case warnedAgain = "StoragePolicy.warned-again"
    // MARK: WriteRate
    /// The room that a new file gets for its index counts for the rate.
    case indexIsRate = "WriteRate.index-is-rate"
    /// Two readings are a rate.
    case rateOfMoment = "WriteRate.rate-of-moment"
    // MARK: RestartPolicy
    /// Workers follow each other at once.
    case restartAtOnce = "RestartPolicy.restart-at-once"
    /// A worker that recorded and failed has no successor.
    case faultIsLastWord = "RestartPolicy.fault-is-last-word"
    /// A worker that never recorded is started for ever.
    case neverGivesUp = "RestartPolicy.never-gives-up"
    // MARK: HangWatch
    /// A worker that stands still is never replaced.
    case hangUnseen = "HangWatch.hang-unseen"
    /// A worker of which no frame is due is replaced.
    case quietIsHung = "HangWatch.quiet-is-hung"
    /// A worker that holds too much memory is killed before it has handed over.
    case leakKilledAtOnce = "HangWatch.leak-killed-at-once"
    // MARK: ClockWatch
    /// The time for which the machine slept counts as a clock that was set.
    case sleepIsLeap = "ClockWatch.sleep-is-leap"
    /// On a busy machine late readings count as a time in which nothing ran.
    case busyIsFrozen = "ClockWatch.busy-is-frozen"
    /// A sleep of less than five seconds is none.
    case shortSleepUnseen = "ClockWatch.short-sleep-unseen"
    // MARK: ClockTrust
    /// A clock that nothing keeps right decides which sessions are old.
    case unsynchronisedTrusted = "ClockTrust.unsynchronised-trusted"
    /// A clock that was set is trusted at once.
    case leapForgiven = "ClockTrust.leap-forgiven"
    // MARK: DriftLog
    /// The same drift is written down again and again.
    case driftRepeated = "DriftLog.drift-repeated"
    /// Drift is written down with each reading.
    case driftAtOnce = "DriftLog.drift-at-once"
    // MARK: FileSizeWatch
    /// The newest limit of files counts, not the smallest.
    case limitOfLast = "FileSizeWatch.limit-of-last"
    /// New files are asked for again while the old one is still open.
    case askedAgain = "FileSizeWatch.asked-again"
    // MARK: FinishWatch
    /// Bytes that are written are no progress.
    case bytesAreNothing = "FinishWatch.bytes-are-nothing"
    /// Frames of outputs that are finished are told as waiting.
    case waitingOfAll = "FinishWatch.waiting-of-all"
    // MARK: SignalWatch
    /// A fault that the pipeline file expects is warned of.
    case expectedTold = "SignalWatch.expected-told"
    /// An empty buffer, which is dark green, is black.
    case greenIsBlack = "SignalWatch.green-is-black"
    /// Samples that stand still are sound.
    case standingSoundHeard = "SignalWatch.standing-sound-heard"
    /// A moment without a clipped sample ends the clipping.
    case clippingInterrupted = "SignalWatch.clipping-interrupted"
    // MARK: StillOutputWatch
    /// An output that stands still in a pause is warned of.
    case stillInPause = "StillOutputWatch.still-in-pause"
    /// An output that waits for its disk counts as one that stands still.
    case stillWhileDiskWaits = "StillOutputWatch.still-while-disk-waits"
    /// An output that counts from 0 again counts as one that stands still.
    case newCountIsStill = "StillOutputWatch.new-count-is-still"
}
