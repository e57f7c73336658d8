package import DualCamConfig

/// Nanoseconds of the pipeline's running time. Sums and differences end at the limits of `Int64`.
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

/// The live graph as the session sees it. One session owns one graph and is the only one that changes it.
package protocol RecordingGraph: Sendable {
    /// The graph's events, in order, from the first `start` on; ends when the graph has been closed.
    nonisolated var events: AsyncStream<GraphEvent> { get }

    /// Opens the devices and starts the flow, but records nothing until `start`, which then begins at once. Does nothing when they
    /// are open.
    func standBy() async throws(GraphFailure)

    /// Opens the devices and starts the flow. The first files are opened at the paths in `files`; recording begins by itself
    /// on the instant at which every input delivers, which `GraphEvent.recording` tells. After `close` it does nothing.
    ///
    /// - Parameter delay: the time by which it begins later than that; `nil`: as the plan has it; below zero: so long ago, as far as
    ///   the graph keeps the past (`GraphPlan.preRoll`).
    func start(files: [FileRequest], after delay: Duration?) async throws(GraphFailure)

    func apply(_ change: GraphChange) async throws(GraphFailure)

    /// Carries out what a person directs, one after the other.
    ///
    /// - Returns: the running time of the first frame (or sample) that shows it; `nil` where no frame can tell (a control of a
    ///   camera without time stamps of its own).
    ///
    /// Throws `refused` for what this graph cannot do, and leaves everything as it was.
    func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime?

    /// The next frame of a camera or of the combined picture as a still, encoded off the streaming threads.
    func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot

    /// Begins a preview: its branch is made, and taken out again when the stream is let go of. Recording does not wait for it, and its
    /// failures are none of the recording's. Another one of the same request takes its place.
    ///
    /// Throws `refused` for what this recording does not have, `notNow` for what it does not deliver at present.
    func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem>

    /// The controls of the cameras that are there, as their devices have them now. Waits for the devices, off the shared pool, for two
    /// seconds at most; one that does not answer by then is left out.
    func controls() async -> [InputName: [ControlFacts]]

    /// Counters and levels now. Cheap: may be asked several times a second.
    func statistics() async -> GraphStatistics

    /// Ends whatever still runs and frees the devices; files that were not finished stay as they are. Gives up after `limit`
    /// with `GraphFailure.Code.timeout`.
    func close(within limit: Duration) async throws(GraphFailure)
}

/// A file to write: the segment of an output.
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

/// A change of the running graph; only the session asks for one.
package enum GraphChange: Sendable, Equatable {
    /// Every output goes on in a new file from the first key frame at or after `at` on; `files` has one per output. Throws where files
    /// cannot be made: the outputs of `GraphFailure.unmade` go on in the files that they have, and all others as was asked.
    case openSegment([FileRequest], at: RunningTime)
    /// Nothing at or after `at` (now if `nil`) is recorded; every file is finished, each told by `GraphEvent.fileFinished`.
    case stop(at: RunningTime?)
    /// Ends an input that delivers nothing more, so that its files can be finished without it.
    case abandonStalledInputs
    /// Takes one output out without harming the others: its files are left as they are.
    case dropOutput(OutputName)
    /// Makes a failed output's own elements (its encoder) anew, so that `openSegment` can give it a file again.
    case restoreOutput(OutputName)
    /// Takes an input out that failed or stalled: its files end with what there was, the combined picture shows a slate, sound
    /// becomes silence. Answered by `GraphEvent.inputLost`; does nothing for an input that is lost already.
    case loseInput(InputName)
    /// Looks for a lost input's device by its identity and makes its part of the graph anew. Throws when the device is not
    /// there or refuses; then it may be asked again. Answered by `GraphEvent.inputReturned` when it delivers.
    case reopenInput(InputName)
    /// Does so much of its work from now on. Asked for the same again it does nothing. Each share that has changed is answered
    /// by `GraphEvent.rateChanged`.
    case throttle(Throttle)
}

package enum GraphEvent: Sendable, Equatable {
    /// Every input delivers: the session's common instant. `wallClock` is Unix time in nanoseconds at `at`; `past`: how long ago that
    /// is, for a take that begins with what was kept.
    case recording(at: RunningTime, wallClock: Int64, clock: String, past: Duration = .zero)
    /// The common end was set.
    case stopping(at: RunningTime)
    case fileFinished(FileSummary)
    /// Frames lost in a branch since the last such event, and when the last of them was due.
    case dropped(branch: BranchID, output: OutputName?, count: Int, at: RunningTime)
    /// Frames that a camera's clip does not hold although its rate asks for them, or that are missing because its pictures were made
    /// later by a command (`isDelay`), since the last such event, and when the last of them would have been due.
    case absentFromClip(InputName, count: Int, isDelay: Bool = false, at: RunningTime)
    /// Combined frames in which a camera's picture was an older one than it should have been, since the last such event.
    case repeated(branch: BranchID, count: Int, at: RunningTime)
    /// The places since the last such event where a camera's pictures did not follow each other in the combined one, and the time of
    /// the last of them.
    case jumped(branch: BranchID, [PictureJump], at: RunningTime)
    /// An input has been taken out. `at`: where its recorded frames end; the slate (or the silence) is in place.
    case inputLost(InputName, at: RunningTime)
    /// A lost input delivers again and is back in the combined picture (or in the sound); `at`: its first frame. Its own
    /// files begin with the next `openSegment`.
    case inputReturned(InputName, at: RunningTime)
    /// Pictures that a camera's device delivered damaged since the last such event, and the time of the last of them. Those that were not
    /// kept are told as `dropped`, too.
    case damaged(InputName, count: Int, isKept: Bool, at: RunningTime)
    /// The usual time from one of a camera's pictures to the next, as measured: when enough have come, and whenever it has changed by more
    /// than a tenth. `at`: the first picture that came so; `isConverted`: they are brought to another rate, so that files hold others.
    case cadence(InputName, Duration, isConverted: Bool = false, at: RunningTime)
    /// The time from one key frame to the next of a camera whose own H.264 is recorded, as measured: the first one, and whenever it has
    /// changed by more than a tenth. `at`: the key frame from which on it is so.
    case keyFrames(InputName, Duration, at: RunningTime)
    /// A camera's device does not take what a control was set to, although it streams.
    case controlDiffers(InputName, text: String)
    /// This share of an output's frames is recorded from the frame at `at` on; those left out are no losses.
    case rateChanged(OutputName, RateShare, at: RunningTime)
    /// Ten times a second for every microphone.
    case levels(SoundLevels, at: RunningTime)
    /// About twice a second for every camera whose pictures can be looked at, at uneven distances: a clip that loops is not taken for a
    /// still picture. `at`: the picture's running time.
    case picture(PictureSample, at: RunningTime)
    /// An element failed; the error names its branch and what the branch feeds.
    case failed(GraphFailure)
    /// Something a person should know that harmed nothing.
    case warning(branch: BranchID?, text: String)
    case closed
}

