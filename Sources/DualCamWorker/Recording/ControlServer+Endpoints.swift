import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Glibc

/// The control endpoints of a worker's session, and the events about them. The recording continues if an endpoint
/// cannot be opened.
extension ControlServer {
    /// Opens the control endpoints that the pipeline file configures.
    ///
    /// - Parameters:
    ///   - pipeline: The pipeline that is being recorded.
    ///   - host: The name of this machine.
    ///   - file: The functions that read and change the pipeline file for clients.
    ///   - backups: The store of the state of backups, which clients can read.
    static func open(
        _ pipeline: Pipeline, to controller: any SessionController, host: String, in place: ProcessEnvironment,
        file: PipelineTools, backups: BackupStatusStore, metrics: WorkerMetrics
    ) async -> ControlServer {
        // The process id of the supervisor, which started this process, stays the same when another worker is started.
        let places = EndpointPlaces(
            sockets: SocketFolders.own(place.environment), state: place.stateFolder + "/control", host: host,
            process: getppid())
        return await open(
            pipeline.control, to: controller, name: pipeline.name, places,
            library: Library(pipeline.recording.directory, index: place.sessionIndex, backups: backups) {
                MediaProcess(in: place).tools($0)
            },
            pipeline: PipelineAccess(file), metrics: { await metrics.text() })
    }

    /// The events that report the address of each endpoint, and why an endpoint could not be opened.
    var events: [SessionEvent] {
        let now = WallTime.unixNow()
        var events = (failures + notes).map { failure in
            let message = "\(Sentence.ended(failure.message)) \(failure.hint ?? "")"
            return SessionEvent(
                .warning(.control, branch: nil, message: message), unixNanoseconds: now, runningTime: nil)
        }
        if address.socket != nil || address.url != nil {
            events.append(SessionEvent(.control(address), unixNanoseconds: now, runningTime: nil))
        }
        return events
    }
}

extension ControlAddress {
    /// The line that shows the addresses of the control interface to users, without the prefix `dualcam: `.
    var line: String {
        let places = [socket, url].compactMap { $0 }.joined(separator: " and ")
        let journal =
            (tokenFile.map { "; the token is in \($0)" } ?? "")
            + (certificate.map { "; the certificate is \($0)" } ?? "")
        return "control at \(places)\(journal)"
    }
}
