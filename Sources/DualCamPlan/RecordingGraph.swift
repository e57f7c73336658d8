package import DualCamConfig

/// The interface through which a session controls its live GStreamer graph. Only the session that owns the graph may
/// change it.
package protocol RecordingGraph: Sendable {
    /// The events of the graph in the order in which they occur, starting with the first `start`. The stream ends after
    /// the graph has been closed.
    nonisolated var events: AsyncStream<GraphEvent> { get }

    /// Opens the devices and starts the data flow without recording, so that a later `start` takes effect immediately.
    /// Does nothing if the devices are already open.
    func standBy() async throws(GraphFailure)

    /// Opens the devices, starts the data flow, and opens the first files at the paths in `files`. Recording starts
    /// once all inputs deliver data; `GraphEvent.recording` reports its start. Does nothing after `close`.
    ///
    /// - Parameter delay: the time from the first data of all inputs to the start of recording; `nil` for the plan's
    ///   delay. A negative value includes earlier data that the graph has kept in memory (`GraphPlan.preRoll`).
    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure)

    func apply(_ change: GraphChange) async throws(GraphFailure)

    /// Makes a change to the running recording. Concurrent requests are carried out one after the other.
    ///
    /// - Returns: the running time of the first frame or sample that shows the change; `nil` if this cannot be
    ///   determined, such as for a control of a camera without time stamps.
    /// - Throws: `refused` if this graph cannot make the change; nothing has changed then.
    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime?

    /// Returns the next frame of a camera or of the combined picture as an encoded picture. The encoding does not block
    /// the streaming threads.
    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot

    /// Creates a preview and returns its stream. The preview ends when the stream is released. Recording does not wait
    /// for previews, and their failures do not affect it. A new preview with the same request replaces the previous
    /// one.
    ///
    /// - Throws: `refused` if the recording does not have the requested source, `notNow` if the source delivers nothing
    ///   at the moment.
    func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem>

    /// Returns the controls of the connected cameras with their current values. Reads the devices on threads outside of
    /// the shared thread pool. Omits devices that do not answer within two seconds.
    func controls() async -> [InputName: [ControlFacts]]

    /// Returns the current counters and levels of the graph. The call is cheap and may be made several times per
    /// second.
    func statistics() async -> GraphStatistics

    /// Ends the remaining streams and closes the devices. Leaves unfinished files as they are. Throws
    /// `GraphFailure.Code.timeout` if this takes longer than `limit`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// A request to create a file that contains one segment of an output.
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

/// A change of the running graph, requested by the session.
package enum GraphChange: Sendable, Equatable {
    /// Continues every output in a new file that starts with the first key frame at or after `at`. `files` contains one
    /// entry for each output. Throws if some files cannot be created: the outputs in `GraphFailure.unmade` then keep
    /// their current files, and all others continue in the new ones.
    case openSegment([FileRequest], at: RunningTime)
    /// Stops recording at the running time `at`, or immediately if it is `nil`. Finishes all files;
    /// `GraphEvent.fileFinished` reports each of them.
    case stop(at: RunningTime?)
    /// Ends the streams of all inputs that have stopped delivering data, so that their files can be finished.
    case abandonStalledInputs
    /// Removes an output without affecting the other outputs. The removed output's files are left unchanged.
    case dropOutput(OutputName)
    /// Creates the encoder of a failed output again. After that, `openSegment` can start a new file for the output.
    case restoreOutput(OutputName)
    /// Removes an input that failed or stalled. Its files end with the last received frame. A slate replaces a camera
    /// in the combined picture, and silence replaces a microphone. `GraphEvent.inputLost` confirms the change. Does
    /// nothing if the input is already lost.
    case loseInput(InputName)
    /// Searches for the device of a lost input by its identity, and creates the input's part of the graph again. Throws
    /// if the device is missing or cannot be used; the request may then be repeated. `GraphEvent.inputReturned` is sent
    /// when the input delivers data.
    case reopenInput(InputName)
    /// Reduces the load of the graph to this throttle level, or removes the reduction. Does nothing if the level is
    /// already set. `GraphEvent.rateChanged` confirms each change of a frame rate.
    case throttle(Throttle)
}

