import DualCamTransfer
import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamSupervisorPolicy
import DualCamWorker

/// The automatic backups of `dualcam serve`. `BackupSchedule` decides when sessions are copied; a separate process
/// copies them.
struct BackupRunner {
    private var schedule = BackupSchedule()
    private let process: BackupProcess
    private let place: ProcessEnvironment
    private var pipeline: Pipeline
    private var view = BackupView(begin: WallTime.unixNow())

    /// Creates the automatic backups of `dualcam serve`. Returns `nil` for `dualcam run`, which makes no backups
    /// because it ends with its recording.
    init?(_ order: SupervisionOrder, _ place: ProcessEnvironment, _ inputs: AsyncStream<SupervisorInput>.Continuation) {
        guard order.serves else { return nil }
        (self.place, pipeline) = (place, order.pipeline)
        process = BackupProcess(place, note: { inputs.yield(.backupNoted($0)) }) { inputs.yield(.backup($0)) }
    }

    /// The state of the backups for display.
    var state: BackupState { view.state }

    /// The number of finished sessions without a backup; `nil` if unknown.
    var waiting: Int? { schedule.waiting }

    /// Passes an input of the supervisor to the backup schedule, and starts or stops the process that copies. Called
    /// after the supervisor's state machine has processed the input.
    /// - Returns: The backup events to report.
    mutating func observe(_ input: SupervisorInput, _ state: SupervisionState, _ pipeline: Pipeline, at now: Duration)
        -> [BackupNews]
    {
        defer {
            view.apply(BackupState.Settings(self.pipeline.backup), schedule.troubles)
            view.apply(self.pipeline.publish)
        }
        switch input {
        case .state(.begin), .reread:
            self.pipeline = pipeline
            return handle(.begin(pipeline.backup), at: now)
        case .state(.tick):
            let isRecording = state.beat.map { $0.stage != .standby } ?? false
            return handle(.tick(WallTime.timeOfDay(WallTime.unixNow()), isRecording: isRecording), at: now)
        case .told(let event) where event.name == .finished: return handle(.finished, at: now)
        case .backup(let ending):
            view.end(ending)
            return handle(.ended(ending), at: now)
        case .backupNoted(let note):
            view.apply(note, now: WallTime.unixNow())
            return []
        default: return []
        }
    }

    mutating func close(at now: Duration) { _ = handle(.close, at: now) }

    private mutating func handle(_ input: BackupSchedule.Input, at now: Duration) -> [BackupNews] {
        schedule.observe(input, at: now).compactMap { action -> BackupNews? in
            switch action {
            case .copy(let bandwidth, let besides): copy(bandwidth, besides)
            case .stop: process.stop()
            case .tell(let news): return news
            }
            return nil
        }
    }

    private func copy(_ bandwidth: Bitrate?, _ besides: [String]) {
        guard let to = pipeline.backup.to else { return }
        process.start(
            BackupOrder(
                directory: place.absolute(pipeline.recording.directory), to: to.text,
                only: pipeline.backup.only?.map(\.rawValue) ?? [], bandwidth: bandwidth?.bitsPerSecond,
                usesMetered: pipeline.backup.metered, besides: besides, proc: pipeline.machine.proc))
    }
}

extension BackupNews {
    /// This backup event as an event of the supervisor, which is reported to users, hooks and programs.
    var kind: SupervisionNews.Kind {
        switch self {
        case .copied(let session, let left):
            .beside(
                .backedUp, message: message, [.init("session", .string(session)), .init("left", .count(left))])
        case .failed(let session, _, let pause):
            .beside(
                .backupFailed, message: message,
                [
                    .init("session", .text(session)), .init("message", .string(message)),
                    .init("again", .count(pause.components.seconds)),
                ])
        }
    }

    /// This backup event as a sentence for users.
    private var message: String {
        switch self {
        case .copied(let session, let left):
            "\(session.fileName) is backed up"
                + (left > 0 ? ", and \(left) more \(left == 1 ? "waits" : "wait")." : ".")
        case .failed(let session, let reason, let pause):
            "\(session.map { $0.fileName + " is not" } ?? "Nothing is") backed up: \(reason) "
                + "The next attempt is in \(pause.components.seconds / 60) min."
        }
    }
}
