import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The command `dualcam align FILE`, which measures the delays of cameras and microphones relative to each other.
struct AlignCommand: Command {
    var file: String?
    var settings: [Setting] = []
    var given: WrittenValue<Duration>?
    var write = false
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "align", "measure camera and microphone delays by flashes and claps",
        discussion: """
            Opens the cameras and microphones of FILE without recording. Flash a light and clap at the same instant in \
            front of all of them, at least five times, a second or two apart. Clapping with a phone's torch in your \
            hands is enough, and so is a clapperboard. What each camera sees and each microphone hears is compared \
            with the first microphone, or with the first camera if there is no sound. The command prints the 'delay' \
            keys that synchronise all inputs. With --write, it writes them into FILE and keeps the comments there.

            A camera is measured to within one of its pictures; for a clap, the command looks for the millisecond in \
            which it begins. If an input saw or heard fewer than three of the instants, or they do not agree, nothing \
            is written.

            Exit codes: 0 measured, 65 the file is wrong, 69 an input is missing or could not be measured, 73 or 74 \
            the file cannot be written.
            """, examples: ["align talk.yaml", "align talk.yaml --write --for 30s"],
        parameters: [.required("FILE", \.file, "the pipeline file", completion: .fileOrName)],
        options: [
            .repeated("set", "KEY=VALUE", \.settings, "as for 'dualcam run'"),
            .value("for", "TIME", \.given, "measure for this long (default: 20s)"),
            .flag("write", \.write, "write the delays into FILE"),
            .flag("json", \.json, "print the offsets as a JSON object"),
        ])

    /// The range of values that users may choose for the length of an alignment measurement.
    static let lengths = Duration.seconds(4)...Duration.seconds(600)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let file = file ?? ""
        guard file != PipelineSearch.pipe else {
            throw CommandFailure(.usage, "align needs a FILE, not standard input", next: "Give the file's path.")
        }
        let length = try length()
        PipelineSearch(place).announce(file, bareNames: !json, in: place)
        let request = PipelineRequest(file: file, settings: settings, simulate: false)
        let loaded = try Preparation.load(request, in: place)
        let names = loaded.pipeline.cameras.map { InputName($0.name) } + loaded.pipeline.microphones.map(\.input)
        guard names.count > 1 else {
            throw CommandFailure(
                .usage, "\(file) has only one input, so there is nothing to compare it with",
                next: "Add the camera or microphone with which it should be in sync.")
        }
        let tap = try await watch(loaded.pipeline, request, for: length, in: place)
        let aligned = Alignment(loaded.pipeline, tap)
        place.output.write(json ? try TerminalText(encoding: aligned.report) : TerminalText(lines: aligned.lines))
        try aligned.requireAll()
        if write { try aligned.write(into: file, loaded.pipeline, request, in: place) }
        return .finished
    }

    private func length() throws(CommandFailure) -> Duration {
        guard let text = given?.text else { return .seconds(20) }
        do throws(Refusal) { return try Duration(parsing: text, in: Self.lengths) } catch {
            throw CommandFailure(.usage, "--for: \(error.message)", next: Sentence.text(error.hint ?? ""))
        }
    }

    /// Runs the cameras and microphones without their configured delays, and detects flashes and claps for `length`.
    private func watch(
        _ pipeline: Pipeline, _ request: PipelineRequest, for length: Duration, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> AlignmentTap {
        var plain = request
        plain.settings += pipeline.plainSettings
        let prepared = try await Preparation.prepare(plain, quiet: json, in: place)
        do throws(GraphFailure) {
            let graph = try RecordingPipeline(plan: prepared.graph, standsBy: true)
            let failures = FirstFailure(graph.events)
            try await graph.standBy()
            let tap = try await graph.watchInstants()
            if !json {
                place.note("flash and clap in front of all inputs, five times or more, within \(length.notation)")
            }
            await pause(for: length)
            try await graph.close(within: .seconds(5))
            if let failure = await failures.first { throw failure }
            return tap
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// Stores the first failure that a running GStreamer graph reports; ignores later ones.
private actor FirstFailure {
    private(set) var first: GraphFailure?

    init(_ events: AsyncStream<GraphEvent>) {
        Task { [weak self] in
            for await event in events {
                if case .failed(let failure) = event { await self?.note(failure) }
            }
        }
    }

    private func note(_ failure: GraphFailure) { first = first ?? failure }
}

extension Pipeline {
    /// The settings with which an alignment is measured: all delays are removed, and the pictures of every camera are
    /// decoded.
    fileprivate var plainSettings: [Setting] {
        var settings = [Setting("budget.enforce", "off")]
        for camera in cameras {
            settings.append(Setting("cameras.\(camera.name).delay", "0ms"))
            let use = encoders.settings(for: OutputName(camera.name)).use
            if use == "passthrough" { settings.append(Setting("encoders.\(camera.name).use", "auto")) }
        }
        for microphone in microphones { settings.append(Setting("\(microphone.keyPath).delay", "0ms")) }
        return settings
    }
}