package enum GraphEvent: Sendable, Equatable {
    /// Recording has started at the running time `at`, and all inputs deliver data. `wallClock` is the Unix time at
    /// that moment, in nanoseconds, and `clock` the name of the pipeline's clock. For a take with pre-roll, `at` is in
    /// the past, and `past` is the time since then.
    case recording(at: RunningTime, wallClock: Int64, clock: String, past: Duration = .zero)
    /// The end of the recording has been scheduled: all outputs end at the running time `at`.
    case stopping(at: RunningTime)
    case fileFinished(FileSummary)
    /// `count` frames were lost in a branch since the previous event of this kind. The last lost frame was due at `at`.
    case dropped(branch: BranchID, output: OutputName?, count: Int, at: RunningTime)
    /// Frames were missing from a camera's stream since the previous event of this kind. `count` is their number; the
    /// last one was due at `at`. The cause is a gap in the camera's clip or, if `isDelay` is true, a command that
    /// delayed the camera.
    case absentFromClip(InputName, count: Int, isDelay: Bool = false, at: RunningTime)
    /// The combined picture repeated a camera's previous frame, because a new one was late. `count` is the number of
    /// repetitions since the previous event of this kind.
    case repeated(branch: BranchID, count: Int, at: RunningTime)
    /// The combined picture skipped frames of a camera since the previous event of this kind. `at` is the time of the
    /// last skip.
    case jumped(branch: BranchID, [PictureJump], at: RunningTime)
    /// A camera or microphone was removed. Its recorded frames end at `at`; after that, a slate or silence replaces it.
    case inputLost(InputName, at: RunningTime)
    /// A lost input delivers again, and is part of the combined picture or the sound again. `at` is the time of its
    /// first frame. New files of the input start with the next `openSegment`.
    case inputReturned(InputName, at: RunningTime)
    /// A camera's device has delivered damaged pictures since the previous event of this kind; the last one at `at`. If
    /// `isKept` is true, they were recorded; otherwise they are also reported as `dropped`.
    case damaged(InputName, count: Int, isKept: Bool, at: RunningTime)
    /// The usual interval between a camera's frames. The event is sent after the first measurement, and when the
    /// interval has changed by more than 10 %. `at` is the time of the first frame at this interval. If `isConverted`
    /// is true, the files have a different frame rate.
    case cadence(InputName, Duration, isConverted: Bool = false, at: RunningTime)
    /// The interval between key frames of a camera whose own H.264 stream is recorded. The event is sent after the
    /// first measurement, and when the interval has changed by more than 10 %. `at` is the time of the first key frame
    /// at this interval.
    case keyFrames(InputName, Duration, at: RunningTime)
    /// A camera delivers frames, but its device did not accept the requested value of a control. `text` describes the
    /// difference.
    case controlDiffers(InputName, text: String)
    /// Starting with the frame at `at`, an output records a different fraction of its frames. Frames that are omitted
    /// for this reason do not count as lost.
    case rateChanged(OutputName, RateShare, at: RunningTime)
    /// The sound levels of a microphone. The event is sent ten times per second for each microphone.
    case levels(SoundLevels, at: RunningTime)
    /// The measurements of one picture, sent for each camera whose pictures can be measured. The event is sent about
    /// twice per second, at irregular intervals, so that a repeated clip is not mistaken for a frozen picture. `at` is
    /// the running time of the picture.
    case picture(PictureSample, at: RunningTime)
    /// An element of the graph failed. The failure contains the branch of the element and the affected output or input.
    case failed(GraphFailure)
    /// A warning for users about an event that did not harm the recording.
    case warning(branch: BranchID?, text: String)
    case closed
}

/// A gap in the sequence of a camera's pictures in the combined picture.
package struct PictureJump: Sendable, Equatable {
    /// The time of the first combined frame that shows the camera's picture from after the gap.
    package var at: RunningTime
    /// The time of the camera's last picture before the gap.
    package var last: RunningTime
    /// The time of the camera's first picture after the gap. The pictures in between were never drawn.
    package var next: RunningTime

    package init(at: RunningTime, last: RunningTime, next: RunningTime) {
        (self.at, self.last, self.next) = (at, last, next)
    }
}

/// The summary of a recorded file that its muxer has closed after writing all data.
package struct FileSummary: Sendable, Equatable {
    package var output: OutputName
    package var segment: Int
    package var path: String
    /// The number of video frames in the recorded file.
    package var frames: Int
    /// The running time of the file's first frame.
    package var start: RunningTime
    /// The running time at which the file's last frame ends.
    package var end: RunningTime
    /// The number of nanoseconds between `start` and `end` during which the recording was paused.
    package var paused: Int64 = 0
    /// The time within the file at which its first frame starts, in nanoseconds. It is above 0 if the file's sound
    /// starts earlier.
    package var lead: Int64 = 0
    /// The byte position after which the file is damaged, because another process truncated it; `nil` if no damage was
    /// detected.
    package var cutAt: Int64?
    /// The range of the frame numbers that the camera's driver assigned to the file's frames. `nil` if the camera does
    /// not number its frames, or if a number is unknown.
    package var count: FrameCount?

    package var length: Duration { .nanoseconds(nanoseconds) }

    /// The recorded duration of the file in nanoseconds, without pauses.
    package var nanoseconds: Int64 { end.nanoseconds -| start.nanoseconds -| paused }

    package init(output: OutputName, segment: Int, path: String, frames: Int, start: RunningTime, end: RunningTime) {
        (self.output, self.segment, self.path, self.frames) = (output, segment, path, frames)
        (self.start, self.end) = (start, end)
    }
}

