import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Glibc
import Kernel

/// Gives network clients access to a recording's pipeline file. Separate processes check new content and list devices,
/// so that the content cannot affect the recording.
struct PipelineProcess: Sendable {
    /// The time limit for checking one text or listing the devices. It allows for a busy machine.
    private static let patience = Duration.seconds(20)

    private let request: PipelineRequest
    private let file: String
    private let isPiped: Bool
    private let place: ProcessEnvironment

    init(_ request: PipelineRequest, in place: ProcessEnvironment) {
        isPiped = request.file == PipelineSearch.title(of: PipelineSearch.pipe)
        file = isPiped ? request.file : place.absolute(request.file)
        (self.request, self.place) = (request, place)
    }

    /// Returns the functions by which clients read, check and change the pipeline file.
    ///
    /// - Parameters:
    ///   - reloads: True if the recording reloads the pipeline file after a change.
    ///   - machine: The facts about this machine.
    func tools(reloads: Bool, on machine: MachineFacts) -> PipelineTools {
        let calibration = CalibrationReport(place: place, machine: machine)
        return PipelineTools(
            reloads: reloads && !isPiped, drafted: request.drafted, simulates: request.simulate,
            read: { () throws(ControlRefusal) in try read() },
            judge: { (content, file, question) throws(ControlRefusal) in try judge(content, file, question) },
            write: { (content, file) throws(ControlRefusal) in try write(content, file) },
            devices: { () throws(ControlRefusal) in
                [
                    "cameras": try listing(["devices", "--json"]),
                    "microphones": try listing(["devices", "--microphones", "--json"]),
                ]
            },
            encoders: { () throws(ControlRefusal) in ["encoders": try listing(["encoders", "--json"])] },
            calibration: { calibration.known() },
            checkIsCalm: { () async throws(ControlRefusal) in try await calibration.checkIsCalm() },
            schema: { PipelineSchema.json }
        )
    }

    private func read() throws(ControlRefusal) -> PipelineTools.File {
        guard !isPiped else {
            throw ControlRefusal(
                .notNow, "The pipeline came from standard input, so there is no file.",
                advice: "Start dualcam with a file.")
        }
        do throws(Refusal) {
            let content = try RegularFile.bytes(file, limit: PipelineSearch.largest)
            let path = DiskView.resolved(file) ?? file
            let copy = isShipped(path) ? freeCopy(of: path) : nil
            return PipelineTools.File(
                path: path, content: content, obstacle: Self.obstacle(to: copy ?? path), copy: copy)
        } catch {
            throw ControlRefusal(.failed, Sentence.text(error.message), advice: Sentence.text(error.hint ?? ""))
        }
    }

    /// Returns true for a pipeline file that is shipped with dualcam. Such a file is never changed, because all users
    /// share it.
    private func isShipped(_ path: String) -> Bool {
        PipelineSearch(place).folders().contains { DiskView.resolved($0) == path.parentFolder }
    }

    /// Returns the path for the user's copy of a shipped pipeline file: the first free name in the working directory,
    /// where `dualcam init` writes too.
    private func freeCopy(of path: String) -> String {
        let name = path.split(separator: "/").last.map { $0.hasSuffix(".yaml") ? $0.dropLast(5) : $0[...] } ?? "dualcam"
        let names = [String(name)] + (2...99).map { "\(name)-\($0)" }
        let paths = names.map { "\(place.workingDirectory)/\($0).yaml" }
        return paths.first { DiskView().kind(of: $0) == .missing } ?? paths[0]
    }

    private static func obstacle(to path: String) -> String? {
        let folder = path.parentFolder
        if access(folder, W_OK) != 0 { return "The folder '\(folder)' is not writable." }
        return access(path, F_OK) == 0 && access(path, W_OK) != 0 ? "The file '\(path)' is not writable." : nil
    }

    private func judge(
        _ content: [UInt8], _ file: PipelineTools.File, _ question: PlanRequest?
    ) throws(ControlRefusal) -> JSONValue {
        guard let text = UnnamedFile(content) else { throw Self.noProcess }
        let plans = question.map {
            JudgedPlans.Order(
                variants: $0.variants, settings: request.settings, simulate: request.simulate,
                asksDevices: $0.asksDevices)
        }
        let order = plans.map { [String(decoding: $0.ownJSON, as: UTF8.self)] } ?? []
        return try asked(
            InternalJob.judgePipeline.words + [file.copy ?? file.path, file.path] + order, input: text.descriptor)
    }

    /// Replaces the pipeline file, and keeps the old version next to it as `NAME.bak`. Each of the two files is written
    /// either completely or not at all.
    private func write(_ content: [UInt8], _ file: PipelineTools.File) throws(ControlRefusal) {
        let path = file.copy ?? file.path
        var facts = stat()
        let mode = stat(file.path, &facts) == 0 && file.copy == nil ? facts.st_mode & 0o777 : 0o644
        let kept = file.copy == nil ? FileWriting.write(file.content, to: path + ".bak", mode: mode) : nil
        if let problem = kept ?? FileWriting.write(content, to: path, mode: mode) {
            throw ControlRefusal(
                .failed, "The file '\(path)' cannot be written: \(problem).",
                advice: "The file is unchanged. Free space on its disk.")
        }
    }

    private func listing(_ words: [String]) throws(ControlRefusal) -> JSONValue { try asked(words, input: nil) }

    /// Runs a command of dualcam in a separate process and returns the JSON that the command prints.
    private func asked(_ words: [String], input: Int32?) throws(ControlRefusal) -> JSONValue {
        let environment = place.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: place.launcher, words, environment: environment, input: input, within: Self.patience)
        } catch {
            throw Self.noProcess
        }
        guard ended.code == 0, let told = JSONValue(ifJSON: String(decoding: ended.output, as: UTF8.self)) else {
            throw Self.noProcess
        }
        return told
    }

    private static var noProcess: ControlRefusal {
        ControlRefusal(.failed, "The process that handles the request did not answer.", advice: "Try again.")
    }
}
