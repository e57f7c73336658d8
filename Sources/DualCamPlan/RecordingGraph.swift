package import DualCamConfig

/// A running time of the pipeline in nanoseconds. Sums and differences saturate at the limits of `Int64`.
package struct RunningTime: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func < (left: RunningTime, right: RunningTime) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (time: RunningTime, length: Duration) -> RunningTime {
        RunningTime(nanoseconds: time.nanoseconds +| length.nanoseconds)
    }

    package static func - (end: RunningTime, start: RunningTime) -> Duration {
        .nanoseconds(end.nanoseconds -| start.nanoseconds)
    }
}

/// The live graph as the session sees it. One session owns a graph, and only that session changes it.
package protocol RecordingGraph: Sendable {
    /// The graph's events in order, beginning with the first `start`. The stream ends when the graph has been closed.
    nonisolated var events: AsyncStream<GraphEvent> { get }

    /// Opens the devices and starts the data flow without recording. A later `start` then begins at once. Does nothing
    /// if the devices are open.
    func standBy() async throws(GraphFailure)

    /// Opens the devices and starts the data flow. The first files are opened at the paths in `files`. Recording begins
    /// at the instant at which every input delivers, which `GraphEvent.recording` reports. Does nothing after `close`.
    ///
    /// - Parameter delay: the time from that instant to the start of recording; `nil`: the plan's own delay. A negative
    ///   value begins in the past, as far as the graph keeps it (`GraphPlan.preRoll`).
    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure)

    func apply(_ change: GraphChange) async throws(GraphFailure)

    /// Carries out directions, one after the other.
    ///
    /// - Returns: the running time of the first frame or sample that shows the change. `nil` if no frame can show it,
    ///   such as a control of a camera without time stamps of its own.
    ///
    /// Throws `refused` if this graph cannot carry out the direction; nothing has changed then.
    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime?

    /// Returns the next frame of a camera or of the combined picture as a still, encoded off the streaming threads.
    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot

    /// Creates the branch of a preview, which is removed when the stream is released. Recording does not wait for a
    /// preview and does not fail with it. A new preview for the same request replaces the previous one.
    ///
    /// Throws `refused` if this recording does not have the source, `notNow` if the source delivers nothing at present.
    func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem>

    /// Returns the controls of the connected cameras with the values that their devices have now. Waits for the devices
    /// off the shared thread pool, for at most two seconds. A device that has not answered by then is left out.
    func controls() async -> [InputName: [ControlFacts]]

    /// Returns the current counters and levels. The call is cheap and may be made several times a second.
    func statistics() async -> GraphStatistics

    /// Ends the remaining streams and frees the devices; unfinished files stay as they are. Gives up after `limit` with
    /// `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// A file to write: one segment of an output.
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

/// A change of the running graph, requested only by the session.
package enum GraphChange: Sendable, Equatable {
    /// Continues every output in a new file, from the first key frame at or after `at`. `files` has one entry per
    /// output. Throws if files cannot be created: the outputs of `GraphFailure.unmade` keep their open files, and all
    /// others change.
    case openSegment([FileRequest], at: RunningTime)
    /// Stops recording at `at` (now if `nil`). Every file is finished, and `GraphEvent.fileFinished` reports each.
    case stop(at: RunningTime?)
    /// Ends an input that no longer delivers, so that its files can be finished.
    case abandonStalledInputs
    /// Removes one output without harming the others; its files are left as they are.
    case dropOutput(OutputName)
    /// Creates a failed output's own elements (its encoder) again, so that `openSegment` can give the output a new
    /// file.
    case restoreOutput(OutputName)
    /// Removes an input that failed or stalled. Its files end with the last frame that came, the combined picture shows
    /// a slate, and sound becomes silence. `GraphEvent.inputLost` confirms. Does nothing if the input is already lost.
    case loseInput(InputName)
    /// Looks for a lost input's device by its identity and creates its part of the graph again. Throws if the device is
    /// missing or refuses; the change may then be repeated. `GraphEvent.inputReturned` confirms when the input
    /// delivers.
    case reopenInput(InputName)
    /// Reduces the graph's work to this level, or restores it. Does nothing if the level is already set.
    /// `GraphEvent.rateChanged` confirms each share that has changed.
    case throttle(Throttle)
}

