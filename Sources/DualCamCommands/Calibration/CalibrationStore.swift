import DualCamGraph
import DualCamPlan
import DualCamSession

/// The place where a machine's calibration is kept: `$XDG_CACHE_HOME/dualcam/calibration-HOST.json`, else below `~/.cache`.
struct CalibrationStore: Sendable {
    /// Ample for a few hundred pieces of work.
    private static let mostBytes = 4_000_000

    let folder: String
    let files: any FileView

    init(_ place: ProcessEnvironment) {
        (folder, files) = (place.cacheFolder, place.files)
    }

    func path(of host: String) -> String { path("calibration", of: host) }

    func path(_ kind: String, of host: String) -> String {
        "\(folder)/\(kind)-\(String(host.map { $0 == "/" ? "_" : $0 })).json"
    }

    /// The table for a machine, and what to tell of it: the built-in one where there is none, and with a reason where there is
    /// one that cannot be used.
    func costs(of machine: MachineIdentity) -> (table: CostTable, note: String?) {
        do throws(CalibrationProblem) { return (try file(of: machine)?.table ?? .builtIn, nil) } catch {
            return (.builtIn, error.text(path(of: machine.host)))
        }
    }

    /// Reads what was measured of a machine; `nil`: nothing.
    func file(of machine: MachineIdentity) throws(CalibrationProblem) -> CalibrationFile? {
        let path = path(of: machine.host)
        switch files.kind(of: path) {
        case .missing: return nil
        case .directory, .hidden: throw .unreadable
        case .file: break
        }
        guard let bytes = files.bytes(of: path, limit: Self.mostBytes) else { throw .unreadable }
        return try CalibrationFile(bytes, for: machine)
    }

    /// Keeps what was measured, and returns it as it was written: JSON on one line.
    func keep(_ file: CalibrationFile) throws(CommandFailure) -> String {
        let (text, path) = (try JSONText.line(file), path(of: file.machine.host))
        if let problem = FileWriting.write(text, to: path) {
            throw CommandFailure(
                .outputNotCreated, "the calibration \(path) cannot be written: \(problem)",
                next: "Make room there, or set XDG_CACHE_HOME to a folder that can be written.")
        }
        return text
    }
}

extension MachineIdentity {
    /// This machine. GStreamer must be set up. Blocks.
    static func ofThisMachine(_ facts: MachineFacts) -> MachineIdentity {
        MachineIdentity(
            host: facts.host, processor: MachineProbe.processor, cores: facts.cores,
            gstreamer: MachineProbe.gstreamerVersion)
    }
}
