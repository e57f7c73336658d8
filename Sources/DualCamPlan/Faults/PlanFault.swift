/// The planted faults in the code for planning, for rendering and for the supervisor.
package enum PlanFault: String, PlantedFault {
    // MARK: CutList
    /// Planted fault: the recorded time continues to increase during a pause that is still in progress.
    case openCutIgnored = "CutList.open-cut-ignored"
    /// Planted fault: a recorded time at which a pause lies is always converted to the end of the pause, even if the
    /// start of the pause was requested.
    case sideIgnored = "CutList.side-ignored"
    // MARK: FrameTimeouts
    /// Planted fault: the timeouts of a camera with a low frame rate leave no tolerance for jitter.
    case tremblingIgnored = "FrameTimeouts.trembling-ignored"
    /// Planted fault: an input that has not delivered anything yet counts as lost.
    case silentIsStalled = "FrameTimeouts.silent-is-stalled"
    // MARK: Throttle
    /// Planted fault: if a camera's frame rate is reduced for two reasons, the higher of the two rates is used.
    case higherOfTwo = "Throttle.higher-of-two"
    /// Planted fault: when two throttles are merged, the fastest encoder preset is used only if the first one requests
    /// it.
    case presetOfOne = "Throttle.preset-of-one"
    // MARK: PictureSchedule
    /// Planted fault: if the recorded time of a layout or colour change was rounded up, the change appears one frame
    /// late.
    case roundedDecisionLate = "PictureSchedule.rounded-decision-late"
    /// Planted fault: a change that affects only colours ends an animation of the layout that is still running.
    case motionCutShort = "PictureSchedule.motion-cut-short"
    /// Planted fault: if the time of an animation frame was rounded down, the previous frame is drawn.
    case motionRoundedDown = "PictureSchedule.motion-rounded-down"
    // MARK: LatePictures
    /// Planted fault: a render shows camera pictures that the recorded combined picture had skipped.
    case skippedDrawn = "LatePictures.skipped-drawn"
    /// Planted fault: a render shows camera pictures on time that were late in the recorded combined picture.
    case lateInTime = "LatePictures.late-in-time"
    // MARK: KeptSpans
    /// Planted fault: when a session is trimmed, a kept part may begin one frame too early, because its time is rounded
    /// down.
    case frameRoundedDown = "KeptSpans.frame-rounded-down"
    /// Planted fault: when a session is trimmed, the number of audio samples is rounded for each kept part separately,
    /// so that the errors accumulate.
    case samplesDrift = "KeptSpans.samples-drift"
    /// Planted fault: when a session is trimmed, the sound of a kept part may begin one sample too early.
    case samplesRoundedDown = "KeptSpans.samples-rounded-down"
    // MARK: MainRotation
    /// Planted fault: automatic switching uses all cameras of the pipeline file instead of those in
    /// `combined.switch.cameras`.
    case rotationWithoutOrder = "MainRotation.rotation-without-order"
    /// Planted fault: the main camera changes at the very end of the recording.
    case changeAtEnd = "MainRotation.change-at-end"
    // MARK: SpeakerRule
    /// Planted fault: a pause between two words counts as a change of speaker.
    case pauseIsChange = "SpeakerRule.pause-is-change"
    /// Planted fault: the main camera may change before its minimum time on screen has passed.
    case holdIgnored = "SpeakerRule.hold-ignored"
    // MARK: ClockFit
    /// Planted fault: the line that is fitted to clock measurements also uses outliers, which must be ignored.
    case mistakesCount = "ClockFit.mistakes-count"
    /// Planted fault: a measured clock drift is used even if it does not differ significantly from zero.
    case driftOfNoise = "ClockFit.drift-of-noise"
    // MARK: SoundPlacement
    /// Planted fault: the total drift of a separate sound recording is computed without the part that was already
    /// removed from the sound.
    case driftSubtracted = "SoundPlacement.drift-subtracted"
    /// Planted fault: for a part without measurements, the position of a separate sound recording is taken from the
    /// next part instead of the previous one.
    case nextPartFirst = "SoundPlacement.next-part-first"
    /// Planted fault: a separate sound recording may be placed one sample too early.
    case sampleRoundedDown = "SoundPlacement.sample-rounded-down"
    // MARK: LoudnessPolicy
    /// Planted fault: when the loudness is adjusted for a lossy codec, no margin is kept below the limit for peaks,
    /// although encoding can raise the peaks.
    case lossyMarginForgotten = "LoudnessPolicy.lossy-margin-forgotten"
    /// Planted fault: when the loudness is adjusted, quiet sound is amplified without a limit.
    case gainWithoutLimit = "LoudnessPolicy.gain-without-limit"
    // MARK: CompositionClock
    /// Planted fault: just after a pause, the time of day in a render is computed as if there had been no pause.
    case stepAfterItsTime = "CompositionClock.step-after-its-time"
    /// Planted fault: before the start of the recording, the recorded time in a render is negative instead of 0.
    case recordedBeforeStart = "CompositionClock.recorded-before-start"
    // MARK: CompositionPieces
    /// Planted fault: the last chunk of a render is as long as the others and extends beyond the end.
    case lastPieceWhole = "CompositionPieces.last-piece-whole"
    /// Planted fault: if the time of a chunk's first frame was rounded down, the frame is assigned to the previous
    /// chunk.
    case roundedFrameNext = "CompositionPieces.rounded-frame-next"
    /// Planted fault: at 29.97 frames per second, a chunk has one frame too few.
    case pieceRoundedDown = "CompositionPieces.piece-rounded-down"
    // MARK: DeviceChooser
    /// Planted fault: two cameras are assigned the same device.
    case deviceTwice = "DeviceChooser.device-twice"
    /// Planted fault: a camera that was plugged in again is identified by its previous device node, which may now
    /// belong to a different camera.
    case nodeBelieved = "DeviceChooser.node-believed"
    // MARK: SoundCodec
    /// Planted fault: the delay that AAC adds to sound is assumed to be 0.
    case codecDelayForgotten = "SoundCodec.codec-delay-forgotten"
    /// Planted fault: a codec's delay is assumed to be the same time at every sample rate, although it is a number of
    /// samples.
    case lateAsAt48000 = "SoundCodec.late-as-at48000"
    // MARK: TrimPlan
    /// Planted fault: the codec's delay is not removed from re-encoded sound.
    case trackDelayForgotten = "TrimPlan.track-delay-forgotten"
    /// Planted fault: lossless sound is reduced to 16-bit samples.
    case samplesNarrowed = "TrimPlan.samples-narrowed"
    // MARK: SupervisionState
    /// Planted fault: if two workers fail in a row, the recorded gap starts at the second failure instead of the first.
    case gapShortened = "SupervisionState.gap-shortened"
    /// Planted fault: the recorded gap after the failure of a worker starts when the failure is noticed, not when the
    /// files last grew.
    case gapFromDeath = "SupervisionState.gap-from-death"
    /// Planted fault: the gap in the recording after the failure of a worker is not reported.
    case gapUntold = "SupervisionState.gap-untold"
    /// Planted fault: a second stop request ends the supervisor but leaves the worker running.
    case workerLeft = "SupervisionState.worker-left"
    /// Planted fault: a worker is started after a stop request.
    case startedInEnd = "SupervisionState.started-in-end"
    /// Planted fault: if a worker that ends a recording because of heat then fails, the recording counts as successful.
    case heatSettled = "SupervisionState.heat-settled"
    /// Planted fault: files that a failed worker left behind are not finished.
    case leftUnfinished = "SupervisionState.left-unfinished"
    /// Planted fault: a recording counts as failed if its scheduled end passes, even if the worker had already
    /// recorded.
    case sleepFails = "SupervisionState.sleep-fails"
    /// Planted fault: a take that has ended is finished again at every heartbeat.
    case takeFinishedTwice = "SupervisionState.take-finished-twice"
    /// Planted fault: the audit result of a session whose folder was moved away is ignored.
    case asideProofIgnored = "SupervisionState.aside-proof-ignored"
    /// Planted fault: the gap after the loss of a session's folder starts only when the files in it are closed.
    case gapAfterClosing = "SupervisionState.gap-after-closing"
    // MARK: SupervisorLedger
    /// Planted fault: ledger lines that could not be written because the session's folder was moved are lost.
    case missedLinesLost = "SupervisorLedger.missed-lines-lost"
    /// Planted fault: ledger lines that could not be written for one session are written to another session's ledger.
    case missedLinesMixed = "SupervisorLedger.missed-lines-mixed"
    // MARK: Heartbeat
    /// Planted fault: the check that files grow still expects frames at the rate of a camera that is lost.
    case lostCameraIsFastest = "Heartbeat.lost-camera-is-fastest"
    /// Planted fault: a late status message of a session that is ending is assigned to the next session.
    case lastWordOfOld = "Heartbeat.last-word-of-old"
    /// Planted fault: all numbers in a worker's heartbeat are accepted, even impossible ones.
    case numbersBelieved = "Heartbeat.numbers-believed"
    // MARK: Relocation
    /// Planted fault: the deletion of the session's folder during the recording does not count as a failure.
    case lossForgiven = "Relocation.loss-forgiven"
    /// Planted fault: the fallback folder is not used after the session's folder was lost.
    case fallbackUnused = "Relocation.fallback-unused"
    /// Planted fault: after several failures, the exit code is that of the last failure instead of the first.
    case firstLossIsLast = "Relocation.first-loss-is-last"
    // MARK: RecordingDeadline
    /// Planted fault: the supervisor counts pauses as recorded time when it checks `recording.duration`.
    case pauseEndsDeadline = "RecordingDeadline.pause-ends-deadline"
    /// Planted fault: the end at a time of day (`recording.until`) is ignored while nothing is being recorded.
    case untilUnseen = "RecordingDeadline.until-unseen"
    /// Planted fault: if there were several pauses, only the last one is subtracted from the recorded time.
    case lastPauseCounts = "RecordingDeadline.last-pause-counts"
    /// Planted fault: the end at a time of day (`recording.until`) is computed from the start of the supervisor, not of
    /// the recording. It may thus be reached before the recording starts.
    case untilFromSupervisor = "RecordingDeadline.until-from-supervisor"
}
