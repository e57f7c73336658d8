/// The planted faults in policies, which are pure types that make decisions.
package enum PolicyFault: String, PlantedFault {
    // MARK: CameraWatch
    /// Planted fault: a camera that no longer delivers pictures is never treated as lost.
    case stallUnseen = "CameraWatch.stall-unseen"
    /// Planted fault: after two failed attempts to open a camera, dualcam stops searching for it.
    case cameraForgotten = "CameraWatch.camera-forgotten"
    /// Planted fault: after an input returned only briefly, dualcam searches for it as often as for an input that was
    /// just lost.
    case backForAMoment = "CameraWatch.back-for-a-moment"
    // MARK: OutputWatch
    /// Planted fault: an output that failed is not removed.
    case outputKept = "OutputWatch.output-kept"
    /// Planted fault: after an output failed, there is no attempt to record it again.
    case outputForgotten = "OutputWatch.output-forgotten"
    /// Planted fault: an output that is suspended for two reasons resumes when the first reason ends.
    case restedForOne = "OutputWatch.rested-for-one"
    // MARK: LoadPolicy
    /// Planted fault: a single overloaded reading makes dualcam reduce quality.
    case shedAtOnce = "LoadPolicy.shed-at-once"
    /// Planted fault: full quality is restored after the first reading without overload.
    case restoreAtOnce = "LoadPolicy.restore-at-once"
    /// Planted fault: the cameras' frame rates are reduced before earlier reductions could take effect.
    case camerasSlowedInHaste = "LoadPolicy.cameras-slowed-in-haste"
    /// Planted fault: load without heat reduces cameras to less than half of their frame rate.
    case thirdForLoad = "LoadPolicy.third-for-load"
    /// Planted fault: the frame rate of an encoder that has fallen far behind is reduced to a sixth at once.
    case sixthAtOnce = "LoadPolicy.sixth-at-once"
    /// Planted fault: frame rates are reduced before faster encoder presets are tried.
    case presetsSkipped = "LoadPolicy.presets-skipped"
    /// Planted fault: the first reduction is undone first, instead of the last one.
    case oldestRestoredFirst = "LoadPolicy.oldest-restored-first"
    // MARK: LoadStep
    /// Planted fault: frame rates are never reduced to a quarter.
    case quarterSkipped = "LoadStep.quarter-skipped"
    /// Planted fault: under load, previews are switched off last instead of first.
    case previewLast = "LoadStep.preview-last"
    // MARK: LoadMeter
    /// Planted fault: if other programs use the processor, the processor time available to the recording may be assumed
    /// to be almost zero.
    case nothingIsLeft = "LoadMeter.nothing-is-left"
    /// Planted fault: two readings of the counters that are very close in time are used as a measurement.
    case shortMeasure = "LoadMeter.short-measure"
    // MARK: RestorePatience
    /// Planted fault: if quality had to be reduced again soon after it was restored, dualcam does not wait longer
    /// before restoring it the next time.
    case patienceStays = "RestorePatience.patience-stays"
    /// Planted fault: once the delay before restoring quality has been increased, it never becomes shorter again.
    case neverForgets = "RestorePatience.never-forgets"
    // MARK: QueueWatch
    /// Planted fault: a queue that is full for just one reading raises an alarm.
    case oneReadingAlarms = "QueueWatch.one-reading-alarms"
    /// Planted fault: an encoder that waits for the disk counts as too slow.
    case diskIsEncoder = "QueueWatch.disk-is-encoder"
    /// Planted fault: a queue that is emptying raises an alarm.
    case emptyingAlarms = "QueueWatch.emptying-alarms"
    /// Planted fault: the encoder queue with the fewest frames is reported instead of the fullest.
    case emptiestTold = "QueueWatch.emptiest-told"
    /// Planted fault: the common frame rate is determined by the encoder with the smallest backlog instead of the one
    /// with the largest.
    case paceOfQuickest = "QueueWatch.pace-of-quickest"
    // MARK: ThermalPolicy
    /// Planted fault: heat never ends a recording.
    case shutdownUnseen = "ThermalPolicy.shutdown-unseen"
    /// Planted fault: the thermal level is lowered after the first lower temperature reading.
    case coolAtOnce = "ThermalPolicy.cool-at-once"
    /// Planted fault: throttling by the processor itself is ignored.
    case throttlingUnseen = "ThermalPolicy.throttling-unseen"
    // MARK: TemperatureWindow
    /// Planted fault: a single high temperature reading is treated as overheating.
    case heatBelieved = "TemperatureWindow.heat-believed"
    /// Planted fault: the last temperature of a thermal zone is kept after the zone stops reporting.
    case zoneNeverForgotten = "TemperatureWindow.zone-never-forgotten"
    // MARK: TemperatureTrend
    /// Planted fault: fluctuating temperatures are treated as a rise.
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
    /// Planted fault: space that a new file reserves for its index counts as written data.
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
    /// Planted fault: the time during which the machine was asleep is treated as a change of the system clock.
    case sleepIsLeap = "ClockWatch.sleep-is-leap"
    /// Planted fault: delayed readings on a busy machine are treated as a time in which the process was stopped.
    case busyIsFrozen = "ClockWatch.busy-is-frozen"
    /// Planted fault: a sleep of less than five seconds is ignored.
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
    /// Planted fault: of several file size limits, the last one is used instead of the smallest.
    case limitOfLast = "FileSizeWatch.limit-of-last"
    /// Planted fault: another new file is requested while the previous one is still open.
    case askedAgain = "FileSizeWatch.asked-again"
    // MARK: FinishWatch
    /// Planted fault: written bytes do not count as progress while files are being finished.
    case bytesAreNothing = "FinishWatch.bytes-are-nothing"
    /// Planted fault: frames of outputs that are already finished are included in the number of waiting frames.
    case waitingOfAll = "FinishWatch.waiting-of-all"
    // MARK: SignalWatch
    /// Planted fault: a signal fault that is listed in the pipeline file's `expect` still causes a warning.
    case expectedTold = "SignalWatch.expected-told"
    /// Planted fault: an empty buffer, which is displayed as dark green, counts as black.
    case greenIsBlack = "SignalWatch.green-is-black"
    /// Planted fault: samples that all have the same value count as sound.
    case standingSoundHeard = "SignalWatch.standing-sound-heard"
    /// Planted fault: a short interval without clipped samples ends a period of clipping.
    case clippingInterrupted = "SignalWatch.clipping-interrupted"
    // MARK: StillOutputWatch
    /// Planted fault: an output that writes nothing during a pause causes a warning.
    case stillInPause = "StillOutputWatch.still-in-pause"
    /// Planted fault: an output that waits for its disk counts as stuck.
    case stillWhileDiskWaits = "StillOutputWatch.still-while-disk-waits"
    /// Planted fault: an output whose frame count starts at 0 again counts as stuck.
    case newCountIsStill = "StillOutputWatch.new-count-is-still"
}
