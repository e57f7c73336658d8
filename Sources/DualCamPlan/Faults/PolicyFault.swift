/// The planted faults in the policies, the pure types that make decisions.
package enum PolicyFault: String, PlantedFault {
    // MARK: CameraWatch
    /// Planted fault: a camera that stops delivering is never treated as lost.
    case stallUnseen = "CameraWatch.stall-unseen"
    /// Planted fault: a camera that could not be opened twice is not searched for again.
    case cameraForgotten = "CameraWatch.camera-forgotten"
    /// Planted fault: an input that returned only for a moment is searched for as often as a newly lost one.
    case backForAMoment = "CameraWatch.back-for-a-moment"
    // MARK: OutputWatch
    /// Planted fault: an output that failed is not removed.
    case outputKept = "OutputWatch.output-kept"
    /// Planted fault: an output that failed is not tried again.
    case outputForgotten = "OutputWatch.output-forgotten"
    /// Planted fault: an output that is shed for two reasons returns when the first reason ends.
    case restedForOne = "OutputWatch.rested-for-one"
    // MARK: LoadPolicy
    /// Planted fault: a single moment of overload makes dualcam shed work.
    case shedAtOnce = "LoadPolicy.shed-at-once"
    /// Planted fault: shed work is restored at the first moment without overload.
    case restoreAtOnce = "LoadPolicy.restore-at-once"
    /// Planted fault: cameras' frame rates are reduced before earlier shedding steps have had their effect.
    case camerasSlowedInHaste = "LoadPolicy.cameras-slowed-in-haste"
    /// Planted fault: load alone reduces cameras to less than half of their frame rate.
    case thirdForLoad = "LoadPolicy.third-for-load"
    /// Planted fault: an encoder that is far behind is reduced to a sixth of its frame rate in one step.
    case sixthAtOnce = "LoadPolicy.sixth-at-once"
    /// Planted fault: frame rates are reduced before a faster encoder preset is tried.
    case presetsSkipped = "LoadPolicy.presets-skipped"
    /// Planted fault: the step that was shed first is restored first, instead of the last one.
    case oldestRestoredFirst = "LoadPolicy.oldest-restored-first"
    // MARK: LoadStep
    /// Planted fault: the step to a quarter of the frame rate is missing.
    case quarterSkipped = "LoadStep.quarter-skipped"
    /// Planted fault: previews are shed last instead of first.
    case previewLast = "LoadStep.preview-last"
    // MARK: LoadMeter
    /// Planted fault: load by other programs may reduce the assumed available processor time almost to zero.
    case nothingIsLeft = "LoadMeter.nothing-is-left"
    /// Planted fault: two readings of the counters in quick succession count as a measurement.
    case shortMeasure = "LoadMeter.short-measure"
    // MARK: RestorePatience
    /// Planted fault: if a restored step had to be shed again, the next restoration does not wait longer.
    case patienceStays = "RestorePatience.patience-stays"
    /// Planted fault: the longer wait after repeated shedding never becomes shorter again.
    case neverForgets = "RestorePatience.never-forgets"
    // MARK: QueueWatch
    /// Planted fault: a queue that is full for a moment raises an alarm.
    case oneReadingAlarms = "QueueWatch.one-reading-alarms"
    /// Planted fault: an encoder whose disk accepts no data counts as too slow.
    case diskIsEncoder = "QueueWatch.disk-is-encoder"
    /// Planted fault: a queue that is emptying raises an alarm.
    case emptyingAlarms = "QueueWatch.emptying-alarms"
    /// Planted fault: the emptiest encoder queue is reported instead of the fullest.
    case emptiestTold = "QueueWatch.emptiest-told"
    /// Planted fault: the encoder with the smallest backlog decides the common rate instead of the largest.
    case paceOfQuickest = "QueueWatch.pace-of-quickest"
    // MARK: ThermalPolicy
    /// Planted fault: heat never ends a recording.
    case shutdownUnseen = "ThermalPolicy.shutdown-unseen"
    /// Planted fault: the thermal level falls with the first cooler reading.
    case coolAtOnce = "ThermalPolicy.cool-at-once"
    /// Planted fault: the processor's own throttling is ignored.
    case throttlingUnseen = "ThermalPolicy.throttling-unseen"
    // MARK: TemperatureWindow
    /// Planted fault: a single high temperature reading counts as heat.
    case heatBelieved = "TemperatureWindow.heat-believed"
    /// Planted fault: a temperature zone that no longer reports keeps its last temperature.
    case zoneNeverForgotten = "TemperatureWindow.zone-never-forgotten"
    // MARK: TemperatureTrend
    /// Planted fault: temperatures that only fluctuate count as rising.
    case noiseIsRise = "TemperatureTrend.noise-is-rise"
    /// Planted fault: a temperature rise that has ended still counts as a rise.
    case oldRise = "TemperatureTrend.old-rise"
    // MARK: HeatOutlook
    /// Planted fault: the first forecast of heat already slows the combined picture.
    case easedAtOnce = "HeatOutlook.eased-at-once"
    /// Planted fault: the combined picture stays slowed when heat is no longer forecast.
    case easedForGood = "HeatOutlook.eased-for-good"
    // MARK: PowerPolicy
    /// Planted fault: an empty battery never ends a recording.
    case emptyUnseen = "PowerPolicy.empty-unseen"
    /// Planted fault: a battery that is being charged counts as discharging.
    case mainsUnseen = "PowerPolicy.mains-unseen"
    // MARK: PressureWatch
    /// Planted fault: a moment of pressure on processor or memory causes a warning.
    case pressureAtOnce = "PressureWatch.pressure-at-once"
    /// Planted fault: a shortage that ended and returns is not reported again.
    case pressureOnce = "PressureWatch.pressure-once"
    // MARK: StoragePolicy
    /// Planted fault: a full disk does not end the recording.
    case fullUnseen = "StoragePolicy.full-unseen"
    /// Planted fault: the deletion of older sessions is requested repeatedly although no session is left to delete.
    case nothingLeftForgotten = "StoragePolicy.nothing-left-forgotten"
    /// Planted fault: older sessions are deleted although the disk has enough free space.
    case roomOfOthers = "StoragePolicy.room-of-others"
    /// Planted fault: a disk whose free space fluctuates around a threshold causes repeated warnings.
    case warnedAgain = "StoragePolicy.warned-again"
    // MARK: WriteRate
    /// Planted fault: the index space that a new file reserves counts as written data.
    case indexIsRate = "WriteRate.index-is-rate"
    /// Planted fault: two readings suffice to compute the write rate.
    case rateOfMoment = "WriteRate.rate-of-moment"
    // MARK: RestartPolicy
    /// Planted fault: workers are restarted without a delay.
    case restartAtOnce = "RestartPolicy.restart-at-once"
    /// Planted fault: a worker that recorded before it failed is not restarted.
    case faultIsLastWord = "RestartPolicy.fault-is-last-word"
    /// Planted fault: a worker that never recorded is restarted forever.
    case neverGivesUp = "RestartPolicy.never-gives-up"
    // MARK: HangWatch
    /// Planted fault: a hanging worker is never replaced.
    case hangUnseen = "HangWatch.hang-unseen"
    /// Planted fault: a worker is replaced as hanging although no frame is due from it.
    case quietIsHung = "HangWatch.quiet-is-hung"
    /// Planted fault: a worker that holds too much memory is killed before its handover.
    case leakKilledAtOnce = "HangWatch.leak-killed-at-once"
    // MARK: ClockWatch
    /// Planted fault: the time for which the machine slept is mistaken for a change of the system clock.
    case sleepIsLeap = "ClockWatch.sleep-is-leap"
    /// Planted fault: late readings on a busy machine are mistaken for a time in which the process was stopped.
    case busyIsFrozen = "ClockWatch.busy-is-frozen"
    /// Planted fault: a sleep of less than five seconds is ignored.
    case shortSleepUnseen = "ClockWatch.short-sleep-unseen"
    // MARK: ClockTrust
    /// Planted fault: a clock that is not synchronised decides which sessions are old enough to delete.
    case unsynchronisedTrusted = "ClockTrust.unsynchronised-trusted"
    /// Planted fault: a clock that was set by a large step is trusted at once.
    case leapForgiven = "ClockTrust.leap-forgiven"
    // MARK: DriftLog
    /// Planted fault: the same drift is written to the ledger repeatedly.
    case driftRepeated = "DriftLog.drift-repeated"
    /// Planted fault: clock drift is written to the ledger with each reading.
    case driftAtOnce = "DriftLog.drift-at-once"
    // MARK: FileSizeWatch
    /// Planted fault: the newest file size limit counts instead of the smallest.
    case limitOfLast = "FileSizeWatch.limit-of-last"
    /// Planted fault: a new file is requested again while the old file is still open.
    case askedAgain = "FileSizeWatch.asked-again"
    // MARK: FinishWatch
    /// Planted fault: written bytes do not count as progress while files are finished.
    case bytesAreNothing = "FinishWatch.bytes-are-nothing"
    /// Planted fault: frames of outputs that are already finished are reported as waiting.
    case waitingOfAll = "FinishWatch.waiting-of-all"
    // MARK: SignalWatch
    /// Planted fault: a signal fault that the pipeline file expects causes a warning.
    case expectedTold = "SignalWatch.expected-told"
    /// Planted fault: an empty buffer, which is dark green, counts as black.
    case greenIsBlack = "SignalWatch.green-is-black"
    /// Planted fault: samples of a constant value count as sound.
    case standingSoundHeard = "SignalWatch.standing-sound-heard"
    /// Planted fault: a moment without a clipped sample ends a period of clipping.
    case clippingInterrupted = "SignalWatch.clipping-interrupted"
    // MARK: StillOutputWatch
    /// Planted fault: an output that writes nothing in a pause causes a warning.
    case stillInPause = "StillOutputWatch.still-in-pause"
    /// Planted fault: an output that waits for its disk counts as one that makes no progress.
    case stillWhileDiskWaits = "StillOutputWatch.still-while-disk-waits"
    /// Planted fault: an output whose frame count restarts at 0 counts as one that makes no progress.
    case newCountIsStill = "StillOutputWatch.new-count-is-still"
}
