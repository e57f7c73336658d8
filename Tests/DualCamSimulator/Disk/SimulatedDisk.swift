import DualCamRecordings
import DualCamSession
import Glibc

/// A machine's file systems, in memory. A power cut may lose everything that was not synchronised. Each process has its
/// own open files.
///
/// Invariant that makes it Sendable: a world and everything in it is used by a single thread.
final class SimulatedDisk: @unchecked Sendable {
    struct OpenFile {
        var inode: Inode
        var process: Int32
        var offset = 0
        var appends = false
        var path: String
    }

    static let rootNumber: UInt64 = 1

    let root: Inode
    var volumes: [Volume]
    var open: [Int32: OpenFile] = [:]
    /// The function that returns the time of day for the times of files, in Unix nanoseconds.
    var wall: () -> Int64 = { 0 }
    /// The folders in which dualcam may create or change files.
    var allowed: [String] = []
    /// The changes that dualcam made where it must not: the path, and a description of the change.
    var trespasses: [(path: String, deed: String)] = []
    var plant: PlantedBug?
    private var nextNumber: UInt64 = 2
    private var nextDescriptor: Int32 = 100
    /// The root folders of the volumes that are not mounted, by the volume's index.
    private(set) var unmounted: [Int: Inode] = [:]
    /// True while finished sessions are being deleted.
    var isDeletingSessions = false
    /// The folders of finished sessions from which a file was deleted.
    private(set) var deletions: Set<String> = []
    /// A closure that checks a finished session at the moment when its first file is being deleted.
    var judgeDeletion: (_ folder: Inode) -> Void = { _ in }
    /// Every recorded file that was ever created.
    private(set) var recorded: [Inode] = []
    /// The recorded files that still grow.
    private var growing: [Inode] = []

    init(volumes: [(path: String, capacity: Int64)]) {
        root = Inode(Self.rootNumber, .folder, volume: 0, name: "")
        self.volumes = [Volume(capacity: 1 << 50)] + volumes.map { Volume(capacity: $0.capacity) }
        for (index, volume) in volumes.enumerated() {
            add(.folder, volume.path, volume: index + 1)?.commitNames()
        }
    }

    func makeInode(_ kind: Inode.Kind, volume: Int, name: String) -> Inode {
        nextNumber += 1
        let inode = Inode(nextNumber, kind, volume: volume, name: name)
        inode.changed = wall()
        return inode
    }

    /// Creates a file, folder or link at an absolute path, without checking permissions. The parent folder has to
    /// exist.
    @discardableResult func add(_ kind: Inode.Kind, _ path: String, _ text: String = "", volume: Int? = nil) -> Inode? {
        guard let (folder, name) = place(path) else { return nil }
        let inode = makeInode(kind, volume: volume ?? folder.volume, name: name)
        inode.bytes = Array(text.utf8)
        inode.commitBytes()
        folder.add(inode, as: name)
        folder.commitNames()
        return inode
    }

    // MARK: Paths
    /// Returns the inode at an absolute path; does not follow links.
    func find(_ path: String) -> Inode? {
        var node = root
        for word in Self.words(of: path) {
            guard node.kind == .folder, let next = node.names[word] else { return nil }
            node = next
        }
        return node
    }

