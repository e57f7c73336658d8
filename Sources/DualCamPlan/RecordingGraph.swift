package import DualCamConfig

/// The live graph, as the session uses it. One session owns a graph, and only that session changes it.
package protocol RecordingGraph: Sendable {
    /// The events of the graph in order, beginning with the first `start`. The stream ends when the graph has been
    /// closed.
    nonisolated var events: AsyncStream<GraphEvent> { get }

    /// Opens the devices and starts the data flow without recording, so that a later `start` takes effect at once. Does
    /// nothing if the devices are open.
    func standBy() async throws(GraphFailure)

    /// Opens the devices, starts the data flow and opens the first files at the paths in `files`. Recording begins at
    /// the instant at which every input delivers; `GraphEvent.recording` reports this instant. Does nothing after
    /// `close`.
    ///
    /// - Parameter delay: the time from that instant to the start of recording; `nil` for the plan's own delay. A
    ///   negative value begins in the past, as far as the graph has kept it (`GraphPlan.preRoll`).
    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure)

    func apply(_ change: GraphChange) async throws(GraphFailure)

    /// Carries out a change of the running recording. Several changes are carried out one after the other.
    ///
    /// - Returns: the running time of the first frame or sample that shows the change. `nil` if no frame can show it,
    ///   such as a control of a camera without time stamps.
    /// - Throws: `refused` if this graph cannot carry out the change; nothing has changed then.
    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime?

    /// Returns the next frame of a camera or of the combined picture, encoded off the streaming threads.
    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot

    /// Creates the branch of a preview, which is removed when the stream is released. Recording does not wait for a
    /// preview and does not fail with it. A new preview for the same request replaces the previous one.
    ///
    /// - Throws: `refused` if the recording lacks the source, `notNow` if the source delivers nothing at present.
    func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem>

    /// Returns the controls of the connected cameras with the current values of their devices. Waits for the devices
    /// off the shared thread pool, for at most two seconds. Devices that have not answered by then are left out.
    func controls() async -> [InputName: [ControlFacts]]

    /// Returns the graph's current counters and levels. The call is cheap and may be made several times a second.
    func statistics() async -> GraphStatistics

    /// Ends the remaining streams and closes the devices; unfinished files stay as they are. Gives up after `limit`
    /// with `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// A file that the graph is requested to write: one segment of an output.
package struct FileRequest: Sendable, Equatable {
    package var output: OutputName
    package var segment: Int
    package var path: String

    package init(output: OutputName, segment: Int, path: String) {
        self.output = output
        self.segment = segment
        self.path = path
    }
}

/// A change of the running graph that the session requests.
package enum GraphChange: Sendable, Equatable {
    /// Continues every output in a new file, from the first key frame at or after `at`. `files` has one entry per
    /// output. Throws if files cannot be created: the outputs in `GraphFailure.unmade` then keep their open files, and
    /// all others change.
    case openSegment([FileRequest], at: RunningTime)
    /// Stops recording at `at`; `nil` means now. Every file is finished, and `GraphEvent.fileFinished` reports each.
    case stop(at: RunningTime?)
    /// Ends all inputs that no longer deliver, so that their files can be finished.
    case abandonStalledInputs
    /// Removes one output without affecting the others; its files are left as they are.
    case dropOutput(OutputName)
    /// Creates a failed output's own elements (its encoder) again. `openSegment` can then give it a new file.
    case restoreOutput(OutputName)
    /// Removes an input that failed or stalled. Its files end with the last received frame, the combined picture shows
    /// a slate, and sound becomes silence. `GraphEvent.inputLost` confirms. Does nothing if the input is already lost.
    case loseInput(InputName)
    /// Searches for a lost input's device by its identity and creates the input's part of the graph again. Throws if
    /// the device is missing or refuses; the change may then be repeated. `GraphEvent.inputReturned` confirms when the
    /// input delivers.
    case reopenInput(InputName)
    /// Reduces the graph's work to this level, or restores it. Does nothing if the level is already set.
    /// `GraphEvent.rateChanged` confirms each changed frame rate.
    case throttle(Throttle)
}

