import Synchronization

/// A cache of values read from sessions, keyed by the folders' paths. A value stays valid until something in its folder
/// changes. The cache limits the total size (`cost`) of its values.
final class LibraryCache<Value: Sendable>: Sendable {
    private struct Entry {
        var stamp: FolderStamp
        var value: Value
        var cost: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var cost = 0
    }

    /// The maximum total size of all cached values, in the unit in which `cost` states a value's size.
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Returns the cached value of a folder if it was cached with the same `stamp`; otherwise reads and caches it.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - stamp: The current state of the folder.
    ///   - cost: Returns the size of a value, in the unit of `limit`.
    func value<Failure>(
        of name: String, at stamp: FolderStamp, cost: (Value) -> Int, read: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let known = state.withLock { $0.entries[name] }
        if let known, known.stamp == stamp { return known.value }
        let entry = Entry(stamp: stamp, value: try read(), cost: 0)
        let price = cost(entry.value)
        state.withLock { state in
            if state.cost + price > limit { state = State() }
            state.cost += price - (state.entries[name]?.cost ?? 0)
            state.entries[name] = Entry(stamp: stamp, value: entry.value, cost: price)
        }
        return entry.value
    }
}

/// The state of a session's folder. If two stamps of a folder are equal, no file in it was created, deleted or
/// rewritten between them.
struct FolderStamp: Sendable, Equatable {
    private var changed: Int64
    private var manifest: FileFacts?
    private var ledger: FileFacts?
    /// The time of the last change in the folder of derived files, in Unix nanoseconds; `nil` if the folder is missing.
    private var derived: Int64?
    private var holder: String?
    private var isMarked: Bool

    init(_ folder: SessionDirectory) {
        (changed, manifest, ledger) = (folder.changed, folder.knownFacts(of: .manifest), folder.knownFacts(of: .ledger))
        isMarked = folder.has(.mark)
        do throws(FolderFailure) { derived = try folder.folder(.derived)?.changed } catch {}
        // If the recording process ends, no file changes, so its presence is part of the stamp.
        if isMarked { do throws(FolderFailure) { holder = try FolderLock.holder(of: folder.path) } catch {} }
    }
}
