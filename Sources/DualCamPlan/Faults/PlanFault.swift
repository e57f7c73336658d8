/// The planted faults in planning, rendering and the supervisor.
package enum PlanFault: String, PlantedFault {
    // MARK: CutList
    /// Planted fault: the recorded time continues to count during a pause that has not ended.
    case openCutIgnored = "CutList.open-cut-ignored"
    /// Planted fault: a time exactly at a pause always lies behind the pause, whichever side was requested.
    case sideIgnored = "CutList.side-ignored"
    // MARK: FrameTimeouts
    /// Planted fault: a slow camera's frames must arrive at exact intervals, without any tolerance.
    case tremblingIgnored = "FrameTimeouts.trembling-ignored"
    /// Planted fault: an input that has never delivered counts as lost.
    case silentIsStalled = "FrameTimeouts.silent-is-stalled"
    // MARK: Throttle
    /// Planted fault: if two reasons reduce a camera's rate, the higher rate applies instead of the lower.
    case higherOfTwo = "Throttle.higher-of-two"
    /// Planted fault: the fastest preset is used only if the first of two throttles requests it.
    case presetOfOne = "Throttle.preset-of-one"
    // MARK: PictureSchedule
    /// Planted fault: a picture decision whose time was rounded up applies one frame late.
    case roundedDecisionLate = "PictureSchedule.rounded-decision-late"
    /// Planted fault: a decision that only changes colours ends a running animation.
    case motionCutShort = "PictureSchedule.motion-cut-short"
    /// Planted fault: an animation frame whose time was rounded down is drawn as the previous frame.
    case motionRoundedDown = "PictureSchedule.motion-rounded-down"
    // MARK: LatePictures
    /// Planted fault: camera pictures that the recording skipped are drawn in the rendered picture.
    case skippedDrawn = "LatePictures.skipped-drawn"
    /// Planted fault: camera pictures that were late in the recording are drawn on time in the rendered picture.
    case lateInTime = "LatePictures.late-in-time"
    // MARK: KeptSpans
    /// Planted fault: a cut of a file begins one frame too early.
    case frameRoundedDown = "KeptSpans.frame-rounded-down"
    /// Planted fault: the samples of each kept span are rounded separately, so that the error adds up.
    case samplesDrift = "KeptSpans.samples-drift"
    /// Planted fault: a kept span begins one sample too early.
    case samplesRoundedDown = "KeptSpans.samples-rounded-down"
    // MARK: MainRotation
    /// Planted fault: the rotation of the main camera uses all cameras of the file instead of the cameras that it
    /// names.
    case rotationWithoutOrder = "MainRotation.rotation-without-order"
    /// Planted fault: the main camera changes in the last moment of the recording.
    case changeAtEnd = "MainRotation.change-at-end"
    // MARK: SpeakerRule
    /// Planted fault: a pause between two words counts as a change of speaker.
    case pauseIsChange = "SpeakerRule.pause-is-change"
    /// Planted fault: the minimum duration for which the main camera stays is ignored.
    case holdIgnored = "SpeakerRule.hold-ignored"
    // MARK: ClockFit
    /// Planted fault: measurements far from the fitted line are included.
    case mistakesCount = "ClockFit.mistakes-count"
    /// Planted fault: a drift that does not differ significantly from zero is used.
    case driftOfNoise = "ClockFit.drift-of-noise"
    // MARK: SoundPlacement
    /// Planted fault: the drift that dualcam has already removed from the sound is not considered.
    case driftSubtracted = "SoundPlacement.drift-subtracted"
    /// Planted fault: a part without measurements is placed like the next part instead of the previous one.
    case nextPartFirst = "SoundPlacement.next-part-first"
    /// Planted fault: a sound begins one sample too early.
    case sampleRoundedDown = "SoundPlacement.sample-rounded-down"
    // MARK: LoudnessPolicy
    /// Planted fault: sound in a lossy codec gets no margin below the peak limit.
    case lossyMarginForgotten = "LoudnessPolicy.lossy-margin-forgotten"
    /// Planted fault: the gain of quiet sound has no limit.
    case gainWithoutLimit = "LoudnessPolicy.gain-without-limit"
    // MARK: CompositionClock
    /// Planted fault: the time of day just after a pause is computed as if the pause had not happened.
    case stepAfterItsTime = "CompositionClock.step-after-its-time"
    /// Planted fault: before the beginning, the recorded time is negative instead of 0.
    case recordedBeforeStart = "CompositionClock.recorded-before-start"
    // MARK: CompositionPieces
    /// Planted fault: the last chunk of a render is as long as the others, beyond the end.
    case lastPieceWhole = "CompositionPieces.last-piece-whole"
    /// Planted fault: a frame whose time was rounded down is assigned to the previous chunk.
    case roundedFrameNext = "CompositionPieces.rounded-frame-next"
    /// Planted fault: a chunk at 29.97 frames a second has one frame too few.
    case pieceRoundedDown = "CompositionPieces.piece-rounded-down"
    // MARK: DeviceChooser
    /// Planted fault: two cameras are assigned the same device.
    case deviceTwice = "DeviceChooser.device-twice"
    /// Planted fault: a camera that returns is identified by its earlier device node.
    case nodeBelieved = "DeviceChooser.node-believed"
    // MARK: SoundCodec
    /// Planted fault: AAC has no delay.
    case codecDelayForgotten = "SoundCodec.codec-delay-forgotten"
    /// Planted fault: a codec's delay is assumed to have the same duration at every sample rate.
    case lateAsAt48000 = "SoundCodec.late-as-at48000"
    // MARK: TrimPlan
    /// Planted fault: re-encoded sound is late by the delay of its codec.
    case trackDelayForgotten = "TrimPlan.track-delay-forgotten"
    /// Planted fault: lossless sound is truncated to samples of 16 bits.
    case samplesNarrowed = "TrimPlan.samples-narrowed"
    // MARK: SupervisionState
    /// Planted fault: if two workers are lost in a row, the gap begins with the second loss.
    case gapShortened = "SupervisionState.gap-shortened"
    /// Planted fault: the gap after a lost worker begins when the loss is noticed.
    case gapFromDeath = "SupervisionState.gap-from-death"
    /// Planted fault: the gap after a lost worker is not reported.
    case gapUntold = "SupervisionState.gap-untold"
    /// Planted fault: a second stop request ends the supervisor but not the worker.
    case workerLeft = "SupervisionState.worker-left"
    /// Planted fault: a worker is started after a stop request.
    case startedInEnd = "SupervisionState.started-in-end"
    /// Planted fault: a worker that is lost while it ends because of heat counts as successfully ended.
    case heatSettled = "SupervisionState.heat-settled"
    /// Planted fault: the files that a lost worker left are not finished.
    case leftUnfinished = "SupervisionState.left-unfinished"
    /// Planted fault: a take that has ended is finished again with each heartbeat.
    case takeFinishedTwice = "SupervisionState.take-finished-twice"
    /// Planted fault: the audit result of a session that was moved is ignored.
    case asideProofIgnored = "SupervisionState.aside-proof-ignored"
    /// Planted fault: the gap after a lost folder begins only when its files are closed.
    case gapAfterClosing = "SupervisionState.gap-after-closing"
    // MARK: SupervisorLedger
    /// Planted fault: ledger lines that could not be written to a moved folder are lost.
    case missedLinesLost = "SupervisorLedger.missed-lines-lost"
    /// Planted fault: ledger lines that one session missed are written to another.
    case missedLinesMixed = "SupervisorLedger.missed-lines-mixed"
    // MARK: Heartbeat
    /// Planted fault: the frame rate of a lost camera is considered when file growth is checked.
    case lostCameraIsFastest = "Heartbeat.lost-camera-is-fastest"
    /// Planted fault: the last status of a session that is ending still counts for the next session.
    case lastWordOfOld = "Heartbeat.last-word-of-old"
    /// Planted fault: every number in a heartbeat is accepted, even an impossible one.
    case numbersBelieved = "Heartbeat.numbers-believed"
    // MARK: Relocation
    /// Planted fault: a deleted folder does not count as a loss.
    case lossForgiven = "Relocation.loss-forgiven"
    /// Planted fault: the fallback folder is not used when the session's folder is lost.
    case fallbackUnused = "Relocation.fallback-unused"
    /// Planted fault: after several losses the exit code is that of the last instead of the first.
    case firstLossIsLast = "Relocation.first-loss-is-last"
    // MARK: RecordingDeadline
    /// Planted fault: the supervisor counts pauses as recorded time.
    case pauseEndsDeadline = "RecordingDeadline.pause-ends-deadline"
    /// Planted fault: the end at a time of day (`recording.until`) is ignored while nothing is recorded.
    case untilUnseen = "RecordingDeadline.until-unseen"
    /// Planted fault: only the last of several pauses counts.
    case lastPauseCounts = "RecordingDeadline.last-pause-counts"
    /// Planted fault: the end at a time of day (`recording.until`) may be reached before recording begins.
    case untilFromSupervisor = "RecordingDeadline.until-from-supervisor"
}