    /// Returns the parent folder of a path, and the path's last component; `nil` if the folder is missing.
    func place(_ path: String) -> (Inode, String)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), let folder = find(String(path[..<slash])),
            folder.kind == .folder
        else { return nil }
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    /// Returns the components of a path, without `.`.
    static func words(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).compactMap { $0.elementsEqual(".".utf8) ? nil : String($0) }
    }

    // MARK: Open files
    func register(_ file: OpenFile) -> Int32 {
        nextDescriptor += 1
        open[nextDescriptor] = file
        return nextDescriptor
    }

    func close(_ descriptor: Int32) {
        open.removeValue(forKey: descriptor)?.inode.locks.removeAll { $0.descriptor == descriptor }
    }

    /// Ends a process: closes its files and releases its locks.
    func end(_ process: Int32) {
        for descriptor in open.keys.sorted() where open[descriptor]?.process == process { close(descriptor) }
    }

    /// Returns the open file that a path such as `/proc/self/fd/N` names; `nil` if no such file is open.
    func file(at path: String) -> Inode? {
        path.split(separator: "/").last.flatMap { Int32($0) }.flatMap { open[$0]?.inode }
    }

    // MARK: Space
    func freeBytes(of volume: Int) -> Int64 {
        let grown = growing.reduce(Int64(0)) { $0 + ($1.volume == volume && $1.links > 0 ? $1.size : 0) }
        return max(0, volumes[volume].capacity - volumes[volume].foreignBytes - volumes[volume].settledBytes - grown)
    }

    /// Registers a new recorded file.
    func record(_ inode: Inode) {
        recorded.append(inode)
        growing.append(inode)
    }

    /// Registers that a recorded file no longer grows.
    func settle(_ inode: Inode) {
        guard let index = growing.firstIndex(where: { $0 === inode }) else { return }
        growing.remove(at: index)
        if inode.links > 0 { volumes[inode.volume].settledBytes += inode.size }
        inode.settledSize = inode.links > 0 ? inode.size : nil
    }

    /// Registers that a file was deleted.
    func removed(_ inode: Inode) {
        if let size = inode.settledSize { volumes[inode.volume].settledBytes -= size }
        inode.settledSize = nil
    }

    func noteDeletion(of folder: Inode) {
        guard deletions.insert(folder.path).inserted else { return }
        judgeDeletion(folder)
    }

    /// Returns the `errno` with which changes of a volume fail now; 0 if they succeed.
    func refusal(of volume: Int) -> Int32 { volumes[volume].refusal ?? 0 }

    /// Removes and returns the `errno` that a fault has prepared for the next call of this kind; `nil` if there is
    /// none.
    func failure(of call: DiskCall, on volume: Int) -> Int32? {
        guard let index = volumes[volume].failures.firstIndex(where: { $0.call == call }) else { return nil }
        return volumes[volume].failures.remove(at: index).error
    }

    // MARK: Mounts
    /// Unmounts a volume: its mount point becomes an empty folder.
    func unmount(_ volume: Int) {
        guard unmounted[volume] == nil, let point = mountPoint(of: volume) else { return }
        let empty = makeInode(.folder, volume: 0, name: point.name)
        unmounted[volume] = point
        root.add(empty, as: point.name)
        point.parent = nil
        root.commitNames()
    }

    func mount(_ volume: Int) {
        guard let point = unmounted.removeValue(forKey: volume) else { return }
        root.add(point, as: point.name)
        root.commitNames()
    }

    private func mountPoint(of volume: Int) -> Inode? {
        root.sortedNames.compactMap { root.names[$0] }.first { $0.volume == volume }
    }

    // MARK: Power
    /// Cuts the power: what was not synchronised is lost or incomplete.
    func cutPower(_ random: inout Randomness) {
        for descriptor in open.keys.sorted() { close(descriptor) }
        lose(below: root, &random)
        for folder in unmounted.sorted(by: { $0.key < $1.key }).map(\.value) { lose(below: folder, &random) }
    }

    private func lose(below inode: Inode, _ random: inout Randomness) {
        inode.locks = []
        if inode.kind == .folder {
            inode.loseNames(but: random.number(0...inode.nameChanges.count))
            for name in inode.sortedNames { inode.names[name].map { lose(below: $0, &random) } }
        } else if inode.media != nil {
            tear(media: inode, &random)
        } else {
            inode.loseBytes(&random)
        }
    }

    private func tear(media inode: Inode, _ random: inout Randomness) {
        guard var media = inode.media, let end = media.end, media.synced < end else { return }
        media.cut(to: random.number(media.synced...end))
        (media.flushed, media.synced) = (media.end ?? 0, media.end ?? 0)
        inode.media = media
    }
}
