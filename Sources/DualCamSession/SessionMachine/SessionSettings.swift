package import DualCamConfig
import DualCamPlan

/// The figures a session goes by.
package struct SessionSettings: Sendable, Equatable {
    /// The outputs in the order in which they are listed.
    package var outputs: [OutputName]
    /// `recording.duration`; `nil`: until somebody stops it.
    package var duration: Duration?
    /// `recording.until`; `nil`: off.
    package var until: TimeOfDay?
    /// `recording.delay`; `nil`: off.
    package var delay: Duration?
    /// Cameras and, where there is one, `combined`: of which stills can be taken.
    package var pictures: [OutputName] = []
    /// `recording.segment`; `nil`: off.
    package var segment: Duration?
    /// The longest a file may become in any container at hand (the plan's smallest `longestFile`); `nil`: no limit.
    package var longestFile: Duration?
    /// `storage.keep-free` in bytes.
    package var keepFree: Int64 = 0
    /// `storage.warn-at` in bytes, in any order.
    package var warnAt: [Int64] = []
    /// `recording.missing-camera`: what becomes of a camera that fails, or delivers nothing, before recording begins.
    package var missingCamera = MissingInput.fail
    /// `recording.missing-microphone`: the same of a microphone.
    package var missingMicrophone = MissingInput.fail
    /// `recording.fallback`: where outputs go on after a failure of the disk; `nil`: off.
    package var fallback: String?
    /// `storage.when-full`
    package var whenFull = WhenFull.stop
    /// `storage.retain`
    package var retain = Retention.off
    /// `budget`: what is left out when the machine cannot bear the recording (its `enforce` is of no concern here); `nil`: the
    /// load is not watched.
    package var budget: Budget? = Budget()
    /// `thermal`
    package var thermal = Thermal()
    /// `battery`
    package var battery = BatteryLimits()
    /// A session in which no output can record ends after this long, unless inputs are lost.
    package var helplessLimit: Duration = .seconds(60)
    /// A file of its own for an output that comes back begins this much later, so that it is open in time.
    package var openLead: Duration = .milliseconds(300)
    /// `recording.max-loss`; `nil`: off.
    package var maxLoss: Duration?
    /// Recording must have begun after this long.
    package var startLimit: Duration = .seconds(10)
    /// After a stop, inputs that still hold up a file are abandoned after this long.
    package var stallLimit: Duration = .milliseconds(250)
    /// After a stop, all files must be finished after this long.
    package var finishLimit: Duration = .seconds(5)
    /// After a second stop, all files must be finished after this long.
    package var hastyFinishLimit: Duration = .seconds(2)
    /// The devices must have been given back after this long, and the session's own journal be written.
    package var closeLimit: Duration = .seconds(5)
    /// A segment's files are asked for this long before its boundary; half a segment before it at most.
    package var segmentLead: Duration = .seconds(3)
    /// A rest shorter than this gets no files of its own but stays in the files before.
    package var shortestFile: Duration = .seconds(1)

    /// The recording's clock runs this many times as fast as any other one: more than once in tests only.
    package var clockRate = 1

    /// A supervisor is there that has another worker go on after a fault of this one: then the session is left open.
    package var isSupervised = false

    /// Why files are split, and after how long.
    enum Split: Sendable, Equatable {
        case segment(Duration)
        /// The container's limit splits files; a tenth or ten seconds of it are kept in reserve.
        case longestFile(Duration)

        var length: Duration {
            switch self {
            case .segment(let length), .longestFile(let length): length
            }
        }

        /// The word in the ledger.
        var reason: String {
            switch self {
            case .segment: "segment"
            case .longestFile: "longest-file"
            }
        }
    }

    var split: Split? {
        let most = longestFile.map { $0 - min(.seconds(10), $0 / 10) }
        if let segment, segment > .zero, segment <= most ?? segment { return .segment(segment) }
        return most.flatMap { $0 > .zero ? .longestFile($0) : nil }
    }
}

extension SessionSettings {
    /// What becomes of an input that is not there before recording begins.
    func missing(_ input: InputName) -> MissingInput { input.isMicrophone ? missingMicrophone : missingCamera }

    package init(_ pipeline: Pipeline, longestFile: Duration?) {
        self.init(
            outputs: pipeline.outputs, duration: pipeline.recording.duration, segment: pipeline.recording.segment,
            longestFile: longestFile, keepFree: pipeline.storage.keepFree.bytes,
            warnAt: pipeline.storage.warnAt.map(\.bytes))
        (missingCamera, missingMicrophone) = (pipeline.recording.missingCamera, pipeline.recording.missingMicrophone)
        fallback = pipeline.recording.fallback
        (whenFull, retain) = (pipeline.storage.whenFull, pipeline.storage.retain)
        (until, delay) = (pipeline.recording.until, pipeline.recording.delay)
        (maxLoss, budget) = (pipeline.recording.maxLoss, pipeline.budget)
        (thermal, battery) = (pipeline.thermal, pipeline.battery)
        pictures = pipeline.cameras.map { OutputName($0.name) } + (pipeline.combined == nil ? [] : [.combined])
    }

    /// The folder in `recording.fallback` of the session in a folder; `nil`: there is no fallback.
    func fallbackFolder(of folder: String) -> String? {
        guard let fallback, let name = folder.split(separator: "/").last else { return nil }
        return (fallback.hasSuffix("/") ? fallback : fallback + "/") + name
    }
}
