import CommandLine
import DualCamDevices
import DualCamProcess
import DualCamRecordings

/// The `dualcam version` command, which prints the versions of dualcam and GStreamer.
struct VersionCommand: Command {
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "version", "print the version",
        options: [.flag("json", \.json, "print a JSON object")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let gstreamer = MachineProbe.gstreamerVersion.split(separator: " ").last.map(String.init) ?? ""
        let report: JSONObject = ["version": ProductVersion.current, "gstreamer": gstreamer]
        place.output.write(
            json ? try TerminalText(encoding: report) : "dualcam \(ProductVersion.current), GStreamer \(gstreamer)\n")
        return .finished
    }
}
