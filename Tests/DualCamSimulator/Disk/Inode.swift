/// A file, a folder or a link of the simulated disk, as it is in memory and as it is on the disk.
final class Inode {
    enum Kind: Equatable { case file, folder, link }

    /// A change of a folder's names that is not on the disk yet.
    enum NameChange {
        case add(String, Inode)
        case remove(String)
        case rename(String, to: String)
    }

    /// What of a file's bytes a power cut leaves.
    enum Durable {
        /// The first bytes, as they are now.
        case beginning(Int)
        /// What was there before it was written anew.
        case other([UInt8])
    }

    /// A lock of `flock`, which belongs to an open file.
    struct Lock: Equatable {
        var process: Int32
        var descriptor: Int32
        var isExclusive: Bool
    }

    let number: UInt64
    let kind: Kind
    let volume: Int
    var bytes: [UInt8] = []
    private(set) var durable = Durable.beginning(0)
    var media: MediaFile?
    var names: [String: Inode] = [:]
    var durableNames: [String: Inode] = [:]
    var nameChanges: [NameChange] = []
    weak var parent: Inode?
    /// Its name in the folder before it.
    var name: String
    var links = 1
    var owner: UInt32 = 1000
    /// Unix nanoseconds of the last change.
    var changed: Int64 = 0
    /// Nobody but its owner may change or remove it.
    var isForeign = false
    /// Who recorded it.
    var part: RecordedPart?
    /// Its process was killed before anybody heard that it recorded.
    var isUnheardOf = false
    var locks: [Lock] = []
    /// The bytes that its volume counts for it since it does not grow any more.
    var settledSize: Int64?

    init(_ number: UInt64, _ kind: Kind, volume: Int, name: String) {
        (self.number, self.kind, self.volume, self.name) = (number, kind, volume, name)
    }

    var size: Int64 { media?.bytes ?? Int64(bytes.count) }
    var sortedNames: [String] { names.keys.sorted() }

    /// The path from the root, as the kernel tells it.
    var path: String {
        var parts: [String] = []
        var (node, isDeleted): (Inode?, Bool) = (self, links == 0)
        while let current = node, current.number != SimulatedDisk.rootNumber {
            parts.append(current.name)
            isDeleted = isDeleted || current.links == 0
            node = current.parent
        }
        return "/" + parts.reversed().joined(separator: "/") + (isDeleted ? " (deleted)" : "")
    }

    // MARK: Bytes
    /// Everything is on the disk.
    func commitBytes() { durable = .beginning(bytes.count) }

    /// Bytes from an index on are about to become others.
    func willChange(from index: Int) {
        if case .beginning(let count) = durable, index < count { durable = .other(Array(bytes.prefix(count))) }
    }

    /// The power goes: what was appended may be cut, and what was written anew may be the old, or torn.
    func loseBytes(_ random: inout Randomness) {
        switch durable {
        case .beginning(let count): bytes = Array(bytes.prefix(random.number(count...max(count, bytes.count))))
        case .other(let old):
            bytes = random.isOne(in: 2) ? old : Array(bytes.prefix(random.number(0...bytes.count)))
        }
        commitBytes()
    }

    // MARK: Names
    func add(_ child: Inode, as name: String) {
        (child.parent, child.name, child.links) = (self, name, 1)
        names[name] = child
        nameChanges.append(.add(name, child))
    }

    func remove(_ name: String) {
        names.removeValue(forKey: name)?.links = 0
        nameChanges.append(.remove(name))
    }

    func rename(_ name: String, to other: String) {
        guard let child = names.removeValue(forKey: name) else { return }
        names[other]?.links = 0
        names[other] = child
        child.name = other
        nameChanges.append(.rename(name, to: other))
    }

    /// The names are on the disk from now on.
    func commitNames() {
        let changes = nameChanges
        nameChanges = []
        for change in changes { Self.apply(change, to: &durableNames) }
    }

    private static func apply(_ change: NameChange, to names: inout [String: Inode]) {
        switch change {
        case .add(let name, let child): names[name] = child
        case .remove(let name): names[name] = nil
        case .rename(let name, let other): names[other] = names.removeValue(forKey: name)
        }
    }

    /// Leaves the first of the changes that were not on the disk.
    func loseNames(but count: Int) {
        var left = durableNames
        for change in nameChanges.prefix(count) { Self.apply(change, to: &left) }
        for child in names.values { child.links = 0 }
        (names, durableNames, nameChanges) = (left, left, [])
        for (name, child) in left { (child.name, child.links, child.parent) = (name, 1, self) }
    }
}

/// A disk, or a part of one, with a file system of its own.
struct Volume {
    var capacity: Int64
    /// Bytes of recorded files that do not grow any more.
    var settledBytes: Int64 = 0
    /// Bytes of files that are none of the simulated ones.
    var foreignBytes: Int64 = 0
    /// The error of every change: read-only, failing; `nil`: none.
    var refusal: Int32?
    /// Calls that fail once each, by the name of the call.
    var failures: [(call: DiskCall, error: Int32)] = []
    /// The time by which everything that is written takes longer.
    var delay: Int64 = 0
}

/// The calls that a fault may choose.
package enum DiskCall: String, CaseIterable, Sendable {
    case open, create, write, sync, rename, unlink, mkdir, list, stat, read, truncate, space
}
