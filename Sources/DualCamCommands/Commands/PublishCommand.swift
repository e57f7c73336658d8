import CommandLine
import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings

/// The command `dualcam publish SESSION --to SERVICE`, which sends a finished session to Opencast or PeerTube.
struct PublishCommand: Command {
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

    static let declaration = CommandDeclaration<Self>(
        "publish", "hand a finished session over to Opencast or PeerTube",
        discussion: """
            SERVICE is opencast:https://HOST or peertube:https://HOST. Opencast gets an event with a presenter's and, if wanted, a \
            presentation's track, and processes it by its workflow; PeerTube gets one video, its marks as chapters. Both get the \
            title, the tags, and the time of the recording. The password is the first line of --password-file, which nobody else \
            may be able to read, or the environment variable DUALCAM_PUBLISH_PASSWORD. A recorded file is sent only where it is \
            what was recorded. What was published, where and when is kept in the session's folder (.dualcam/published.json); \
            without --to it is told.

            Ctrl-C leaves nothing at the service. A lost connection to PeerTube is made again, and the upload continues where \
            it was.

            Exit codes: 0 published; 64 SESSION is none or is not finished, or something does not fit the service; 69 the server \
            cannot be reached, refuses or fails, or it was ended by Ctrl-C; 70 all was sent and no answer came: it may be there; \
            73 it was published there before, or somebody publishes it; 74 a file is missing or is not what was recorded.
            """,
        examples: [
            "publish . --to peertube:https://tube.example.org --user ann",
            "publish . --to opencast:https://oc.example.org --user ann --file front",
        ],
        parameters: [.required("SESSION", \.session, "the folder of a session", completion: .directory)],
        options: [
            .value("to", "SERVICE", \.to, "opencast:https://HOST or peertube:https://HOST"),
            .value("user", "NAME", \.user, "publish as this user"),
            .value("password-file", "FILE", \.passwordFile, "the file whose first line is the user's password"),
            .value(
                "file", "FILE", \.file,
                "what is published: an output's name, or a file that export, trim or compose made (default: combined)"),
            .value("presenter", "FILE", \.presenter, "the presenter's track (Opencast; the same as --file)"),
            .value("presentation", "FILE", \.presentation, "the presentation's track (Opencast)"),
            .value("title", "TEXT", \.title, "the title (default: the session's)"),
            .value("description", "TEXT", \.description, "the description"),
            .value("series", "ID", \.series, "the identifier of a series (Opencast)"),
            .names("readers", "ROLES", \.readers, "roles that may see it: ROLE_ANONYMOUS is everybody (Opencast)"),
            .value(
                "workflow", "ID", \.workflow,
                "the workflow that processes it (Opencast; default: \(usualWorkflow))"),
            .value("channel", "NAME", \.channel, "the channel (PeerTube; default: the user's first)"),
            .value(
                "privacy", "WHO", \.privacy,
                "who sees it: public, unlisted, private, internal (PeerTube; default: private)"),
            .value("timeout", "TIME", \.timeout, "how long the server may be silent (default: 60s)"),
            .value("bandwidth", "BITRATE", \.bandwidth, "at most so much: 20Mbps"),
            .flag("full-speed", \.fullSpeed, "do not slow down while others want the processor or the disk"),
            .flag(
                "unchecked", \.unchecked, "take files as they are, without comparing their SHA-256 with the session's"),
            .flag("again", \.again, "publish what was published there before"),
            .flag("json", \.json, "print events, one JSON object a line"),
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
                .usage, "--presenter is for Opencast, and the same as --file", next: "Write one of them.")
        }
        let (limit, patience) = (try self.limit(), try self.patience())
        try check(for: to)
        let account = try account(in: place)
        ProcessEnvironment.yieldToOthers()
        let ended = TerminationFlag(place)
        defer { ended.stop() }
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            let run = PublishingRun(command: self, to: to, limit: limit, place: place) { !ended.hasCome }
            let service = PublishingService(
                to.address, account, agent: "dualcam/" + ProductVersion.current, patience: patience, goesOn: run.goesOn)
            try run.publish(Self.open(folder), by: service)
            return .finished
        }
    }

    private static func open(_ folder: String) throws(CommandFailure) -> PublishingSource {
        try translated { () throws(LibraryFailure) in try PublishingSource(reading: folder) }
    }
}