package struct GraphStatistics: Sendable, Equatable {
    /// The running time of the graph's pipeline when the statistics were measured; `nil` if the pipeline's clock is not
    /// running yet.
    package var now: RunningTime?
    package var outputs: [Output]
    package var inputs: [Input]
    /// The statistics of each microphone's sound, in the order of the tracks.
    package var sounds: [Sound]
    /// The statistics of each video encoder.
    package var branches: [Branch]
    /// The number of previews that the graph is encoding.
    package var previews = 0

    package init(
        now: RunningTime?, outputs: [Output], inputs: [Input] = [], sounds: [Sound] = [], branches: [Branch] = []
    ) {
        (self.now, self.outputs, self.inputs, self.sounds) = (now, outputs, inputs, sounds)
        self.branches = branches
    }

    /// The number of frames that have entered and left an output's encoder. The two numbers show whether the encoder is
    /// too slow.
    package struct Branch: Sendable, Equatable {
        package var output: OutputName
        /// The number of frames that have entered the encoder's queue. Frames omitted by a throttle do not count.
        package var framesIn: Int
        /// The number of frames that have left the encoder.
        package var framesOut: Int
        /// The fill level of the queue before the encoder, 0 ... 1. At 1, frames are lost.
        package var queue: Double
        /// The number of frames that are waiting in the queue before the encoder.
        package var waiting = 0
        /// True if the encoder has to wait, because the disk is slow and the queue to the files is full.
        package var isHeldUp: Bool

        package init(output: OutputName, framesIn: Int, framesOut: Int, queue: Double, isHeldUp: Bool = false) {
            (self.output, self.framesIn, self.framesOut, self.queue) = (output, framesIn, framesOut, queue)
            self.isHeldUp = isHeldUp
        }
    }

    /// The current state of a camera or a microphone.
    package struct Input: Sendable, Equatable {
        package var name: InputName
        /// True if the input was removed after a failure and has not returned yet.
        package var isLost: Bool
        /// The time since the last buffer of the input; `nil` if the input has not delivered any.
        package var idle: Duration?
        /// The number of damaged pictures that were dropped before the camera's first complete picture.
        package var damaged = 0
        /// The timeouts after which the input counts as late or stalled. They depend on its frame rate.
        package var timeouts: FrameTimeouts

        package init(name: InputName, isLost: Bool, idle: Duration?, timeouts: FrameTimeouts = FrameTimeouts()) {
            (self.name, self.isLost, self.idle, self.timeouts) = (name, isLost, idle, timeouts)
        }
    }

    /// The corrections that keep a microphone's sound synchronous with the pipeline's clock.
    package struct Sound: Sendable, Equatable {
        /// The maximum relative error of a sound device's clock that resampling corrects (0.005 means 0.5 %).
        package static let largestCorrection = 0.005

        package var microphone: InputName
        /// The number of recorded samples.
        package var samples: Int64
        /// The number of samples inserted to follow the pipeline's clock.
        package var added: Int64
        /// The number of samples removed to follow the pipeline's clock.
        package var removed: Int64
        /// The measured fraction by which the clock of the sound device is slower than the pipeline's clock. `nil` if
        /// the device has no clock of its own, or if there is no measurement yet.
        package var drift: Double?

        /// True if the sound device's clock deviates by more than resampling can correct, so that the sound
        /// occasionally jumps.
        package var isBeyondCorrection: Bool { abs(drift ?? 0) > Self.largestCorrection }

        package init(of microphone: InputName = .microphone, samples: Int64, added: Int64, removed: Int64) {
            self.microphone = microphone
            (self.samples, self.added, self.removed) = (samples, added, removed)
        }
    }

    package struct Output: Sendable, Equatable {
        package var name: OutputName
        /// The number of video frames written to the output's files.
        package var frames: Int
        /// The number of the output's frames that were lost before its encoder.
        package var dropped: Int
        /// The number of bytes that were written to all files of the output.
        package var bytes: Int64
        /// The size in bytes of the largest file of the output that is open.
        package var largestFile: Int64

        package init(name: OutputName, frames: Int, dropped: Int, bytes: Int64, largestFile: Int64 = 0) {
            (self.name, self.frames, self.dropped, self.bytes) = (name, frames, dropped, bytes)
            self.largestFile = largestFile
        }
    }
}
