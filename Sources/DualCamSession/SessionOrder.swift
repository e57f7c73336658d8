public import DualCamConfig
public import DualCamPlan

/// What is to be recorded, and where to.
public struct SessionOrder: Sendable {
    public var settings: SessionSettings
    public var description: SessionDescription
    /// `recording.directory`: where the session's folder is made.
    public var directory: String
    public var names: SessionNames
    /// Inputs that are not there when the session begins; they are looked for, and have no files until they come.
    public var absent: Set<InputName> = []
    /// Frames per second of each output's files, for `session.json`.
    public var rates: [OutputName: FrameRate] = [:]
    /// Outputs that record what their cameras have encoded: none of their frames can be left out.
    public var passedThrough: Set<OutputName> = []
    /// The controls of the cameras that are there.
    public var controls: [InputName: [ControlFacts]] = [:]
    /// What can be done to each output's bitrate.
    public var bitrates: [OutputName: OutputBitrate] = [:]
    /// Warnings of its cost that are told when it begins, in full sentences.
    public var remarks: [String] = []
    /// What has become of files that the pipeline file names, for when it begins, in full sentences.
    public var fileRemarks: [String] = []
    /// The pipeline with further settings laid over it, or what is wrong with them; `nil`: nothing can be directed.
    public var redirect: (@Sendable ([LiveSetting]) -> Result<Pipeline, ControlRefusal>)?
    /// Reads a .cube file, as the pipeline file would name it, for `redirect` to go by from then on; `nil`: `redirect` reads.
    public var readColourTable: (@Sendable (String) -> Result<Void, ControlRefusal>)?
    /// The pipeline as it is recorded; `nil`: nothing can be directed.
    public var pipeline: Pipeline?
    /// What was directed before: `pipeline` has it already.
    public var directed = Directed()
    /// Whether the session stands by, cameras running and without a folder, until it is told to record.
    public var standsBy = false
    /// A session that another worker began and that is gone on with; `nil`: a new one.
    public var resuming: Resumption?

    /// The past of a session that is gone on with.
    public struct Resumption: Sendable, Equatable {
        /// The path of its folder, in which no other worker records any more.
        public var folder: String
        public var history: SessionHistory

        public init(folder: String, history: SessionHistory) { (self.folder, self.history) = (folder, history) }
    }

    public init(settings: SessionSettings, description: SessionDescription, directory: String, names: SessionNames) {
        (self.settings, self.description) = (settings, description)
        (self.directory, self.names) = (directory, names)
    }

    /// The order a pipeline file gives.
    ///
    /// - Parameters:
    ///   - longestFile: the smallest `OutputPlan.longestFile`.
    ///   - time: what `{date}` and `{time}` stand for: `WallTime.local(WallTime.unixNow())`.
    /// - Throws: `NameFailure` when `recording.name` is no template.
    public init(
        _ pipeline: Pipeline, longestFile: Duration?, description: SessionDescription, time: WallTime
    ) throws(NameFailure) {
        self.init(
            settings: SessionSettings(pipeline, longestFile: longestFile), description: description,
            directory: pipeline.recording.directory,
            names: try SessionNames(
                template: pipeline.recording.name, session: pipeline.name, host: description.host, time: time,
                outputs: pipeline.outputs, splits: pipeline.recording.segment != nil,
                container: pipeline.recording.container))
    }
}