package enum GraphEvent: Sendable, Equatable {
    /// Every input delivers: the common start of the session. `wallClock` is the Unix time in nanoseconds at `at`.
    /// `past` is the age of that instant, for a take that begins with pre-roll.
    case recording(at: RunningTime, wallClock: Int64, clock: String, past: Duration = .zero)
    /// The common end has been set.
    case stopping(at: RunningTime)
    case fileFinished(FileSummary)
    /// The number of frames lost in a branch since the last such event, and the due time of the last of them.
    case dropped(branch: BranchID, output: OutputName?, count: Int, at: RunningTime)
    /// Frames that are missing from a camera's pictures since the last such event, and the due time of the last of
    /// them. Either the camera's clip does not hold the frames that its rate demands, or a command has delayed the
    /// camera's pictures (`isDelay`).
    case absentFromClip(InputName, count: Int, isDelay: Bool = false, at: RunningTime)
    /// The number of combined frames since the last such event in which a camera's picture was older than it should
    /// have been.
    case repeated(branch: BranchID, count: Int, at: RunningTime)
    /// The jumps of a camera's pictures in the combined picture since the last such event, and the time of the last
    /// jump.
    case jumped(branch: BranchID, [PictureJump], at: RunningTime)
    /// An input has been removed. Its recorded frames end at `at`; the slate (or the silence) is in place.
    case inputLost(InputName, at: RunningTime)
    /// A lost input delivers again and is back in the combined picture or in the sound. `at` is the time of its first
    /// frame. Its own files begin with the next `openSegment`.
    case inputReturned(InputName, at: RunningTime)
    /// Pictures that a camera's device delivered damaged since the last such event, and the time of the last of them.
    /// Pictures that were not kept are also reported as `dropped`.
    case damaged(InputName, count: Int, isKept: Bool, at: RunningTime)
    /// The usual time between a camera's pictures, as measured. Sent when enough pictures have come, and whenever the
    /// time has changed by more than a tenth. `at` is the first picture with this distance. If `isConverted` is true,
    /// the files have another rate.
    case cadence(InputName, Duration, isConverted: Bool = false, at: RunningTime)
    /// The measured time between key frames of a camera whose own H.264 is recorded. Sent for the first value, and
    /// whenever the time has changed by more than a tenth. `at` is the first key frame with this distance.
    case keyFrames(InputName, Duration, at: RunningTime)
    /// A camera streams, but its device did not accept the value of a control.
    case controlDiffers(InputName, text: String)
    /// The share of an output's frames that is recorded from the frame at `at`. The frames left out do not count as
    /// lost.
    case rateChanged(OutputName, RateShare, at: RunningTime)
    /// The levels of the microphones, sent ten times a second for each.
    case levels(SoundLevels, at: RunningTime)
    /// A sample of a camera's picture, for every camera whose pictures can be inspected. Sent about twice a second at
    /// uneven intervals, so that a looping clip is not taken for a still picture. `at` is the picture's running time.
    case picture(PictureSample, at: RunningTime)
    /// An element failed; the failure names its branch and the output or input that the branch feeds.
    case failed(GraphFailure)
    /// A warning for people about something that harmed nothing.
    case warning(branch: BranchID?, text: String)
    case closed
}

/// A place where a camera's pictures did not follow each other frame by frame in the combined picture.
package struct PictureJump: Sendable, Equatable {
    /// The first combined frame that shows the next picture.
    package var at: RunningTime
    /// The times of the camera's pictures before and after the jump; the pictures between them were never drawn.
    package var last: RunningTime
    package var next: RunningTime

    package init(at: RunningTime, last: RunningTime, next: RunningTime) {
        (self.at, self.last, self.next) = (at, last, next)
    }
}

