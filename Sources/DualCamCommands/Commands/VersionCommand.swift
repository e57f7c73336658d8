import DualCamGraph
import DualCamRecordings

/// The `dualcam version` command, which prints the versions of dualcam and GStreamer.
struct VersionCommand: Command {
    /// The version of dualcam, as a semantic version (semver.org).
    static let version = "0.1.0"

    var json = false

    static let declaration = CommandDeclaration<Self>(
        "version", "print the version",
        options: [.flag("json", \.json, "print a JSON object")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let gstreamer = MachineProbe.gstreamerVersion.split(separator: " ").last.map(String.init) ?? ""
        let report: JSONObject = ["version": Self.version, "gstreamer": gstreamer]
        place.output.write(
            json ? try TerminalText(encoding: report) : "dualcam \(Self.version), GStreamer \(gstreamer)\n")
        return .finished
    }
}
