import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import Glibc

extension FileFacts {
    /// Returns the facts of the file to which a path leads now; `nil`: it leads to none. Blocks.
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

    /// Text that differs when the content may differ. A file that was moved on its disk keeps it.
    var mark: String { "\(size) \(modified) \(statusChanged)" }

    /// Returns the change that has made this state another one; `nil`: there is none.
    ///
    /// - Parameters:
    ///   - held: the state now of the file that is held open; `nil`: none is.
    ///   - named: the state of the file that has its name now; `nil`: none has.
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

/// A change of a file from which a new one is being made. Times are in Unix nanoseconds.
enum SourceChange: Equatable, Sendable {
    case written(at: Int64, size: Int64, now: Int64)
    /// Another file has its name.
    case replaced(at: Int64)
    /// No file has its name; the time is that of its removal or renaming, where it is known.
    case removed(at: Int64?)
    /// Its metadata were changed, or it was renamed back, or its time was set back behind a write.
    case touched(at: Int64)

    /// Predicate and time, to stand behind the file's path.
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

/// The files from which new ones are made, held open so that none can be taken for another one. GStreamer reads them by their paths, so
/// they are compared with their state at the beginning before a new file gets its name: a demuxer takes a file that was cut meanwhile
/// for one that ends there.
///
/// Used by one thread at a time. Its functions block.
final class HeldSources {
    private struct Source {
        var path: String
        /// -1: its state alone is known.
        var descriptor: Int32
        var state: FileFacts
        /// SHA-256 that its content was found to have; `nil`: it was not compared.
        var digest: String?
        /// SHA-256 that its content had when it was recorded; `nil`: it is not known, or was not a recorded file.
        var recorded: String?
    }

    /// So many are held open at most: GStreamer needs descriptors, too. Of further files the state alone is compared.
    private static let mostOpen = 256

    private var sources: [Source] = []
    private let goesOn: () -> Bool

    init() { goesOn = { true } }

    /// Watches those of a session's files that are there, while it is found out which of them are to be read. None is opened yet: what a
    /// list names may be anything.
    ///
    /// - Parameter goesOn: false: nobody waits for the work any more.
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

    /// Throws where a file cannot be opened.
    init(_ paths: some Sequence<String>) throws(CommandFailure) {
        goesOn = { true }
        try add(paths)
    }

    deinit { for source in sources where source.descriptor >= 0 { close(source.descriptor) } }

    /// Holds further files; those that are held already stay as they are.
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

    /// Holds these files and no others. Those that were watched have to be what they were then.
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

    /// The states of a session's recorded files, in the order of their paths, without these: pieces that were made from other states do
    /// not fit.
    func marks(of files: [OutputName: [ComposedSession.File]]) -> [String] {
        let recorded = Set(files.values.joined().map(\.path))
        return sources.filter { recorded.contains($0.path) }.sorted { $0.path < $1.path }.map(\.state.mark)
    }

    /// Remembers that the content of a file has this SHA-256.
    func note(_ digest: String, of path: String) {
        for index in sources.indices where sources[index].path == path { sources[index].digest = digest }
    }

    /// The first file that was written to, replaced or removed, with what happened; cheap enough for several times a second.
    var change: CommandFailure? {
        for source in sources {
            switch Self.change(of: source) {
            case nil, .touched?: continue
            case let change?: return Self.failure(source, change)
            }
        }
        return nil
    }

    /// Throws where a file is not what it was when it was added. One whose metadata alone differ is read again, if its digest is known.
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

    /// Does work that looks into the files, before it is known which of them are to be read. What it throws is not to be believed when one of
    /// them has changed, or is not what was recorded: that is thrown then.
    func watching<Value>(_ work: () throws(CommandFailure) -> Value) throws(CommandFailure) -> Value {
        do throws(CommandFailure) { return try work() } catch { throw cause(of: error) }
    }

    /// The failure that explains another one. A pipeline says of a file that was overwritten what a decoder or a demuxer makes of it.
    private func cause(of failure: CommandFailure) -> CommandFailure {
        if let change { return change }
        // The work itself says where it was wrong, and where it was ended.
        let isOfPipeline = [.fault, .unavailable].contains(failure.exitCode) && goesOn()
        for source in sources {
            let change = Self.change(of: source)
            guard change != nil || isOfPipeline, !hasItsContent(source, or: change == nil) else { continue }
            return change.map { Self.failure(source, $0) } ?? .damaged(source.path, next: "See 'dualcam audit'.")
        }
        return failure
    }

    /// Returns true where a file has the content that it was recorded with, or that it had when it was checked.
    ///
    /// - Parameter unknown: the answer where that is not known, or nobody waits for it.
    private func hasItsContent(_ source: Source, or unknown: Bool) -> Bool {
        guard let digest = source.digest ?? source.recorded else { return unknown }
        do throws(GraphFailure) {
            return try FileDigest.sha256(source.path, goesOn: goesOn).map { $0 == digest } ?? unknown
        } catch {
            return unknown
        }
    }

    /// Does work that reads the files. Whatever it throws, or returns, is not to be believed when one of them has changed: that is
    /// thrown then.
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
            naming: "'\(source.path)' \(change.words), while a new file was made from it; the new file was not kept",
            next:
                "End what writes to it, put back what was there before (see 'dualcam audit' for recorded files), and start the command again."
        )
    }
}

extension CompositionPreparation {
    /// Plans the composition, and holds the files that it reads, which may not have changed since they were watched.
    func prepare(_ container: Container, reading sources: HeldSources) throws(CommandFailure) -> PreparedComposition {
        let prepared = try sources.watching { () throws(CommandFailure) in try prepare(container) }
        try sources.hold(only: prepared.plan.elements.readPaths)
        return prepared
    }
}
