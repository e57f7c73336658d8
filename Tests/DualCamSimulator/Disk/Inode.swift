/// A file, folder or link of the simulated disk. It knows both the state in memory and the state that would survive a
/// power cut.
final class Inode {
    enum Kind: Equatable { case file, folder, link }

    /// A change to a folder's names that is not on the disk yet.
    enum NameChange {
        case add(String, Inode)
        case remove(String)
        case rename(String, to: String)
    }

    /// The content of a file that survives a power cut.
    enum Durable {
        /// The first bytes of the present content; the value is their number.
        case beginning(Int)
        /// The content before the bytes were overwritten.
        case other([UInt8])
    }

    /// A lock of `flock(2)`; it belongs to an open file.
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
    /// The inode's name in its parent folder.
    var name: String
    var links = 1
    var owner: UInt32 = 1000
    /// The time of the last change, in Unix nanoseconds.
    var changed: Int64 = 0
    /// True if only the owner may change or remove the inode, because it does not belong to dualcam.
    var isForeign = false
    /// The part of a session that recorded this file; `nil` for other files.
    var part: RecordedPart?
    /// True if the worker that wrote this file was killed before it had reported that it records.
    var isUnheardOf = false
    var locks: [Lock] = []
    /// The size by which the file reduces the volume's free space once it no longer grows; `nil` while it grows.
    var settledSize: Int64?

    init(_ number: UInt64, _ kind: Kind, volume: Int, name: String) {
        (self.number, self.kind, self.volume, self.name) = (number, kind, volume, name)
    }

    var size: Int64 { media?.bytes ?? Int64(bytes.count) }
    var sortedNames: [String] { names.keys.sorted() }

    /// The path from the root, as the kernel reports it.
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
    /// Marks all bytes as written to the disk.
    func commitBytes() { durable = .beginning(bytes.count) }

    /// Saves the bytes that are on the disk before they are overwritten from `index` on.
    func willChange(from index: Int) {
        if case .beginning(let count) = durable, index < count { durable = .other(Array(bytes.prefix(count))) }
    }

    /// Applies a power cut: appended bytes may be lost, and overwritten content may be old or incomplete.
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

    /// Marks all changes of names as written to the disk.
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

    /// Applies a power cut to the folder: only the first `count` of the unwritten changes of names survive.
    func loseNames(but count: Int) {
        var left = durableNames
        for change in nameChanges.prefix(count) { Self.apply(change, to: &left) }
        for child in names.values { child.links = 0 }
        (names, durableNames, nameChanges) = (left, left, [])
        for (name, child) in left { (child.name, child.links, child.parent) = (name, 1, self) }
    }
}

/// A disk or partition with a file system of its own.
struct Volume {
    var capacity: Int64
    /// The total size of the recorded files that no longer grow, in bytes.
    var settledBytes: Int64 = 0
    /// The space that is taken by files outside the simulation, in bytes.
    var foreignBytes: Int64 = 0
    /// The `errno` with which every change fails, because the volume is read-only or defective; `nil` if changes
    /// succeed.
    var refusal: Int32?
    /// The calls that will fail once each, with the `errno` of the failure.
    var failures: [(call: DiskCall, error: Int32)] = []
    /// The extra time that every write takes, in nanoseconds.
    var delay: Int64 = 0
}

/// The kernel calls that a fault can make fail.
package enum DiskCall: String, CaseIterable, Sendable {
    case open, create, write, sync, rename, unlink, mkdir, list, stat, read, truncate, space
}