package enum GraphEvent: Sendable, Equatable {
    /// Every input delivers, and recording has started at `at`. `wallClock` is the Unix time in nanoseconds at that
    /// instant. `past` is the age of the instant, for a take that begins with pre-roll.
    case recording(at: RunningTime, wallClock: Int64, clock: String, past: Duration = .zero)
    /// The running time at which all outputs of the session end has been set.
    case stopping(at: RunningTime)
    case fileFinished(FileSummary)
    /// Frames were lost in a branch since the previous such event. The last of them was due at `at`.
    case dropped(branch: BranchID, output: OutputName?, count: Int, at: RunningTime)
    /// Frames are missing from a camera's pictures since the previous such event: their number, and the time at which
    /// the last of them was due. Either the camera's clip lacks frames that its rate demands, or a command has delayed
    /// the camera's pictures (`isDelay`).
    case absentFromClip(InputName, count: Int, isDelay: Bool = false, at: RunningTime)
    /// The combined picture showed an old picture of a camera again, because a new one was late. `count` is the number
    /// of such frames since the previous such event.
    case repeated(branch: BranchID, count: Int, at: RunningTime)
    /// A camera's pictures did not follow each other in the combined picture since the previous such event. `at` is the
    /// time of the last jump.
    case jumped(branch: BranchID, [PictureJump], at: RunningTime)
    /// A camera or microphone has been removed. Its recorded frames end at `at`; a slate or silence replaces it.
    case inputLost(InputName, at: RunningTime)
    /// A lost input delivers again and is back in the combined picture or in the sound. `at` is the time of its first
    /// frame. Files of the input begin with the next `openSegment`.
    case inputReturned(InputName, at: RunningTime)
    /// A camera's device delivered damaged pictures since the previous such event; `at` is the time of the last of
    /// them. Damaged pictures that were not recorded are also reported as `dropped`.
    case damaged(InputName, count: Int, isKept: Bool, at: RunningTime)
    /// The usual time between a camera's pictures. Sent when it is first measured, and when it has changed by more than
    /// a tenth. `at` is the time of the first picture at this interval. If `isConverted` is true, the files have
    /// another rate.
    case cadence(InputName, Duration, isConverted: Bool = false, at: RunningTime)
    /// The time between key frames of a camera whose own H.264 is recorded. Sent when it is first measured, and when it
    /// has changed by more than a tenth. `at` is the time of the first key frame at this interval.
    case keyFrames(InputName, Duration, at: RunningTime)
    /// A camera works, but its device did not accept the value of a control; `text` describes the difference.
    case controlDiffers(InputName, text: String)
    /// An output records another fraction of its frames from the frame at `at` on. The frames that are left out do not
    /// count as lost.
    case rateChanged(OutputName, RateShare, at: RunningTime)
    /// The sound levels of a microphone, sent ten times a second for each microphone.
    case levels(SoundLevels, at: RunningTime)
    /// The measurements of a camera's picture, for every camera whose pictures can be inspected. Sent about twice a
    /// second at uneven intervals, so that a looping clip is not mistaken for a still picture. `at` is the picture's
    /// running time.
    case picture(PictureSample, at: RunningTime)
    /// An element of the graph failed. The failure names the element's branch and the affected output or input.
    case failed(GraphFailure)
    /// A warning for users about an event that caused no damage.
    case warning(branch: BranchID?, text: String)
    case closed
}

/// A gap in the sequence of a camera's pictures that the combined picture shows.
package struct PictureJump: Sendable, Equatable {
    /// The time of the first combined frame that shows the camera's picture after the gap.
    package var at: RunningTime
    /// `last`, `next`: the times of the camera's pictures before and after the gap. The pictures between them were
    /// never drawn.
    package var last: RunningTime
    package var next: RunningTime

    package init(at: RunningTime, last: RunningTime, next: RunningTime) {
        (self.at, self.last, self.next) = (at, last, next)
    }
}

/// A recorded file that its muxer closed after all data was written.
package struct FileSummary: Sendable, Equatable {
    package var output: OutputName
    package var segment: Int
    package var path: String
    /// The number of video frames in the recorded file.
    package var frames: Int
    /// `start`, `end`: the running times of the file's first frame and of the end of its last frame.
    package var start: RunningTime
    package var end: RunningTime
    /// The number of nanoseconds between `start` and `end` that were not recorded because the recording was paused.
    package var paused: Int64 = 0
    /// The number of nanoseconds from the beginning of the file's own time to its first frame, because sound may come
    /// before it.
    package var lead: Int64 = 0
    /// The position in bytes from which the file's content is damaged, because another process truncated the file;
    /// `nil` if no truncation was detected.
    package var cutAt: Int64?
    /// The number of frames in the file by the camera's own frame numbers. `nil` if the camera has none or a number is
    /// unknown.
    package var count: FrameCount?

    package var length: Duration { .nanoseconds(nanoseconds) }

    /// The duration in nanoseconds that the file contains, without pauses.
    package var nanoseconds: Int64 { end.nanoseconds -| start.nanoseconds -| paused }

    package init(output: OutputName, segment: Int, path: String, frames: Int, start: RunningTime, end: RunningTime) {
        (self.output, self.segment, self.path, self.frames) = (output, segment, path, frames)
        (self.start, self.end) = (start, end)
    }
}

