import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The internal command `dualcam job judge-pipeline FILE FORMER [PLANS]`. It checks the text on standard input as the
/// new content of FILE, like `dualcam check`, and compares it with the content of the file FORMER. PLANS is a
/// `JudgedPlans.Order` in JSON that requests cost estimates as well. The command prints its result as a JSON object.
/// Only `PipelineProcess` starts it.
struct JudgePipelineCommand: ParsedCommand {
    static let name = InternalJob.judgePipeline.title

    private let file: String
    private let former: String
    private let plans: JudgedPlans.Order?

    init(_ words: [String]) throws(CommandFailure) {
        let order = words.dropFirst(2).first.map { JudgedPlans.Order(ownJSON: $0.utf8) }
        guard words.count == 2 || words.count == 3 && order != .some(nil) else {
            throw .hidden(Self.name, next: "Use 'dualcam check'.")
        }
        (file, former, plans) = (words[0], words[1], order ?? nil)
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let pipe = PipelineSearch.pipe
        let content = try PipelineSearch(place).read(pipe).bytes
        let before = place.files.bytes(of: former, limit: PipelineSearch.largest) ?? []
        let given = place.giving(content, at: file)
        place.output.write(TerminalText(json: await Self.report(content, before, file, plans, in: given).line))
        return .finished
    }

    /// Returns the problems, notices, changes and plans of a pipeline file's new content as a JSON object.
    ///
    /// - Parameters:
    ///   - content: The new content of the pipeline file, which `place` also returns when the file is read.
    ///   - former: The current content of the pipeline file, with which the new content is compared.
    static func report(
        _ content: [UInt8], _ former: [UInt8], _ file: String, _ plans: JudgedPlans.Order?, in place: ProcessEnvironment
    ) async -> JSONValue {
        let written: WrittenSettings
        do throws(PipelineIssues) { written = try WrittenSettings(content, named: file) } catch {
            return found(error.issues)
        }
        // A previous file that cannot be parsed counts as empty.
        let before = (try? WrittenSettings(former, named: file)) ?? WrittenSettings(emptyFileNamed: file)
        let place = place.reading(by: .changedRemotely)
        let given = plans?.settings.map(\.value).joined(separator: " ") ?? ""
        let values =
            written.values(from: place.environment) + WrittenSettings.values(in: given, from: place.environment)
        let refused = written.remoteRefusals(since: before)
        // Files in the pipeline text are opened only once their paths are known to be allowed.
        if !refused.isEmpty { return found(refused) }
        let strange = strangeFiles(in: written, since: before, folder: place.folder(of: file))
        if !strange.isEmpty { return found(strange) }
        do throws(CommandFailure) {
            let request = PipelineRequest(file: file, settings: [], simulate: false)
            let loaded = try Preparation.load(request, in: place)
            let extent = plans == nil ? Preparation.Extent.refusals : .refusalsBeforePlan
            try await Preparation.check(loaded, extent, quiet: true, in: place)
            let keys = written.changedKeys(since: before)
            let notices = try Preparation.notices(on: loaded, of: request, under: .serve, in: place)
            let planned = try await BlockingCalls.perform { () throws(CommandFailure) in
                plans.map { JudgedPlans(order: $0, file: file, place: place).all() } ?? []
            }
            return found(
                [], notices.map { $0.hiding(values) }, ChangedKeys(keys, value: written.value),
                planned.map { $0.hidingObstacle(values) })
        } catch {
            let whole = PipelineIssue(file: file, message: error.message, hint: error.advice)
            return found((error.problems.isEmpty ? [whole] : error.problems).map { $0.hiding(values) })
        }
    }

    /// Returns problems with files to which the new pipeline file refers, unless the previous one already referred to
    /// them. Such a file must be a regular file below `folder`, reached without symbolic links. The same rule applies
    /// to control commands.
    private static func strangeFiles(
        in written: WrittenSettings, since former: WrittenSettings, folder: String
    ) -> [PipelineIssue] {
        let files = CommandFiles([folder])
        return written.remoteFiles(since: former).compactMap { key, name in
            do throws(Refusal) {
                try files.check("\(folder)/\(name)")
                return nil
            } catch { return written.issue(at: key, error.message, hint: error.hint) }
        }
    }

    private static func found(
        _ problems: [PipelineIssue], _ notices: [PipelineIssue] = [], _ changes: ChangedKeys? = nil,
        _ plans: [JSONValue] = []
    ) -> JSONValue {
        [
            "problems": .list(problems), "notices": .list(notices), "changes": changes?.json ?? .null,
            "plans": .array(plans),
        ]
    }
}

extension JSONValue {
    /// Returns the JSON of a plan without secrets. If the text of `obstacle` contains one of the secret values, a
    /// general message replaces the text.
    fileprivate func hidingObstacle(_ values: [String]) -> JSONValue {
        guard let obstacle = self["obstacle"]?.text, values.contains(where: obstacle.contains) else { return self }
        return replacing("obstacle", with: "It cannot be planned with these settings.")
    }
}

extension ChangedKeys {
    /// The changed keys of a pipeline file as JSON, grouped by when the change takes effect: `live` (immediately),
    /// `take` (with the next take), `graph` (when cameras are opened again) and `start` (when dualcam starts again).
    fileprivate var json: JSONValue {
        let keys = { (keys: [String]) in JSONValue.array(keys.map(JSONValue.string)) }
        return [
            "live": keys(live.map(\.key)), "take": keys(take), "graph": keys(graph), "start": keys(start + supervisor),
        ]
    }
}
