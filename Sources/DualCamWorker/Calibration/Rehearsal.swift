import DualCamConfig
package import DualCamPlan
package import DualCamProcess
import DualCamRecordings
import Glibc
import Kernel

/// A rehearsal of a pipeline: a short recording that is discarded. It measures in advance how much CPU a recording
/// uses.
package struct Rehearsal: Sendable {
    /// The length of the rehearsal's recording, as the option `--duration` accepts it.
    package static let length = "13s"

    let request: PipelineRequest
    let store: CalibrationStore
    let place: ProcessEnvironment

    package init(request: PipelineRequest, store: CalibrationStore, place: ProcessEnvironment) {
        (self.request, self.store, self.place) = (request, store, place)
    }

    /// Records for some seconds, and returns the cost estimate of the recording, which includes the new measurement.
    ///
    /// - Throws: The failure of the recording, or `unavailable` if other programs disturbed the measurement too much.
    package func run() async throws(CommandFailure) -> RecordingCost {
        let folder = store.folder + "/calibrating-\(getpid())"
        FileWriting.makeFolder(folder)
        defer { FileWriting.removeFolder(folder, place.files) }
        let before = try await cost()
        let code = try await record(into: folder)
        guard code == ExitCode.finished.rawValue else {
            throw CommandFailure(
                ExitCode(rawValue: code) ?? .fault, "the rehearsal did not finish; see above.")
        }
        let after = try await cost()
        guard let seen = after.cpu.seen, seen != before.cpu.seen else {
            throw CommandFailure(
                .unavailable,
                "the rehearsal was disturbed: other programs used this machine, or the recording was shed",
                next: "Close other programs and rehearse again.")
        }
        return after
    }

    private func cost() async throws(CommandFailure) -> RecordingCost {
        try await Preparation.prepare(request, quiet: true, in: place).summary().cost
    }

    private func record(into folder: String) async throws(CommandFailure) -> Int32 {
        let settings = request.overrides.map { "--set=" + $0 } + (request.simulate ? ["--simulate"] : [])
        let words =
            InternalJob.rehearse.words + [request.file, "--quiet", "--output", folder, "--duration", Self.length]
            + settings
        let child: ChildProcess
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(
                place.launcher, words, environment: place.environment,
                silent: [STDIN_FILENO, STDOUT_FILENO])
        } catch {
            throw CommandFailure(.fault, "no process can be started: \(String(cString: strerror(error.errorNumber)))")
        }
        return try await BlockingCalls.perform { () throws(CommandFailure) in child.wait() }
    }
}