package struct GraphStatistics: Sendable, Equatable {
    /// The running time of the graph's pipeline at the time of the measurement; `nil` before its clock runs.
    package var now: RunningTime?
    package var outputs: [Output]
    package var inputs: [Input]
    /// The statistics of every microphone's sound, in the order of the tracks.
    package var sounds: [Sound]
    /// The statistics of every video encoder.
    package var branches: [Branch]
    /// The number of previews that the graph is encoding.
    package var previews = 0

    package init(
        now: RunningTime?, outputs: [Output], inputs: [Input] = [], sounds: [Sound] = [], branches: [Branch] = []
    ) {
        (self.now, self.outputs, self.inputs, self.sounds) = (now, outputs, inputs, sounds)
        self.branches = branches
    }

    /// The frame counts of an output's encoder, which show when it falls behind.
    package struct Branch: Sendable, Equatable {
        package var output: OutputName
        /// `framesIn`, `framesOut`: the numbers of frames since the start that entered the encoder's queue and that
        /// left the encoder. Frames that a throttle leaves out are not counted.
        package var framesIn: Int
        package var framesOut: Int
        /// The fill level of the queue before the encoder, 0 ... 1; at 1, frames are lost.
        package var queue: Double
        /// The number of frames in the queue before the encoder.
        package var waiting = 0
        /// True when the encoder must wait, because the queue to the files is full and the disk is slow.
        package var isHeldUp: Bool

        package init(output: OutputName, framesIn: Int, framesOut: Int, queue: Double, isHeldUp: Bool = false) {
            (self.output, self.framesIn, self.framesOut, self.queue) = (output, framesIn, framesOut, queue)
            self.isHeldUp = isHeldUp
        }
    }

    /// The current state of a camera or a microphone.
    package struct Input: Sendable, Equatable {
        package var name: InputName
        /// True when the input was removed and has not returned yet.
        package var isLost: Bool
        /// The time since the last buffer from the input; `nil` if the input has not delivered any.
        package var idle: Duration?
        /// The number of damaged pictures that were left out before the camera's first whole picture.
        package var damaged = 0
        /// The times after which the input counts as late or stalled, which depend on its rate.
        package var timeouts: FrameTimeouts

        package init(name: InputName, isLost: Bool, idle: Duration?, timeouts: FrameTimeouts = FrameTimeouts()) {
            (self.name, self.isLost, self.idle, self.timeouts) = (name, isLost, idle, timeouts)
        }
    }

    /// The corrections that keep a microphone's sound in step with the pipeline's clock.
    package struct Sound: Sendable, Equatable {
        /// The largest relative error of a sound device's clock that resampling corrects.
        package static let largestCorrection = 0.005

        package var microphone: InputName
        /// `samples`, `added`, `removed`: the numbers of samples that were recorded, and that were inserted or removed
        /// to follow the pipeline's clock.
        package var samples: Int64
        package var added: Int64
        package var removed: Int64
        /// The measured fraction by which the sound device's clock is slower than the pipeline's clock. `nil` if the
        /// device has no clock of its own, or if the fraction is not known yet.
        package var drift: Double?

        /// True for a clock that is off by more than can be made up for: its sound jumps now and then.
        package var isBeyondCorrection: Bool { abs(drift ?? 0) > Self.largestCorrection }

        package init(of microphone: InputName = .microphone, samples: Int64, added: Int64, removed: Int64) {
            self.microphone = microphone
            (self.samples, self.added, self.removed) = (samples, added, removed)
        }
    }

    package struct Output: Sendable, Equatable {
        package var name: OutputName
        /// The number of video frames written to the output's files so far.
        package var frames: Int
        /// The number of the output's frames that were lost before the encoder.
        package var dropped: Int
        /// The number of bytes that the output has handed to the file system, in all its files.
        package var bytes: Int64
        /// The size in bytes of the output's largest open file.
        package var largestFile: Int64

        package init(name: OutputName, frames: Int, dropped: Int, bytes: Int64, largestFile: Int64 = 0) {
            (self.name, self.frames, self.dropped, self.bytes) = (name, frames, dropped, bytes)
            self.largestFile = largestFile
        }
    }
}
