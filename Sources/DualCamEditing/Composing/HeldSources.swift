import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

extension FileFacts {
    /// Reads the metadata of the file at a path; `nil` if there is no such file. Blocks.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    fileprivate init?(of descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// A string that represents the file's state. It changes whenever the file's content may have changed. It stays the
    /// same if the session's folder is moved within its disk.
    var mark: String { "\(size) \(modified) \(statusChanged)" }

    /// Returns how the source file has changed since this state was read; `nil` if it has not changed.
    ///
    /// - Parameters:
    ///   - held: The current state of the file's open descriptor; `nil` if it is not held open.
    ///   - named: The current state of the file that now has the path; `nil` if there is no such file.
    func change(to held: FileFacts?, named: FileFacts?) -> SourceChange? {
        if let held {
            guard held.isSame(self) else { return .replaced(at: held.statusChanged) }
            if held.size != size || held.modified != modified {
                return .written(at: held.modified, size: size, now: held.size)
            }
        }
        guard let named else { return .removed(at: held?.statusChanged) }
        guard named.isSame(self) else { return .replaced(at: named.statusChanged) }
        if named.size != size || named.modified != modified {
            return .written(at: named.modified, size: size, now: named.size)
        }
        return named.statusChanged == statusChanged ? nil : .touched(at: named.statusChanged)
    }
}

/// A change to a source file while a new file is made from it. Times are in Unix nanoseconds.
enum SourceChange: Equatable, Sendable {
    case written(at: Int64, size: Int64, now: Int64)
    /// A different file now has the source file's path.
    case replaced(at: Int64)
    /// No file has the source file's path any more. `at` is the time of the removal or renaming; `nil` if unknown.
    case removed(at: Int64?)
    /// Only the source file's metadata has changed. For example, the file was renamed and renamed back, or its
    /// modification time was reset after a write.
    case touched(at: Int64)

    /// A description of the source file's change and its time, as the end of a sentence that begins with the file's
    /// path.
    var words: String {
        switch self {
        case .written(let time, let size, let now):
            let sizes = size == now ? "" : ", from \(size) to \(now) bytes"
            return "was written to\(sizes), at \(Self.clock(time))"
        case .replaced(let time): return "was replaced by another file, at \(Self.clock(time))"
        case .removed(let time): return "was removed or renamed\(time.map { ", at \(Self.clock($0))" } ?? "")"
        case .touched(let time): return "was changed, at \(Self.clock(time))"
        }
    }

    private static func clock(_ time: Int64) -> String { WallTime.iso8601(time) }
}

/// The source files from which new files are made, held open to detect any change. GStreamer opens the files by path.
/// Therefore, each file is compared with its initial state before a new file gets its name. Otherwise, a file that was
/// truncated would be accepted as complete.
///
/// Used by one thread at a time. All functions block.
final class HeldSources {
    private struct Source {
        var path: String
        /// The open descriptor of the source file; -1 if the file is not held open and only its state is stored.
        var descriptor: Int32
        var state: FileFacts
        /// The SHA-256 that was calculated for the file's content in this run; `nil` if the content was not checked.
        var digest: String?
        /// The SHA-256 of the file's content when it was recorded; `nil` if unknown, or if the file was not recorded by
        /// dualcam.
        var recorded: String?
    }

    /// The maximum number of files to hold open, because GStreamer needs descriptors too. Of further files, only the
    /// initial states are stored.
    private static let mostOpen = 256

    private var sources: [Source] = []
    private let goesOn: () -> Bool

    init() { goesOn = { true } }

    /// Stores the current states of a session's files, before it is known which of them will be read. Does not open the
    /// files, because a session's records may name any file. Ignores missing files.
    /// - Parameter goesOn: Returns false once the user has asked the work to end.
    init(
        watching files: [OutputName: [ComposedSession.File]], goesOn: @escaping () -> Bool = { true }
    ) {
        self.goesOn = goesOn
        let digests = Dictionary(files.values.joined().map { ($0.path, $0.digest) }) { $0 ?? $1 }
        for (path, digest) in digests.sorted(by: { $0.key < $1.key }) {
            var facts = stat()
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            sources.append(Source(path: path, descriptor: -1, state: FileFacts(facts), recorded: digest))
        }
    }

    /// Opens the source files at the given paths. Throws if a file cannot be opened.
    init(_ paths: some Sequence<String>) throws(CommandFailure) {
        goesOn = { true }
        try add(paths)
    }

    deinit { for source in sources where source.descriptor >= 0 { close(source.descriptor) } }

    /// Opens further source files. Files that are already held are not opened again. Throws if a file cannot be opened.
    func add(_ paths: some Sequence<String>) throws(CommandFailure) {
        let known = Set(sources.map(\.path))
        for path in Set(paths).subtracting(known).sorted() {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            guard descriptor >= 0, let state = FileFacts(of: descriptor) else {
                let reason = String(cString: strerror(errno))
                if descriptor >= 0 { close(descriptor) }
                throw CommandFailure(
                    .diskFailed, naming: "'\(path)' cannot be read: \(reason)", next: "See 'dualcam audit'.")
            }
            let keepsOpen = sources.count < Self.mostOpen
            if !keepsOpen { close(descriptor) }
            sources.append(Source(path: path, descriptor: keepsOpen ? descriptor : -1, state: state))
        }
    }

