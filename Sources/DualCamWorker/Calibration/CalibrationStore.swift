internal import DualCamDevices
package import DualCamPlan
package import DualCamProcess

/// Stores a machine's calibration in `$XDG_CACHE_HOME/dualcam/calibration-HOST.json`, or below `~/.cache`.
package struct CalibrationStore: Sendable {
    /// The maximum size of a calibration file in bytes, enough for a few hundred entries of the cost table.
    private static let mostBytes = 4_000_000

    let folder: String
    let files: any FileView

    package init(_ place: ProcessEnvironment) {
        (folder, files) = (place.cacheFolder, place.files)
    }

    /// Returns the path of the calibration file of a machine, which need not exist.
    package func path(of host: String) -> String { path("calibration", of: host) }

    func path(_ kind: String, of host: String) -> String {
        "\(folder)/\(kind)-\(String(host.map { $0 == "/" ? "_" : $0 })).json"
    }

    /// Returns the cost table for a machine. Without a usable calibration, returns the built-in table. The note says
    /// why an existing calibration cannot be used; otherwise it is `nil`.
    package func costs(of machine: MachineIdentity) -> (table: CostTable, note: String?) {
        do throws(CalibrationProblem) { return (try file(of: machine)?.table ?? .builtIn, nil) } catch {
            return (.builtIn, error.text(path(of: machine.host)))
        }
    }

    /// Reads the calibration of a machine; returns `nil` if there is none. Throws if an existing calibration cannot be
    /// used; the error says why.
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

    /// Stores a calibration, and returns the stored text, which is JSON on one line. Throws a failure if it cannot be
    /// written.
    package func keep(_ file: CalibrationFile) throws(CommandFailure) -> String {
        let (text, path) = (try JSONText.line(file), path(of: file.machine.host))
        if let problem = FileWriting.write(text, to: path) {
            throw CommandFailure(
                .outputNotCreated, "the calibration \(path) cannot be written: \(problem)",
                next: "Make room there, or set XDG_CACHE_HOME to a writable folder.")
        }
        return text
    }
}

extension MachineIdentity {
    /// Returns the identity of this machine. GStreamer must be initialised. Blocks.
    package static func ofThisMachine(_ facts: MachineFacts) -> MachineIdentity {
        MachineIdentity(
            host: facts.host, processor: MachineProbe.processor, cores: facts.cores,
            gstreamer: MachineProbe.gstreamerVersion)
    }
}
