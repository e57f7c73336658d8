package import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// The request to make a recording: its settings, the directory for its folder, and its pipeline.
package struct SessionOrder: Sendable {
    package var settings: SessionSettings
    package var description: SessionDescription
    /// The directory in which the session's folder is created (`recording.directory`).
    package var directory: String
    package var names: SessionNames
    /// The inputs that are missing when the session begins. dualcam tries to open them. Their outputs have no files
    /// until they return.
    package var absent: Set<InputName> = []
    /// The nominal frame rate of each output's files, before any reduction, as listed in `session.json`.
    package var rates: [OutputName: FrameRate] = [:]
    /// The outputs whose files contain the cameras' own encoded streams. Frames of such an output cannot be dropped to
    /// reduce load.
    package var passedThrough: Set<OutputName> = []
    /// The outputs whose encoders could also run with a preset that is faster than the planned one.
    package var slowedByPreset: Set<OutputName> = []
    /// The longest duration of one audio buffer, for each branch of the graph that can lose audio.
    package var soundBuffers: [BranchID: Duration] = [:]
    /// The hardware controls of each camera that is present.
    package var controls: [InputName: [ControlFacts]] = [:]
    /// The planned and the highest bitrate of each output, and the reason if the bitrate cannot be changed while
    /// recording.
    package var bitrates: [OutputName: OutputBitrate] = [:]
    /// The warnings to report when the session begins, as full sentences.
    package var warnings: [(code: SessionEvent.WarningCode, message: String)] = []
    /// Checks a pipeline that a command has changed. Returns the pipeline as this machine can record it, or the error
    /// if it cannot.
    package var judge: @Sendable (Pipeline) -> Result<Pipeline, ControlRefusal> = { .success($0) }
    /// Checks and reads a file that a command names, before the command is carried out; `nil` if commands cannot name
    /// files.
    package var readFile: (@Sendable (CommandFile) async -> Result<CommandFile.Content, ControlRefusal>)?
    /// The pipeline to record; `nil` if commands cannot change it.
    package var pipeline: Pipeline?
    /// The settings that earlier commands changed. `pipeline` already contains these changes.
    package var directed = Directed()
    /// True if the session stands by, with open cameras and without a folder, until a command begins a take.
    package var standsBy = false
    /// The session that another worker began and that this session continues in the same folder; `nil` for a new
    /// session.
    package var resuming: Resumption?

    /// The recording that this new session continues because the folder of the previous session was lost; `nil` if
    /// there is none.
    package var continuing: Continuation?

    /// The folder and history of a session that another worker began and this session continues.
    package struct Resumption: Sendable, Equatable {
        /// The path of the session's folder. The earlier worker no longer records into it.
        package var folder: String
        package var history: SessionHistory

        package init(folder: String, history: SessionHistory) { (self.folder, self.history) = (folder, history) }

        /// Reads the session in a folder. Files that a worker began but that are missing in the ledger are included,
        /// because their names are taken. Throws `SessionReadFailure` if the session cannot be read. Blocks.
        package init(reading folder: String) throws(SessionReadFailure) {
            let record = try SessionRecord.read(folder, usingLedgerAlone: true)
            self.init(folder: folder, history: record.history)
            let files = try SessionReadFailure.translate(
                SessionFiles(record, in: SessionDirectory(record.folder)))
            for file in files.unknown() { history.add(file) }
            // A worker that is lost while it creates its first files has none in the ledger to compare names with.
            if history.files.isEmpty, !planted(.firstNamesReused) { history.leastSegment = files.foreignRecordings }
        }
    }

    package init(settings: SessionSettings, description: SessionDescription, directory: String, names: SessionNames) {
        (self.settings, self.description) = (settings, description)
        (self.directory, self.names) = (directory, names)
    }

    /// Creates the request for a recording from a pipeline.
    ///
    /// - Parameters:
    ///   - longestFile: The longest duration that every container in use can hold (the smallest
    ///     `OutputPlan.longestFile`); `nil` for no limit.
    ///   - time: The local time that replaces `{date}` and `{time}` in names: `WallTime.local(WallTime.unixNow())`.
    /// - Throws: `NameFailure` if `recording.name` is not a valid template.
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
    /// Creates the names of a session's folder and files from its pipeline. Throws `NameFailure` if `recording.name` is
    /// not a valid template.
    package init(_ pipeline: Pipeline, host: String, time: WallTime) throws(NameFailure) {
        try self.init(
            template: pipeline.recording.name, session: pipeline.name, host: host, time: time,
            outputs: pipeline.outputs, splits: pipeline.recording.segment != nil,
            container: pipeline.recording.container)
    }
}

extension SessionOrder {
    /// The recording that a new session continues because the folder of the previous session was lost.
    package struct Continuation: Codable, JSONRepresentable, Sendable, Equatable {
        /// The path of the previous session's folder. If the folder was moved, this is its new path; otherwise its last
        /// known path.
        package var folder: String
        /// The reason why the folder was lost, as the raw value of a `FolderLoss.Kind`.
        package var reason: String
        /// The time at which the recording began, in Unix nanoseconds.
        package var began: Int64
        /// The total length of all pauses of the recording so far, in nanoseconds.
        package var paused: Int64
        /// True if the recording was paused when its folder was lost.
        package var isPaused: Bool

        package init(folder: String, reason: String, began: Int64, paused: Int64, isPaused: Bool) {
            (self.folder, self.reason) = (folder, reason)
            (self.began, self.paused, self.isPaused) = (began, paused, isPaused)
        }

        /// Returns the duration, in nanoseconds, from the beginning of the recording until a Unix time (also in
        /// nanoseconds), without pauses. The gap between the two sessions is included.
        func recorded(until wall: Int64) -> Int64 {
            let (length, overflows) = wall.subtractingReportingOverflow(began)
            return overflows ? .max : max(0, length - min(max(0, paused), max(0, length)))
        }

        /// The lost folder and the reason of the loss as JSON, for the ledger and `session.json`.
        package var json: JSONValue { .of(["folder": folder, "reason": reason]) }
    }

    /// True if the recording was paused at the moment when the previous worker was lost.
    var beginsPaused: Bool { resuming?.history.isPaused ?? continuing?.isPaused ?? false }

    /// Returns the total duration, in nanoseconds, that earlier workers and sessions have recorded until a Unix time
    /// (also in nanoseconds). Returns `nil` if there were no earlier workers or sessions.
    package func recorded(until wall: Int64) -> Int64? {
        continuing?.recorded(until: wall) ?? resuming?.history.recorded(until: wall)
    }

    /// True if this session continues a recording that another worker or an earlier session began.
    package var goesOn: Bool { resuming != nil || continuing != nil }
}
