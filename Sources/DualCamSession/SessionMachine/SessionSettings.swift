package import DualCamConfig
import DualCamPlan

/// The settings and time limits of a recording session.
package struct SessionSettings: Sendable, Equatable {
    /// The time after which a session ends if no output can be recorded, unless inputs are missing.
    static let helplessLimit = Duration.seconds(60)
    /// The time that is needed to open the new file of a returning output before the file begins.
    static let openLead = Duration.milliseconds(300)
    /// The shortest file that is begun. If less time remains before the end, the current file continues instead.
    package static let shortestFile = Duration.seconds(1)

    /// The outputs of the session, in the order in which they are listed.
    package var outputs: [OutputName]
    package var recording: Recording
    package var storage: Storage
    /// The names of the pictures that can be saved as stills: the cameras and, if there is one, `combined`.
    package var pictures: [OutputName] = []
    /// The longest duration that every container in use can hold (the smallest `longestFile` of the plan); `nil` for no
    /// limit.
    package var longestFile: Duration?
    /// The budget that limits the load and orders the shedding steps. Its `enforce` has no effect here. `nil` if the
    /// load is not measured.
    package var budget: Budget? = Budget()
    package var thermal = Thermal()
    package var battery = BatteryLimits()
    /// The time limit for a recording to begin.
    package var startLimit: Duration = .seconds(10)
    /// The time from a stop until the inputs are abandoned whose missing data still prevents a file from being
    /// finished.
    package var stallLimit: Duration = .milliseconds(250)
    /// The timeout for finishing files after a stop. If no data is written for this time, the unfinished files are
    /// abandoned.
    package var finishLimit: Duration = .seconds(5)
    /// The time limit for finishing all files after a second stop.
    package var hastyFinishLimit: Duration = .seconds(2)
    /// The time limit for closing the devices, and for writing the session's final records.
    package var closeLimit: Duration = .seconds(5)
    /// The time before a segment boundary at which the files of the segment are requested, at most half of a segment's
    /// length.
    package var segmentLead: Duration = .seconds(3)

    /// The longest configured delay of an input. It is added to the running times of the input's buffers, so that they
    /// reach a segment boundary earlier by this duration.
    var ahead = Duration.zero
    /// The lead time `openLead`, extended by the longest delay of an input.
    var lead: Duration { Self.openLead + ahead }

    /// The factor by which the recording's clock runs faster than other clocks; more than 1 only in tests.
    package var clockRate = 1

    /// True if a supervisor starts another worker after an internal fault of this one. In that case the session is
    /// left unfinished.
    package var isSupervised = false

    /// The duration after which files are split, and the reason as recorded in the ledger; `nil` if files are not
    /// split. A limit of the container is reduced by a tenth, at most by ten seconds.
    var split: (length: Duration, reason: String)? {
        let most = longestFile.map { $0 - min(.seconds(10), $0 / 10) }
        if let segment = recording.segment, segment > .zero, segment <= most ?? segment { return (segment, "segment") }
        return most.flatMap { $0 > .zero ? ($0, "longest-file") : nil }
    }
}

extension SessionSettings {
    /// Returns the action to take if this input is missing before recording begins.
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

    /// Returns the path in `recording.fallback` that corresponds to a session's folder; `nil` if there is no fallback.
    func fallbackFolder(of folder: String) -> String? {
        guard let fallback = recording.fallback, let name = folder.split(separator: "/").last else { return nil }
        return (fallback.hasSuffix("/") ? fallback : fallback + "/") + name
    }
}