/// A place where a camera's pictures did not follow each other frame by frame in the combined picture.
package struct PictureJump: Sendable, Equatable {
    /// The first combined frame that shows the next picture.
    package var at: RunningTime
    /// The camera's picture before, and the next one; those between the two were never drawn.
    package var last: RunningTime
    package var next: RunningTime

    package init(at: RunningTime, last: RunningTime, next: RunningTime) {
        (self.at, self.last, self.next) = (at, last, next)
    }
}

/// A file that was closed by its muxer after everything was written.
package struct FileSummary: Sendable, Equatable {
    package var output: OutputName
    package var segment: Int
    package var path: String
    /// Video frames in the file.
    package var frames: Int
    /// Presentation time of the first and end of the last frame.
    package var start: RunningTime
    package var end: RunningTime
    /// Nanoseconds between the two that were not recorded, as the recording was paused.
    package var paused: Int64 = 0
    /// Nanoseconds from the beginning of the file's own time to its first frame: sound may come before it.
    package var lead: Int64 = 0
    /// The byte from which on the file is not what was written into it, as another process has cut it; `nil`: none was seen to.
    package var cutAt: Int64?
    /// The frames by their camera's numbers; `nil` where it does not number them, or some number is not known.
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
    /// Previews that are encoded now.
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
        /// Frames that came to its queue, and that came out of the encoder, since the start. Frames that a throttle leaves
        /// out are in neither.
        package var framesIn: Int
        package var framesOut: Int
        /// The level of the queue before it, 0 ... 1; at 1 frames are lost.
        package var queue: Double
        /// Frames in that queue.
        package var waiting = 0
        /// True when encoded data waits for the disk, and there is no more room for it.
        package var isHeldUp: Bool

        package init(output: OutputName, framesIn: Int, framesOut: Int, queue: Double, isHeldUp: Bool = false) {
            (self.output, self.framesIn, self.framesOut, self.queue) = (output, framesIn, framesOut, queue)
            self.isHeldUp = isHeldUp
        }
    }

    /// A camera or a microphone.
    package struct Input: Sendable, Equatable {
        package var name: InputName
        /// True when it was taken out and is not back yet.
        package var isLost: Bool
        /// The time since something came from it; `nil`: nothing ever came.
        package var idle: Duration?
        /// The number of damaged pictures that were left out, as long as nothing whole has come.
        package var damaged = 0
        /// The times after which it takes too long, by its rate.
        package var timeouts: FrameTimeouts

        package init(name: InputName, isLost: Bool, idle: Duration?, timeouts: FrameTimeouts = FrameTimeouts()) {
            (self.name, self.isLost, self.idle, self.timeouts) = (name, isLost, idle, timeouts)
        }
    }

    /// The corrections that keep a microphone in step with the pipeline's clock.
    package struct Sound: Sendable, Equatable {
        /// The largest share by which a device's clock may be off and is made up for by resampling.
        package static let largestCorrection = 0.005

        package var microphone: InputName
        /// Samples recorded, and those of them that were put in or taken out to follow the pipeline's clock.
        package var samples: Int64
        package var added: Int64
        package var removed: Int64
        /// The share by which its device is slower than the pipeline's clock, measured; `nil`: it has no clock of its own, or it is
        /// not known yet.
        package var drift: Double?

        package init(of microphone: InputName = .microphone, samples: Int64, added: Int64, removed: Int64) {
            self.microphone = microphone
            (self.samples, self.added, self.removed) = (samples, added, removed)
        }
    }

    package struct Output: Sendable, Equatable {
        package var name: OutputName
        /// Video frames written to the output's files so far.
        package var frames: Int
        /// Frames lost before they reached the encoder.
        package var dropped: Int
        /// Bytes handed to the file system, over all segments.
        package var bytes: Int64
        /// Bytes of the largest of its files that are open.
        package var largestFile: Int64

        package init(name: OutputName, frames: Int, dropped: Int, bytes: Int64, largestFile: Int64 = 0) {
            (self.name, self.frames, self.dropped, self.bytes) = (name, frames, dropped, bytes)
            self.largestFile = largestFile
        }
    }
}