    /// Opens the source files at these paths, and closes all others. Throws if a file has changed since its state was
    /// stored.
    func hold(only paths: Set<String>) throws(CommandFailure) {
        let watched = sources
        for source in sources where source.descriptor >= 0 { close(source.descriptor) }
        sources = []
        try add(paths)
        for before in watched {
            for index in sources.indices where sources[index].path == before.path {
                (sources[index].state, sources[index].recorded) = (before.state, before.recorded)
            }
        }
        if let change { throw change }
    }

    var paths: Set<String> { Set(sources.map(\.path)) }

    /// Returns a string for the state of each given file that is held, ordered by path. If one of these strings
    /// changes, chunks that were rendered earlier cannot be used.
    func marks(of files: [OutputName: [ComposedSession.File]]) -> [String] {
        let recorded = Set(files.values.joined().map(\.path))
        return sources.filter { recorded.contains($0.path) }.sorted { $0.path < $1.path }.map(\.state.mark)
    }

    /// Stores the SHA-256 that was calculated for the content of a source file.
    func note(_ digest: String, of path: String) {
        for index in sources.indices where sources[index].path == path { sources[index].digest = digest }
    }

    /// The error about the first source file that has been written to, replaced or removed; `nil` if there is none.
    /// Fast enough to be read several times a second.
    var change: CommandFailure? {
        for source in sources {
            switch Self.change(of: source) {
            case nil, .touched?: continue
            case let change?: return Self.failure(source, change)
            }
        }
        return nil
    }

    /// Throws if a source file has changed since it was added. If only the file's metadata has changed and its digest
    /// is known, the file is read again, and a different digest counts as a change.
    func check() throws(CommandFailure) {
        for index in sources.indices {
            let source = sources[index]
            guard let change = Self.change(of: source) else { continue }
            guard case .touched = change, let digest = source.digest,
                let now = FileFacts(of: source.path),
                try translated({ () throws(GraphFailure) in try FileDigest.sha256(source.path) }) == digest,
                FileFacts(of: source.path)?.isUnchanged(now) == true
            else { throw Self.failure(source, change) }
            sources[index].state = now
        }
    }

    /// Runs a closure that reads source files, such as one that plans a render. If the closure fails because a file has
    /// changed or is damaged, throws an error about that file instead of the original error.
    func watching<Value>(_ work: () throws(CommandFailure) -> Value) throws(CommandFailure) -> Value {
        do throws(CommandFailure) { return try work() } catch { throw cause(of: error) }
    }

    /// Returns an error about the source file whose change or damage caused `failure`. If no source file caused it,
    /// returns `failure` itself. This search is needed because GStreamer reports only a decoder's or demuxer's error if
    /// a file is overwritten.
    private func cause(of failure: CommandFailure) -> CommandFailure {
        if let change { return change }
        // Failures with any other exit code come from the work itself and already name their cause.
        let isOfPipeline = [.fault, .unavailable].contains(failure.exitCode) && goesOn()
        for source in sources {
            let change = Self.change(of: source)
            guard change != nil || isOfPipeline, !hasItsContent(source, or: change == nil) else { continue }
            return change.map { Self.failure(source, $0) } ?? .damaged(source.path, next: "See 'dualcam audit'.")
        }
        return failure
    }

    /// Returns true if a source file's content still has the SHA-256 that was calculated in this run or, without one,
    /// the SHA-256 of the recording.
    ///
    /// - Parameter unknown: The result if no digest is known, or if the user asks the work to end.
    private func hasItsContent(_ source: Source, or unknown: Bool) -> Bool {
        guard let digest = source.digest ?? source.recorded else { return unknown }
        do throws(GraphFailure) {
            return try FileDigest.sha256(source.path, goesOn: goesOn).map { $0 == digest } ?? unknown
        } catch {
            return unknown
        }
    }

    /// Runs a closure that reads the source files. If a source file has changed in the meantime, throws an error about
    /// the change, even if the closure succeeded.
    func guarding<Value>(_ work: () throws(CommandFailure) -> Value) throws(CommandFailure) -> Value {
        let value = try watching(work)
        try check()
        return value
    }

    private static func change(of source: Source) -> SourceChange? {
        let held = source.descriptor < 0 ? nil : FileFacts(of: source.descriptor)
        return source.state.change(to: held, named: FileFacts(of: source.path))
    }

    private static func failure(_ source: Source, _ change: SourceChange) -> CommandFailure {
        CommandFailure(
            .diskFailed,
            naming: "'\(source.path)' \(change.words) while a new file was made from it; the new file was not kept",
            next:
                "Stop the program that writes to it, restore the old file (see 'dualcam audit' for recorded files), and run the command again."
        )
    }
}

extension CompositionPreparation {
    /// Plans the rendering of the combined picture, and opens the files that it reads. Throws if a file has changed
    /// since its state was stored.
    func prepare(_ container: Container, reading sources: HeldSources) throws(CommandFailure) -> PreparedComposition {
        let prepared = try sources.watching { () throws(CommandFailure) in try prepare(container) }
        try sources.hold(only: prepared.plan.elements.readPaths)
        return prepared
    }
}
