package import DualCamProcess
import DualCamRecordings

/// Finds the pipeline file for a name on the command line: the file at that path. If no such file exists, a bare name
/// (`pip`) or a path such as `pipelines/pip.yaml` selects the shipped pipeline of that name, ignoring case.
package struct PipelineSearch {
    /// The maximum size of a pipeline file in bytes.
    package static let largest = 1 << 20

    var files: any FileView
    var executable: String?
    var workingDirectory: String
    /// True to find only the file at the given path, and never a shipped pipeline. Set when a file is read again,
    /// because it may have been deleted in the meantime.
    package var isExact = false

    /// The path and content of a pipeline file that was found.
    package struct Found: Equatable {
        /// The path of the file; the title "standard input" if the pipeline came from there.
        package var path: String
        /// The content of the file, which need not be a valid pipeline; at most `largest` bytes.
        package var bytes: [UInt8]
        /// True if the pipeline came from standard input, which cannot be read again.
        package var isPiped = false
    }

    /// The name that selects standard input. Relative paths in a pipeline from standard input start in the working
    /// directory.
    package static let pipe = DiskView.standardInput
    /// The title of standard input in messages.
    private static let pipeTitle = "standard input"

    /// Returns the title of a pipeline file in messages: its name, or "standard input".
    package static func title(of name: String) -> String { name == pipe ? pipeTitle : name }

    /// Reads the pipeline file that `name` selects. Throws a failure with `ExitCode.pipelineFile` if the file is
    /// missing, a folder, not readable, or larger than `largest`.
    package func read(_ name: String) throws(CommandFailure) -> Found {
        let isPiped = name == Self.pipe
        let path = isPiped ? name : try locate(name)
        guard let bytes = files.bytes(of: path, limit: Self.largest + 1) else {
            throw isPiped
                ? CommandFailure(
                    .pipelineFile, "the pipeline on standard input cannot be read", next: "Pipe a YAML text into it.")
                : CommandFailure(
                    .pipelineFile, "the pipeline file '\(path)' cannot be read",
                    next: "Check its permissions with 'ls -l \(path)'.")
        }
        guard bytes.count <= Self.largest else {
            throw isPiped
                ? CommandFailure(
                    .pipelineFile, "standard input is larger than 1 MiB, so it is not a pipeline",
                    next: "Pipe the YAML text that describes the recording.")
                : CommandFailure(
                    .pipelineFile, "'\(path)' is larger than 1 MiB, so it is not a pipeline file",
                    next: "Give the YAML file that describes the recording.")
        }
        return Found(path: isPiped ? Self.pipeTitle : path, bytes: bytes, isPiped: isPiped)
    }

    /// Returns the path of the pipeline file that `name` selects. Throws a failure with `ExitCode.pipelineFile` if
    /// there is no such file.
    func locate(_ name: String) throws(CommandFailure) -> String {
        switch files.kind(of: name) {
        case .file: return name
        case .directory: throw isDirectory(name)
        case .hidden:
            throw CommandFailure(
                .pipelineFile, "'\(name)' is in a folder that you cannot access",
                next: "Check the folder's permissions.")
        case .missing: break
        }
        if !isExact, let path = replacement(for: name) { return path }
        throw missing(name)
    }

    /// Prints on standard error which pipeline file is read, if `name` is not itself the path of that file.
    /// - Parameter bareNames: True to print the path even for a bare name, such as `pip`. False to print it only if
    ///   `name` is the path of a missing file, in place of which another file is read.
    package func announce(_ name: String, bareNames: Bool = true, in place: ProcessEnvironment) {
        guard let path = try? locate(name), path != name else { return }
        if !Self.isBare(name) {
            place.note("'\(name)' does not exist; using \(title(ofReplacement: path))")
        } else if bareNames {
            place.note("pipeline file: \(path)")
        }
    }

    /// Returns the names of the shipped pipelines without `.yaml`, sorted.
    package func shippedNames() -> [String] {
        Set(shipped(in: folders()).map { String($0.name.dropLast(5)) }).sorted()
    }

    /// The path of the JSON schema for pipeline files that is installed with dualcam; `nil` if it is not installed.
    package var schema: String? {
        let path = executable.map { $0.parentFolder.parentFolder + "/share/dualcam/pipeline.schema.json" }
        return path.flatMap { files.kind(of: $0) == .file ? $0 : nil }
    }

    /// Returns the folders that may contain shipped pipelines, in the order in which they are searched.
    func folders() -> [String] {
        var folders: [String] = []
        if let executable {
            var directory = executable.parentFolder
            folders.append(directory.parentFolder + "/share/dualcam/pipelines")
            while !directory.isEmpty {
                if files.kind(of: directory + "/Package.swift") == .file { folders.append(directory + "/Pipelines") }
                directory = directory.parentFolder
            }
        }
        return folders + [ownFolder]
    }

    /// The folder `Pipelines` in the working directory. Its pipeline files may be the user's own and not shipped ones.
    private var ownFolder: String { workingDirectory + "/Pipelines" }

    /// Returns the path of a shipped pipeline to read if the file `name` does not exist; `nil` if no shipped pipeline
    /// has a matching name. If `name` is in a folder `pipelines`, files below the working directory are preferred.
    private func replacement(for name: String) -> String? {
        guard Self.isBare(name) || Self.isInPipelines(name) else { return nil }
        let wanted = stem(name.fileName)
        let searched = Self.isBare(name) ? folders() : [ownFolder] + folders()
        return shipped(in: searched).first { stem($0.name) == wanted }?.path
    }

    private func title(ofReplacement path: String) -> String {
        let isShipped = folders().dropLast().contains(path.parentFolder)
        return isShipped ? "the shipped pipeline '\(path.fileName.dropLast(5))' (\(path))" : "'\(path)'"
    }

    private func shipped(in folders: [String]) -> [(name: String, path: String)] {
        folders.flatMap { folder in
            files.names(in: folder).filter { $0.hasSuffix(".yaml") }.sorted().map { ($0, folder + "/" + $0) }
        }
    }

    /// Returns true for a name without a folder and without the extension `.yaml` or `.yml`.
    private static func isBare(_ name: String) -> Bool {
        let lower = name.lowercased()
        return !name.contains("/") && !lower.hasSuffix(".yaml") && !lower.hasSuffix(".yml")
    }

    /// Returns true for a path of the form `pipelines/NAME.yaml`, ignoring case.
    private static func isInPipelines(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: "/").filter { $0 != "." }
        guard !name.hasPrefix("/"), !name.hasSuffix("/"), parts.count == 2 else { return false }
        return parts[0] == "pipelines" && parts[1].hasSuffix(".yaml")
    }

    private func stem(_ name: String) -> String {
        let lower = name.lowercased()
        for suffix in [".yaml", ".yml"] where lower.hasSuffix(suffix) { return String(lower.dropLast(suffix.count)) }
        return lower
    }

    private func isDirectory(_ name: String) -> CommandFailure {
        let inside = files.names(in: name).filter { $0.hasSuffix(".yaml") }.min()
        let folder = name.hasSuffix("/") ? name : name + "/"
        let next = inside.map { "Give a file in it, such as '\(folder)\($0)'." } ?? "Give a YAML file."
        return CommandFailure(.pipelineFile, "'\(name)' is a folder, not a pipeline file", next: next)
    }

    private func missing(_ name: String) -> CommandFailure {
        let names = shippedNames()
        let what = "there is no pipeline file '\(name)'"
        if let nearest = stem(name.fileName).likelyMeaning(among: names) {
            return CommandFailure(.pipelineFile, what, next: "Did you mean the shipped pipeline '\(nearest)'?")
        }
        let next =
            names.isEmpty
            ? "Check the path." : "Check the path, or use a shipped one: \(names.joined(separator: ", "))."
        return CommandFailure(.pipelineFile, what, next: next)
    }
}

extension PipelineSearch {
    package init(_ place: ProcessEnvironment) {
        self.init(files: place.files, executable: place.executable, workingDirectory: place.workingDirectory)
    }
}
