/// The planted faults in policies, which are pure types that make decisions.
package enum PolicyFault: String, PlantedFault {
    // MARK: CameraWatch
    /// Planted fault: a camera that no longer delivers pictures never counts as lost.
    case stallUnseen = "CameraWatch.stall-unseen"
    /// Planted fault: after two failed attempts to open a camera, dualcam stops searching for it.
    case cameraForgotten = "CameraWatch.camera-forgotten"
    /// Planted fault: after an input returned only briefly, dualcam searches for it as frequently as for an input that
    /// was lost for the first time.
    case backForAMoment = "CameraWatch.back-for-a-moment"
    // MARK: OutputWatch
    /// Planted fault: an output that failed is not removed from the running graph.
    case outputKept = "OutputWatch.output-kept"
    /// Planted fault: after an output failed, there is no attempt to record it again.
    case outputForgotten = "OutputWatch.output-forgotten"
    /// Planted fault: an output that is suspended for two reasons resumes as soon as one of them ends.
    case restedForOne = "OutputWatch.rested-for-one"
    // MARK: LoadPolicy
    /// Planted fault: a single measurement of overload makes dualcam reduce quality.
    case shedAtOnce = "LoadPolicy.shed-at-once"
    /// Planted fault: full quality is restored after the first measurement without overload.
    case restoreAtOnce = "LoadPolicy.restore-at-once"
    /// Planted fault: the cameras' frame rates are reduced before earlier, milder reductions have had time to take
    /// effect.
    case camerasSlowedInHaste = "LoadPolicy.cameras-slowed-in-haste"
    /// Planted fault: high load alone, without heat, reduces cameras to less than half of their frame rate.
    case thirdForLoad = "LoadPolicy.third-for-load"
    /// Planted fault: the frame rate of an encoder that has fallen far behind is reduced to a sixth at once, without
    /// trying a third first.
    case sixthAtOnce = "LoadPolicy.sixth-at-once"
    /// Planted fault: frame rates are reduced before faster encoder presets are tried.
    case presetsSkipped = "LoadPolicy.presets-skipped"
    /// Planted fault: when the load falls, the oldest reduction is undone first, instead of the most recent one.
    case oldestRestoredFirst = "LoadPolicy.oldest-restored-first"
    // MARK: LoadStep
    /// Planted fault: a camera's or an output's frame rate is never reduced to a quarter.
    case quarterSkipped = "LoadStep.quarter-skipped"
    /// Planted fault: under load, previews are switched off last instead of first.
    case previewLast = "LoadStep.preview-last"
    // MARK: LoadMeter
    /// Planted fault: if other programs use the processor, the processor time available to the recording may be assumed
    /// to be almost zero, instead of at least half of all cores.
    case nothingIsLeft = "LoadMeter.nothing-is-left"
    /// Planted fault: the load is computed even from two readings of the CPU counters that are very close in time.
    case shortMeasure = "LoadMeter.short-measure"
    // MARK: RestorePatience
    /// Planted fault: if quality had to be reduced again soon after it was restored, dualcam does not wait longer
    /// before restoring it the next time.
    case patienceStays = "RestorePatience.patience-stays"
    /// Planted fault: once the delay before restoring quality has been increased, it never becomes shorter again.
    case neverForgets = "RestorePatience.never-forgets"
    // MARK: QueueWatch
    /// Planted fault: a queue that is full in just one measurement raises an alarm.
    case oneReadingAlarms = "QueueWatch.one-reading-alarms"
    /// Planted fault: an encoder that waits for the disk counts as too slow.
    case diskIsEncoder = "QueueWatch.disk-is-encoder"
    /// Planted fault: a queue raises an alarm although its fill level is falling.
    case emptyingAlarms = "QueueWatch.emptying-alarms"
    /// Planted fault: the encoder queue with the fewest frames is reported instead of the fullest.
    case emptiestTold = "QueueWatch.emptiest-told"
    /// Planted fault: if several encoders fall behind, the fastest of them determines their common reduced frame rate,
    /// instead of the slowest.
    case paceOfQuickest = "QueueWatch.pace-of-quickest"
    // MARK: ThermalPolicy
    /// Planted fault: heat never ends a recording.
    case shutdownUnseen = "ThermalPolicy.shutdown-unseen"
    /// Planted fault: the thermal level is lowered after the first lower temperature reading.
    case coolAtOnce = "ThermalPolicy.cool-at-once"
    /// Planted fault: throttling by the processor itself is not recognised as a sign of overheating.
    case throttlingUnseen = "ThermalPolicy.throttling-unseen"
    // MARK: TemperatureWindow
    /// Planted fault: a single high temperature reading counts as overheating.
    case heatBelieved = "TemperatureWindow.heat-believed"
    /// Planted fault: the last temperature of a thermal zone is still used after the zone has stopped reporting.
    case zoneNeverForgotten = "TemperatureWindow.zone-never-forgotten"
    // MARK: TemperatureTrend
    /// Planted fault: temperatures that only fluctuate count as rising.
    case noiseIsRise = "TemperatureTrend.noise-is-rise"
    /// Planted fault: the temperature is still considered to be rising after it has stopped.
    case oldRise = "TemperatureTrend.old-rise"
    // MARK: HeatOutlook
    /// Planted fault: the first prediction of overheating already reduces the combined picture's frame rate.
    case easedAtOnce = "HeatOutlook.eased-at-once"
    /// Planted fault: the combined picture's frame rate stays reduced after overheating is no longer predicted.
    case easedForGood = "HeatOutlook.eased-for-good"
    // MARK: PowerPolicy
    /// Planted fault: an empty battery never ends a recording.
    case emptyUnseen = "PowerPolicy.empty-unseen"
    /// Planted fault: a battery that is charging counts as discharging.
    case mainsUnseen = "PowerPolicy.mains-unseen"
    // MARK: PressureWatch
    /// Planted fault: a short shortage of CPU time or memory causes a warning.
    case pressureAtOnce = "PressureWatch.pressure-at-once"
    /// Planted fault: if a shortage of CPU time or memory ends and returns, it is not reported again.
    case pressureOnce = "PressureWatch.pressure-once"
    // MARK: StoragePolicy
    /// Planted fault: a full disk does not end the recording.
    case fullUnseen = "StoragePolicy.full-unseen"
    /// Planted fault: the deletion of older sessions is requested repeatedly although none is left to delete.
    case nothingLeftForgotten = "StoragePolicy.nothing-left-forgotten"
    /// Planted fault: older sessions are deleted although there is enough free disk space.
    case roomOfOthers = "StoragePolicy.room-of-others"
    /// Planted fault: free disk space that fluctuates around a threshold causes repeated warnings.
    case warnedAgain = "StoragePolicy.warned-again"
    // MARK: WriteRate
    /// Planted fault: when the write rate is computed, space that a new file reserves for its index counts as written
    /// data.
    case indexIsRate = "WriteRate.index-is-rate"
    /// Planted fault: the write rate is computed from two readings, even if they are close in time.
    case rateOfMoment = "WriteRate.rate-of-moment"
    // MARK: RestartPolicy
    /// Planted fault: failed workers are restarted without a delay.
    case restartAtOnce = "RestartPolicy.restart-at-once"
    /// Planted fault: a worker that had recorded before its failure is not restarted.
    case faultIsLastWord = "RestartPolicy.fault-is-last-word"
    /// Planted fault: a worker that never recorded anything is restarted forever.
    case neverGivesUp = "RestartPolicy.never-gives-up"
    // MARK: HangWatch
    /// Planted fault: a worker that hangs is never replaced.
    case hangUnseen = "HangWatch.hang-unseen"
    /// Planted fault: a worker counts as hanging and is replaced although no frame was due from it.
    case quietIsHung = "HangWatch.quiet-is-hung"
    /// Planted fault: a worker that uses too much memory is killed before another worker takes over.
    case leakKilledAtOnce = "HangWatch.leak-killed-at-once"
    // MARK: ClockWatch
    /// Planted fault: the time during which the machine was asleep counts as a change of the system clock.
    case sleepIsLeap = "ClockWatch.sleep-is-leap"
    /// Planted fault: clock readings that are late because the machine is busy count as a time in which the process was
    /// suspended.
    case busyIsFrozen = "ClockWatch.busy-is-frozen"
    /// Planted fault: a sleep of the machine that is shorter than five seconds is not detected.
    case shortSleepUnseen = "ClockWatch.short-sleep-unseen"
    // MARK: ClockTrust
    /// Planted fault: sessions are deleted by their age although the clock is not synchronised.
    case unsynchronisedTrusted = "ClockTrust.unsynchronised-trusted"
    /// Planted fault: the clock is trusted immediately after it was changed by a large step.
    case leapForgiven = "ClockTrust.leap-forgiven"
    // MARK: DriftLog
    /// Planted fault: the same clock drift is written to the ledger repeatedly.
    case driftRepeated = "DriftLog.drift-repeated"
    /// Planted fault: the clock drift is written to the ledger at every reading.
    case driftAtOnce = "DriftLog.drift-at-once"
    // MARK: FileSizeWatch
    /// Planted fault: if several limits for the size of a file are found, the one found last is used instead of the
    /// smallest.
    case limitOfLast = "FileSizeWatch.limit-of-last"
    /// Planted fault: a new file is requested again although the previous request has not been completed.
    case askedAgain = "FileSizeWatch.asked-again"
    // MARK: FinishWatch
    /// Planted fault: while files are being finished, written bytes do not count as progress.
    case bytesAreNothing = "FinishWatch.bytes-are-nothing"
    /// Planted fault: the number of frames that still wait to be written includes frames of outputs that are already
    /// finished.
    case waitingOfAll = "FinishWatch.waiting-of-all"
    // MARK: SignalWatch
    /// Planted fault: a signal fault that is listed in the pipeline file's `expect` still causes a warning.
    case expectedTold = "SignalWatch.expected-told"
    /// Planted fault: an empty picture buffer (all bytes 0), which is displayed as dark green, counts as a black
    /// picture.
    case greenIsBlack = "SignalWatch.green-is-black"
    /// Planted fault: a microphone signal with a constant sample value, which is silence, counts as sound.
    case standingSoundHeard = "SignalWatch.standing-sound-heard"
    /// Planted fault: a short interval without clipped samples ends a period of clipping.
    case clippingInterrupted = "SignalWatch.clipping-interrupted"
    // MARK: StillOutputWatch
    /// Planted fault: an output that writes nothing during a pause causes a warning.
    case stillInPause = "StillOutputWatch.still-in-pause"
    /// Planted fault: an output that waits for its disk counts as stuck.
    case stillWhileDiskWaits = "StillOutputWatch.still-while-disk-waits"
    /// Planted fault: an output counts as stuck because its frame count has started at 0 again, as after an encoder was
    /// replaced.
    case newCountIsStill = "StillOutputWatch.new-count-is-still"
}
