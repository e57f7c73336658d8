import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam publish SESSION --to SERVICE`, which sends a finished session to Opencast or PeerTube.
package struct PublishCommand: Command {
    var session: DirectoryPath?
    var to: PublishingDestination?
    var user: String?
    var passwordFile: DirectoryPath?
    var file: String?
    var presenter: String?
    var presentation: String?
    var title: String?
    var description: String?
    var series: String?
    var readers: [String]?
    var workflow: String?
    var channel: String?
    var privacy: PeerTubeVideo.Privacy?
    var timeout: WrittenValue<Duration>?
    var bandwidth: WrittenValue<Bitrate>?
    var fullSpeed = false
    var unchecked = false
    var again = false
    var json = false

    init() {}

    static let declaration = CommandDeclaration<Self>(
        "publish", "publish a session on Opencast or PeerTube",
        discussion: """
            SERVICE is opencast:https://HOST or peertube:https://HOST. Opencast gets an event with a presenter track \
            and an optional presentation track, and processes it by its workflow. PeerTube gets one video, with the \
            marks as chapters. Both get the title, the tags, and the time of the recording. The password is the first \
            line of --password-file, which other users must not be able to read, or the environment variable \
            DUALCAM_PUBLISH_PASSWORD. A recorded file is sent only if it matches the session's records. What was \
            published, where and when is recorded in the session's folder (.dualcam/published.json); without --to, the \
            command prints it.

            Ctrl-C leaves nothing at the service. If the connection to PeerTube is lost, the upload reconnects and \
            resumes where it stopped.

            Exit codes: 0 published; 64 SESSION is not a session or is not finished, or something does not fit the \
            service; 69 the server cannot be reached, refuses or fails, or the command was interrupted by Ctrl-C; 70 \
            everything was sent but no answer came: it may have been published; 73 it was published there before, or \
            another process is publishing it; 74 a file is missing or does not match the session's records.
            """,
        examples: [
            "publish . --to peertube:https://tube.example.org --user ann",
            "publish . --to opencast:https://oc.example.org --user ann --file front",
        ],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("to", "SERVICE", \.to, "publish on this service: opencast:https://HOST or peertube:https://HOST"),
            .value("user", "NAME", \.user, "publish as this user"),
            .value("password-file", "FILE", \.passwordFile, "read the password from the first line of this file"),
            .value(
                "file", "FILE", \.file,
                "publish this output, or this file made by export, trim or compose (default: combined)"
            ).described(
                "publish this output, or this file made from the session, by its path from the session's folder (default: combined)"
            ),
            .value("presenter", "FILE", \.presenter, "the presenter track (Opencast; same as --file)"),
            .value("presentation", "FILE", \.presentation, "the presentation track (Opencast)"),
            .value("title", "TEXT", \.title, "the title (default: the session's)"),
            .value("description", "TEXT", \.description, "the description"),
            .value("series", "ID", \.series, "the id of a series (Opencast)"),
            .names("readers", "ROLES", \.readers, "roles that may watch; ROLE_ANONYMOUS is everybody (Opencast)"),
            .value(
                "workflow", "ID", \.workflow,
                "the processing workflow (Opencast; default: \(usualWorkflow))"),
            .value("channel", "NAME", \.channel, "the channel (PeerTube; default: the user's first)"),
            .value(
                "privacy", "WHO", \.privacy,
                "public, unlisted, private or internal (PeerTube; default: private)"),
            .value("timeout", "TIME", \.timeout, "give up if the server is silent for this long (default: 60s)"),
            .value("bandwidth", "BITRATE", \.bandwidth, "limit the bandwidth: 20Mbps"),
            .flag("full-speed", \.fullSpeed, "do not slow down while other programs need the CPU or the disk"),
            .flag(
                "unchecked", \.unchecked, "do not compare the files' SHA-256 with the session's records"),
            .flag("again", \.again, "publish again even if it was published there before"),
            .flag("json", \.json, "print events, one JSON object per line"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let folder = place.absolute(session?.path ?? "")
        guard let to else {
            let source = try await BlockingCalls.perform { () throws(CommandFailure) in try Self.open(folder) }
            PublishingReport(place: place, json: json).list(source)
            return .finished
        }
        guard presenter == nil || to.kind == .opencast, presenter == nil || file == nil else {
            throw CommandFailure(
                .usage, "--presenter is for Opencast only and means the same as --file", next: "Give only one of them.")
        }
        let (limit, patience) = (try self.limit(), try self.patience())
        try check(for: to)
        let account = try account(in: place)
        ProcessEnvironment.yieldToOthers()
        let ended = TerminationFlag(place)
        defer { ended.stop() }
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            let run = PublishingRun(command: self, to: to, limit: limit, place: place, ended: ended)
            let service = PublishingService(
                to.address, account, agent: "dualcam/" + ProductVersion.current, patience: patience, ended: ended)
            try run.publish(Self.open(folder), by: service)
            return .finished
        }
    }

    private static func open(_ folder: String) throws(CommandFailure) -> PublishingSource {
        try translated { () throws(LibraryFailure) in try PublishingSource(reading: folder) }
    }
}
