package import DualCamConfig
import DualCamPlan

/// The figures a session goes by.
package struct SessionSettings: Sendable, Equatable {
    /// A session in which no output can record ends after this long, unless inputs are lost.
    static let helplessLimit = Duration.seconds(60)
    /// A file of its own for an output that comes back begins this much later, so that it is open in time.
    static let openLead = Duration.milliseconds(300)
    /// A rest shorter than this gets no files of its own but stays in the files before.
    package static let shortestFile = Duration.seconds(1)

    /// The outputs in the order in which they are listed.
    package var outputs: [OutputName]
    package var recording: Recording
    package var storage: Storage
    /// Cameras and, where there is one, `combined`: of which stills can be taken.
    package var pictures: [OutputName] = []
    /// The longest a file may become in any container at hand (the plan's smallest `longestFile`); `nil`: no limit.
    package var longestFile: Duration?
    /// The budget that says what to leave out when the machine cannot bear the recording (its `enforce` has no effect
    /// here); `nil`: the load is not watched.
    package var budget: Budget? = Budget()
    package var thermal = Thermal()
    package var battery = BatteryLimits()
    /// Recording must have begun after this long.
    package var startLimit: Duration = .seconds(10)
    /// After a stop, inputs that still hold up a file are abandoned after this long.
    package var stallLimit: Duration = .milliseconds(250)
    /// After a stop, files into which nothing has been written for this long will not be finished.
    package var finishLimit: Duration = .seconds(5)
    /// After a second stop, all files must be finished after this long.
    package var hastyFinishLimit: Duration = .seconds(2)
    /// The devices must have been given back after this long, and the session's own journal be written.
    package var closeLimit: Duration = .seconds(5)
    /// A segment's files are asked for this long before its boundary; half a segment before it at most.
    package var segmentLead: Duration = .seconds(3)

    /// The longest by which an input is made later: its pictures or sound come to a boundary so much before the others'.
    var ahead = Duration.zero
    /// As `openLead`, for the input that is ahead of the others.
    var lead: Duration { Self.openLead + ahead }

    /// The recording's clock runs this many times as fast as any other one: more than once in tests only.
    package var clockRate = 1

    /// A supervisor is there that has another worker go on after a fault of this one: then the session is left open.
    package var isSupervised = false

    /// After how long files are split, and why, as the ledger has it; of the container's limit a tenth or ten seconds are kept in
    /// reserve.
    var split: (length: Duration, reason: String)? {
        let most = longestFile.map { $0 - min(.seconds(10), $0 / 10) }
        if let segment = recording.segment, segment > .zero, segment <= most ?? segment { return (segment, "segment") }
        return most.flatMap { $0 > .zero ? ($0, "longest-file") : nil }
    }
}

extension SessionSettings {
    /// Returns the reaction to an input that is missing before recording begins.
    func missing(_ input: InputName) -> MissingInput {
        input.isMicrophone ? recording.missingMicrophone : recording.missingCamera
    }

    package init(_ pipeline: Pipeline, longestFile: Duration?) {
        self.init(
            outputs: pipeline.outputs, recording: pipeline.recording, storage: pipeline.storage,
            pictures: pipeline.cameras.map { OutputName($0.name) } + (pipeline.combined == nil ? [] : [.combined]),
            longestFile: longestFile, budget: pipeline.budget, thermal: pipeline.thermal, battery: pipeline.battery)
        ahead = pipeline.ahead
    }

    /// The folder in `recording.fallback` of the session in a folder; `nil`: there is no fallback.
    func fallbackFolder(of folder: String) -> String? {
        guard let fallback = recording.fallback, let name = folder.split(separator: "/").last else { return nil }
        return (fallback.hasSuffix("/") ? fallback : fallback + "/") + name
    }
}
