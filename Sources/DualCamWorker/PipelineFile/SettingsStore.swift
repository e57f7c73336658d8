package import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
import Glibc

/// Stores the settings that were changed while recording in `$XDG_STATE_HOME/dualcam/NAME-HASH.json`, or below
/// `~/.local/state`.
package struct SettingsStore: Sendable {
    private static let mostBytes = 1_000_000

    /// The folder of the stored files, which need not exist.
    package let folder: String
    private let place: ProcessEnvironment

    package init(_ place: ProcessEnvironment) { (folder, self.place) = (place.stateFolder, place) }

    /// Returns the path of the file that stores the settings remembered for a pipeline file. Its name contains the
    /// pipeline's `name`, so that users recognise it, and a hash of `name` and the pipeline file's path.
    func path(of file: String, name: String) -> String {
        let safe = String(name.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
        return "\(folder)/\(safe)-\(Self.hash(absolute(file) + "\0" + name)).json"
    }

    /// Returns the FNV-1a hash (64 bits) of a string as hexadecimal digits.
    package static func hash(_ text: String) -> String {
        String(text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }

    /// Returns the remembered settings of a pipeline file that still apply, with notes about them. The result is empty
    /// if `control.remember` is off or no settings are stored.
    package func recall(
        _ loaded: LoadedPipeline, _ request: PipelineRequest, at file: String, in place: ProcessEnvironment
    )
        -> RestoredSettings
    {
        guard loaded.pipeline.control.remember else { return RestoredSettings() }
        let path = path(of: file, name: loaded.pipeline.name)
        guard place.files.kind(of: path) == .file else { return RestoredSettings() }
        guard let bytes = place.files.bytes(of: path, limit: Self.mostBytes), let memory = SettingsMemory(bytes) else {
            return RestoredSettings(notes: ["\(path) cannot be read as saved settings and is ignored."])
        }
        guard memory.file == absolute(file), memory.name == loaded.pipeline.name else { return RestoredSettings() }
        return RestoredSettings(
            memory, changed: Self.changed(file), given: loaded.written.isGiven, overrides: request.settings.map(\.key)
        ) { settings in
            Preparation.problems(of: request, directed: settings, in: place)
        }
    }

    /// Stores the current settings of a pipeline file. If there are none, deletes the stored file. Blocks.
    /// - Returns: The reason why the settings could not be stored; `nil` on success.
    package func remember(_ settings: [Setting], of name: String, at file: String, now: Int64) -> String? {
        let path = path(of: file, name: name)
        let known = place.files.bytes(of: path, limit: Self.mostBytes).flatMap(SettingsMemory.init)
        var memory = known ?? SettingsMemory(file: absolute(file), name: name)
        memory.update(settings, at: now)
        if settings.isEmpty { return unlink(path) == 0 || errno == ENOENT ? nil : String(cString: strerror(errno)) }
        do { return FileWriting.write(try memory.text(), to: path) } catch { return "it cannot be written as JSON" }
    }

    /// Deletes the settings remembered for a pipeline file.
    /// - Returns: A sentence for the user that describes the result.
    @discardableResult
    package func forget(_ loaded: LoadedPipeline, at file: String, in place: ProcessEnvironment) -> String {
        let path = path(of: file, name: loaded.pipeline.name)
        guard place.files.kind(of: path) == .file else { return "no settings are saved for \(file)" }
        guard unlink(path) == 0 else {
            let problem = String(cString: strerror(errno))
            place.note("warning: \(path) cannot be removed: \(problem). Remove it yourself.", .warning)
            return "\(path) cannot be removed: \(problem)"
        }
        return "forgot the saved settings of \(file)"
    }

    private func absolute(_ file: String) -> String { DiskView.resolved(file) ?? place.absolute(file) }

    /// Returns the time of a file's last change in Unix seconds; `nil` if the file does not exist.
    private static func changed(_ file: String) -> Int64? {
        var facts = stat()
        return stat(file, &facts) == 0 ? Int64(facts.st_mtim.tv_sec) : nil
    }
}