/// A file that its muxer closed after all data was written.
package struct FileSummary: Sendable, Equatable {
    package var output: OutputName
    package var segment: Int
    package var path: String
    /// The number of video frames in the file.
    package var frames: Int
    /// The presentation time of the first frame, and the end of the last one.
    package var start: RunningTime
    package var end: RunningTime
    /// The nanoseconds between `start` and `end` that were not recorded because the recording was paused.
    package var paused: Int64 = 0
    /// The nanoseconds from the beginning of the file's own time to its first frame, because sound may come before it.
    package var lead: Int64 = 0
    /// The offset in bytes from which the file's content is not what was written, because another process truncated it;
    /// `nil`: no truncation was seen.
    package var cutAt: Int64?
    /// The frame count by the camera's own frame numbers; `nil` if the camera does not number its frames or a number is
    /// unknown.
    package var count: FrameCount?

    package var length: Duration { .nanoseconds(nanoseconds) }

    /// The recorded duration in nanoseconds.
    package var nanoseconds: Int64 { end.nanoseconds -| start.nanoseconds -| paused }

    package init(output: OutputName, segment: Int, path: String, frames: Int, start: RunningTime, end: RunningTime) {
        (self.output, self.segment, self.path, self.frames) = (output, segment, path, frames)
        (self.start, self.end) = (start, end)
    }
}

package struct GraphStatistics: Sendable, Equatable {
    /// The pipeline's running time; `nil` before the clock runs.
    package var now: RunningTime?
    package var outputs: [Output]
    package var inputs: [Input]
    /// The statistics of every microphone, in the order of their tracks.
    package var sounds: [Sound]
    /// The statistics of every encoder.
    package var branches: [Branch]
    /// The number of previews that are being encoded.
    package var previews = 0

    package init(
        now: RunningTime?, outputs: [Output], inputs: [Input] = [], sounds: [Sound] = [], branches: [Branch] = []
    ) {
        (self.now, self.outputs, self.inputs, self.sounds) = (now, outputs, inputs, sounds)
        self.branches = branches
    }

    /// The counts of an output's encoder, which show when it falls behind.
    package struct Branch: Sendable, Equatable {
        package var output: OutputName
        /// The frames since the start that entered the encoder's queue and that left the encoder. Frames that a
        /// throttle leaves out count in neither.
        package var framesIn: Int
        package var framesOut: Int
        /// The fill level of the queue before the encoder, 0 ... 1; frames are lost at 1.
        package var queue: Double
        /// The number of frames in that queue.
        package var waiting = 0
        /// True when encoded data waits for the disk and the queue has no more room.
        package var isHeldUp: Bool

        package init(output: OutputName, framesIn: Int, framesOut: Int, queue: Double, isHeldUp: Bool = false) {
            (self.output, self.framesIn, self.framesOut, self.queue) = (output, framesIn, framesOut, queue)
            self.isHeldUp = isHeldUp
        }
    }

    /// The state of a camera or a microphone.
    package struct Input: Sendable, Equatable {
        package var name: InputName
        /// True when the input was removed and has not returned yet.
        package var isLost: Bool
        /// The time since the last buffer from the input; `nil`: it has not delivered any.
        package var idle: Duration?
        /// The number of damaged pictures that were left out before the first whole picture.
        package var damaged = 0
        /// The times after which the input counts as late or stalled, which depend on its rate.
        package var timeouts: FrameTimeouts

        package init(name: InputName, isLost: Bool, idle: Duration?, timeouts: FrameTimeouts = FrameTimeouts()) {
            (self.name, self.isLost, self.idle, self.timeouts) = (name, isLost, idle, timeouts)
        }
    }

    /// The corrections that keep a microphone in step with the pipeline's clock.
    package struct Sound: Sendable, Equatable {
        /// The largest relative error of a device's clock that resampling corrects.
        package static let largestCorrection = 0.005

        package var microphone: InputName
        /// The number of recorded samples, and the numbers of samples that were inserted or removed to follow the
        /// pipeline's clock.
        package var samples: Int64
        package var added: Int64
        package var removed: Int64
        /// The measured share by which the device's clock is slower than the pipeline's; `nil`: the device has no clock
        /// of its own, or the share is not known yet.
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
        /// The number of frames lost before the encoder.
        package var dropped: Int
        /// The bytes handed to the file system, over all segments.
        package var bytes: Int64
        /// The size in bytes of the largest open file.
        package var largestFile: Int64

        package init(name: OutputName, frames: Int, dropped: Int, bytes: Int64, largestFile: Int64 = 0) {
            (self.name, self.frames, self.dropped, self.bytes) = (name, frames, dropped, bytes)
            self.largestFile = largestFile
        }
    }
}
