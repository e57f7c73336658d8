package import DualCamConfig
package import DualCamPlan

/// A recording to be made: its settings, its folder and its pipeline.
package struct SessionOrder: Sendable {
    package var settings: SessionSettings
    package var description: SessionDescription
    /// `recording.directory`: where the session's folder is made.
    package var directory: String
    package var names: SessionNames
    /// Inputs that are not there when the session begins; they are looked for, and have no files until they come.
    package var absent: Set<InputName> = []
    /// Frames per second of each output's files, for `session.json`.
    package var rates: [OutputName: FrameRate] = [:]
    /// Outputs that record what their cameras have encoded: none of their frames can be left out.
    package var passedThrough: Set<OutputName> = []
    /// Outputs whose encoders have a faster preset than the planned one.
    package var slowedByPreset: Set<OutputName> = []
    /// The longest a buffer of sound lasts, by the branch in which it could be lost.
    package var soundBuffers: [BranchID: Duration] = [:]
    /// The controls of the cameras that are there.
    package var controls: [InputName: [ControlFacts]] = [:]
    /// The changes that each output's bitrate allows.
    package var bitrates: [OutputName: OutputBitrate] = [:]
    /// Warnings that are told when it begins, in full sentences.
    package var warnings: [(code: SessionEvent.WarningCode, message: String)] = []
    /// A pipeline that a command has changed, as it can be recorded here, or what this machine has against it.
    package var judge: @Sendable (Pipeline) -> Result<Pipeline, ControlRefusal> = { .success($0) }
    /// Judges and reads a file that a command names, before the command is looked at; `nil`: no file is read.
    package var readFile: (@Sendable (CommandFile) async -> Result<CommandFile.Content, ControlRefusal>)?
    /// The pipeline as it is recorded; `nil`: nothing can be directed.
    package var pipeline: Pipeline?
    /// The settings directed before: `pipeline` has them already.
    package var directed = Directed()
    /// True when the session stands by, cameras running and without a folder, until it is told to record.
    package var standsBy = false
    /// A session that another worker began and that is gone on with; `nil`: a new one.
    package var resuming: Resumption?

    /// A session in another folder, lost while it was recorded, that this new one goes on with; `nil`: none.
    package var continuing: Continuation?

    /// The past of a session that is gone on with.
    package struct Resumption: Sendable, Equatable {
        /// The path of its folder, in which no other worker records any more.
        package var folder: String
        package var history: SessionHistory

        package init(folder: String, history: SessionHistory) { (self.folder, self.history) = (folder, history) }

        /// Reads a folder's session, with the files that a worker had begun and no longer told of: their names are taken. Blocks.
        package init(reading folder: String) throws(SessionReadFailure) {
            let record = try SessionRecord.read(folder, usingLedgerAlone: true)
            self.init(folder: folder, history: record.history)
            let unknown = try SessionReadFailure.translate(
                SessionFiles(record, in: SessionDirectory(record.folder)).unknown())
            for file in unknown { history.add(file) }
        }
    }

    package init(settings: SessionSettings, description: SessionDescription, directory: String, names: SessionNames) {
        (self.settings, self.description) = (settings, description)
        (self.directory, self.names) = (directory, names)
    }

    /// The order a pipeline file gives.
    ///
    /// - Parameters:
    ///   - longestFile: the smallest `OutputPlan.longestFile`.
    ///   - time: the time for `{date}` and `{time}`: `WallTime.local(WallTime.unixNow())`.
    /// - Throws: `NameFailure` when `recording.name` is no template.
    package init(
        _ pipeline: Pipeline, longestFile: Duration?, description: SessionDescription, time: WallTime
    ) throws(NameFailure) {
        self.init(
            settings: SessionSettings(pipeline, longestFile: longestFile), description: description,
            directory: pipeline.recording.directory,
            names: try SessionNames(pipeline, host: description.host, time: time))
    }
}

extension SessionNames {
    /// The names that a pipeline gives its session and files.
    package init(_ pipeline: Pipeline, host: String, time: WallTime) throws(NameFailure) {
        try self.init(
            template: pipeline.recording.name, session: pipeline.name, host: host, time: time,
            outputs: pipeline.outputs, splits: pipeline.recording.segment != nil,
            container: pipeline.recording.container)
    }
}

extension SessionOrder {
    /// The recording of which a new session is another part, because the folder of the one before was lost.
    package struct Continuation: Codable, JSONRepresentable, Sendable, Equatable {
        /// The folder where the part before is, or was.
        package var folder: String
        /// The raw value of a `FolderLoss.Kind`.
        package var reason: String
        /// Unix nanoseconds when the recording began.
        package var began: Int64
        /// The time for which it has been paused in all, in nanoseconds.
        package var paused: Int64
        /// True when the recording was paused when its folder was lost.
        package var isPaused: Bool

        package init(folder: String, reason: String, began: Int64, paused: Int64, isPaused: Bool) {
            (self.folder, self.reason) = (folder, reason)
            (self.began, self.paused, self.isPaused) = (began, paused, isPaused)
        }

        /// Nanoseconds of recorded time until a Unix time, the gap between the parts included.
        func recorded(until wall: Int64) -> Int64 {
            let (length, overflows) = wall.subtractingReportingOverflow(began)
            return overflows ? .max : max(0, length - min(max(0, paused), max(0, length)))
        }

        /// The JSON for the ledger and `session.json`.
        var json: JSONValue { .of(["folder": folder, "reason": reason]) }
    }

    /// True when the recording was paused as the previous worker was lost.
    var beginsPaused: Bool { resuming?.history.isPaused ?? continuing?.isPaused ?? false }

    /// Returns the nanoseconds that the workers and folders before have recorded until a Unix time; `nil`: there were none.
    package func recorded(until wall: Int64) -> Int64? {
        continuing?.recorded(until: wall) ?? resuming?.history.recorded(until: wall)
    }

    /// True when a recording that began before goes on.
    package var goesOn: Bool { resuming != nil || continuing != nil }
}
