/// The planted faults of planning and rendering, and of the supervisor.
package enum PlanFault: String, PlantedFault {
    // MARK: CutList
    /// Recorded time continues during an open pause.
    case openCutIgnored = "CutList.open-cut-ignored"
    /// A time exactly at a pause lies behind it, whichever side is requested.
    case sideIgnored = "CutList.side-ignored"
    // MARK: FrameTimeouts
    /// Slow frames must arrive without any jitter.
    case tremblingIgnored = "FrameTimeouts.trembling-ignored"
    /// An input that has never delivered counts as lost.
    case silentIsStalled = "FrameTimeouts.silent-is-stalled"
    // MARK: Throttle
    /// The higher one of two throttled camera rates applies.
    case higherOfTwo = "Throttle.higher-of-two"
    /// The fastest preset is used only if the first of two throttles requests it.
    case presetOfOne = "Throttle.preset-of-one"
    // MARK: PictureSchedule
    /// A decision whose time was rounded up applies to the next frame.
    case roundedDecisionLate = "PictureSchedule.rounded-decision-late"
    /// A decision about colours ends a running animation.
    case motionCutShort = "PictureSchedule.motion-cut-short"
    /// An animation frame whose time was rounded down becomes the previous frame.
    case motionRoundedDown = "PictureSchedule.motion-rounded-down"
    // MARK: LatePictures
    /// Pictures that were left out are drawn.
    case skippedDrawn = "LatePictures.skipped-drawn"
    /// Pictures that were late are drawn on time.
    case lateInTime = "LatePictures.late-in-time"
    // MARK: KeptSpans
    /// A cut begins with the previous frame.
    case frameRoundedDown = "KeptSpans.frame-rounded-down"
    /// The samples of each span are rounded separately.
    case samplesDrift = "KeptSpans.samples-drift"
    /// A span begins with the sample before its time.
    case samplesRoundedDown = "KeptSpans.samples-rounded-down"
    // MARK: MainRotation
    /// The rotation uses the cameras of the file instead of the ones that it names.
    case rotationWithoutOrder = "MainRotation.rotation-without-order"
    /// A change is made in the last moment of the recording.
    case changeAtEnd = "MainRotation.change-at-end"
    // MARK: SpeakerRule
    /// A pause between two words counts as a change of speaker.
    case pauseIsChange = "SpeakerRule.pause-is-change"
    /// The minimum duration of a picture is ignored.
    case holdIgnored = "SpeakerRule.hold-ignored"
    // MARK: ClockFit
    /// Measurements far from the line are included.
    case mistakesCount = "ClockFit.mistakes-count"
    /// A slope that does not differ significantly from zero is used.
    case driftOfNoise = "ClockFit.drift-of-noise"
    // MARK: SoundPlacement
    /// The drift that has already been removed is forgotten.
    case driftSubtracted = "SoundPlacement.drift-subtracted"
    /// A part without measurements gets the position of the next part.
    case nextPartFirst = "SoundPlacement.next-part-first"
    /// A sound begins with the sample before its time.
    case sampleRoundedDown = "SoundPlacement.sample-rounded-down"
    // MARK: LoudnessPolicy
    /// A lossy codec gets no margin.
    case lossyMarginForgotten = "LoudnessPolicy.lossy-margin-forgotten"
    /// The gain of quiet sound has no limit.
    case gainWithoutLimit = "LoudnessPolicy.gain-without-limit"
    // MARK: CompositionClock
    /// The time of day just after a pause is the one before it.
    case stepAfterItsTime = "CompositionClock.step-after-its-time"
    /// The recorded time before the beginning is negative.
    case recordedBeforeStart = "CompositionClock.recorded-before-start"
    // MARK: CompositionPieces
    /// The last piece is as long as the others.
    case lastPieceWhole = "CompositionPieces.last-piece-whole"
    /// A frame whose time was rounded down belongs to the previous piece.
    case roundedFrameNext = "CompositionPieces.rounded-frame-next"
    /// A piece at 29.97 frames a second has one frame too few.
    case pieceRoundedDown = "CompositionPieces.piece-rounded-down"
    // MARK: DeviceChooser
    /// Two cameras get the same device.
    case deviceTwice = "DeviceChooser.device-twice"
    /// A camera that returns is identified by its old node.
    case nodeBelieved = "DeviceChooser.node-believed"
    // MARK: SoundCodec
    /// AAC has no delay.
    case codecDelayForgotten = "SoundCodec.codec-delay-forgotten"
    /// A codec's delay has the same duration at every sample rate.
    case lateAsAt48000 = "SoundCodec.late-as-at48000"
    // MARK: TrimPlan
    /// Re-encoded sound is late by its codec's delay.
    case trackDelayForgotten = "TrimPlan.track-delay-forgotten"
    /// Lossless sound is truncated to samples of 16 bits.
    case samplesNarrowed = "TrimPlan.samples-narrowed"
    // MARK: SupervisionState
    /// If two workers are lost in a row, the gap begins with the second loss.
    case gapShortened = "SupervisionState.gap-shortened"
    /// A gap begins when the loss is noticed.
    case gapFromDeath = "SupervisionState.gap-from-death"
    /// A gap is not reported.
    case gapUntold = "SupervisionState.gap-untold"
    /// A second stop request ends only the supervisor.
    case workerLeft = "SupervisionState.worker-left"
    /// A worker is started after a stop request.
    case startedInEnd = "SupervisionState.started-in-end"
    /// A worker that is lost while it ends because of heat counts as successful.
    case heatSettled = "SupervisionState.heat-settled"
    /// The files that a lost worker left are not finished.
    case leftUnfinished = "SupervisionState.left-unfinished"
    /// A take that is over is finished again with each heartbeat.
    case takeFinishedTwice = "SupervisionState.take-finished-twice"
    /// The audit of a session that was moved is ignored.
    case asideProofIgnored = "SupervisionState.aside-proof-ignored"
    /// The gap after a lost folder begins when its files are closed.
    case gapAfterClosing = "SupervisionState.gap-after-closing"
    // MARK: SupervisorLedger
    /// Ledger lines that could not be written to a moved folder are lost.
    case missedLinesLost = "SupervisorLedger.missed-lines-lost"
    /// Ledger lines that one session missed are written to another.
    case missedLinesMixed = "SupervisorLedger.missed-lines-mixed"
    // MARK: Heartbeat
    /// The rate of a lost camera counts when file growth is checked.
    case lostCameraIsFastest = "Heartbeat.lost-camera-is-fastest"
    /// The status of a session that is ending still counts.
    case lastWordOfOld = "Heartbeat.last-word-of-old"
    /// Any number in a heartbeat is accepted.
    case numbersBelieved = "Heartbeat.numbers-believed"
    // MARK: Relocation
    /// A deleted folder does not count as a loss.
    case lossForgiven = "Relocation.loss-forgiven"
    /// The fallback folder is not used when the folder is lost.
    case fallbackUnused = "Relocation.fallback-unused"
    /// The exit code is that of the last failure instead of the first.
    case firstLossIsLast = "Relocation.first-loss-is-last"
    // MARK: RecordingDeadline
    /// The supervisor counts pauses as recorded time.
    case pauseEndsDeadline = "RecordingDeadline.pause-ends-deadline"
    /// The time of day is ignored while nothing is recorded.
    case untilUnseen = "RecordingDeadline.until-unseen"
    /// Only the last of several pauses counts.
    case lastPauseCounts = "RecordingDeadline.last-pause-counts"
    /// The time of day may be reached before recording begins.
    case untilFromSupervisor = "RecordingDeadline.until-from-supervisor"
}
