/// Faults of the plan of a recording and of what is made of it, and the supervisor.
package enum PlanFault: String, PlantedFault {
    // MARK: CutList
    /// In a pause that is not over recorded time goes on.
    case openCutIgnored = "CutList.open-cut-ignored"
    /// A time at a pause lies behind it, whatever is asked for.
    case sideIgnored = "CutList.side-ignored"
    // MARK: FrameTimeouts
    /// Slow frames have to come to the moment.
    case tremblingIgnored = "FrameTimeouts.trembling-ignored"
    /// An input from which nothing ever came is lost.
    case silentIsStalled = "FrameTimeouts.silent-is-stalled"
    // MARK: Throttle
    /// The higher one of two throttled rates of the cameras applies.
    case higherOfTwo = "Throttle.higher-of-two"
    /// A fast preset has to be asked for by both throttles.
    case presetOfOne = "Throttle.preset-of-one"
    // MARK: PictureSchedule
    /// A decision whose time was rounded up comes with the next frame.
    case roundedDecisionLate = "PictureSchedule.rounded-decision-late"
    /// A decision about colours ends a motion that is under way.
    case motionCutShort = "PictureSchedule.motion-cut-short"
    /// A frame of a motion whose time was rounded down is the one before.
    case motionRoundedDown = "PictureSchedule.motion-rounded-down"
    // MARK: LatePictures
    /// Pictures that were left out are drawn.
    case skippedDrawn = "LatePictures.skipped-drawn"
    /// Pictures that were late are drawn in time.
    case lateInTime = "LatePictures.late-in-time"
    // MARK: KeptSpans
    /// A cut begins with the frame before.
    case frameRoundedDown = "KeptSpans.frame-rounded-down"
    /// The samples of each span are rounded by themselves.
    case samplesDrift = "KeptSpans.samples-drift"
    /// A span begins with the sample before its time.
    case samplesRoundedDown = "KeptSpans.samples-rounded-down"
    // MARK: MainRotation
    /// The cameras that take turns are those of the file, not those that it names.
    case rotationWithoutOrder = "MainRotation.rotation-without-order"
    /// A change comes with the last moment of the recording.
    case changeAtEnd = "MainRotation.change-at-end"
    // MARK: SpeakerRule
    /// A pause between two words is a change.
    case pauseIsChange = "SpeakerRule.pause-is-change"
    /// A picture stays as short as people speak.
    case holdIgnored = "SpeakerRule.hold-ignored"
    // MARK: ClockFit
    /// Measurements far from the line count for it.
    case mistakesCount = "ClockFit.mistakes-count"
    /// A slope that cannot be told from none counts.
    case driftOfNoise = "ClockFit.drift-of-noise"
    // MARK: SoundPlacement
    /// The drift that is taken away already is forgotten.
    case driftSubtracted = "SoundPlacement.drift-subtracted"
    /// A part of which nothing is known has the place of the next.
    case nextPartFirst = "SoundPlacement.next-part-first"
    /// A sound begins with the sample before its time.
    case sampleRoundedDown = "SoundPlacement.sample-rounded-down"
    // MARK: LoudnessPolicy
    /// A codec that leaves something out gets no margin.
    case lossyMarginForgotten = "LoudnessPolicy.lossy-margin-forgotten"
    /// The gain of quiet sound has no limit.
    case gainWithoutLimit = "LoudnessPolicy.gain-without-limit"
    // MARK: CompositionClock
    /// The time of day is that before a pause, for a moment behind it.
    case stepAfterItsTime = "CompositionClock.step-after-its-time"
    /// Before the beginning less than nothing is recorded.
    case recordedBeforeStart = "CompositionClock.recorded-before-start"
    // MARK: CompositionPieces
    /// The last piece is as long as the others.
    case lastPieceWhole = "CompositionPieces.last-piece-whole"
    /// A frame whose time was rounded down belongs to the piece before.
    case roundedFrameNext = "CompositionPieces.rounded-frame-next"
    /// A piece of 29.97 frames a second has a frame too few.
    case pieceRoundedDown = "CompositionPieces.piece-rounded-down"
    // MARK: DeviceChooser
    /// Two cameras get one device.
    case deviceTwice = "DeviceChooser.device-twice"
    /// A camera that comes back is found by the node that it had.
    case nodeBelieved = "DeviceChooser.node-believed"
    // MARK: SoundCodec
    /// AAC holds back no samples.
    case codecDelayForgotten = "SoundCodec.codec-delay-forgotten"
    /// The delay of a codec lasts equally long at every sample rate.
    case lateAsAt48000 = "SoundCodec.late-as-at48000"
    // MARK: TrimPlan
    /// Sound that is encoded again is late by what its codec holds back.
    case trackDelayForgotten = "TrimPlan.track-delay-forgotten"
    /// Lossless sound is cut to samples of 16 bits.
    case samplesNarrowed = "TrimPlan.samples-narrowed"
    // MARK: SupervisionState
    /// If two workers are lost in a row, the gap begins with the second loss.
    case gapShortened = "SupervisionState.gap-shortened"
    /// A gap begins when the loss is noticed.
    case gapFromDeath = "SupervisionState.gap-from-death"
    /// A gap is not told.
    case gapUntold = "SupervisionState.gap-untold"
    /// A second request ends the supervisor alone.
    case workerLeft = "SupervisionState.worker-left"
    /// A worker is started though the end was asked for.
    case startedInEnd = "SupervisionState.started-in-end"
    /// A worker that is lost while it ends for heat has ended well.
    case heatSettled = "SupervisionState.heat-settled"
    /// The files that a lost worker left are not finished.
    case leftUnfinished = "SupervisionState.left-unfinished"
    /// A take that is over is finished with each heartbeat.
    case takeFinishedTwice = "SupervisionState.take-finished-twice"
    /// The audit of a session that was moved counts for nothing.
    case asideProofIgnored = "SupervisionState.aside-proof-ignored"
    /// The gap behind a lost folder begins when its files are closed.
    case gapAfterClosing = "SupervisionState.gap-after-closing"
    // MARK: SupervisorLedger
    /// Lines that a moved folder has missed are lost.
    case missedLinesLost = "SupervisorLedger.missed-lines-lost"
    /// Lines that one session has missed are told in another.
    case missedLinesMixed = "SupervisorLedger.missed-lines-mixed"
    // MARK: Heartbeat
    /// The rate of a camera that is away counts for how fast files grow.
    case lostCameraIsFastest = "Heartbeat.lost-camera-is-fastest"
    /// The status of a session that ends still counts.
    case lastWordOfOld = "Heartbeat.last-word-of-old"
    /// Any number in a heartbeat is believed.
    case numbersBelieved = "Heartbeat.numbers-believed"
    // MARK: Relocation
    /// A folder that was deleted costs nothing.
    case lossForgiven = "Relocation.loss-forgiven"
    /// There is no other place than the one that was lost.
    case fallbackUnused = "Relocation.fallback-unused"
    /// The exit code is that of the last failure, not of the first.
    case firstLossIsLast = "Relocation.first-loss-is-last"
    // MARK: RecordingDeadline
    /// The supervisor counts pauses for what is recorded.
    case pauseEndsDeadline = "RecordingDeadline.pause-ends-deadline"
    /// The time of day never comes while nothing is recorded.
    case untilUnseen = "RecordingDeadline.until-unseen"
    /// Only the last of several pauses counts.
    case lastPauseCounts = "RecordingDeadline.last-pause-counts"
    /// The time of day may come before recording begins.
    case untilFromSupervisor = "RecordingDeadline.until-from-supervisor"
}
