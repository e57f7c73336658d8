import Glibc

/// What the place of a recording can promise of a power cut.
public struct StorageFacts: Sendable, Equatable {
    /// The file system's name where it lives in memory alone; `nil` for one on a disk.
    public var memory: String?
    /// How long writing a few kilobytes through to the disk took, each time it was tried.
    public var delays: [Duration]
    /// The C library's `errno` when the disk refused to.
    public var refusal: Int32?

    public init(memory: String? = nil, delays: [Duration] = [], refusal: Int32? = nil) {
        (self.memory, self.delays, self.refusal) = (memory, delays, refusal)
    }

    /// The middle one: a disk may be busy once.
    var delay: Duration? { delays.isEmpty ? nil : delays.sorted()[delays.count / 2] }
}

/// Finds out what a folder's disk can promise. Its calls block.
public enum StorageProbe {
    private static let name = ".dualcam-probe"
    private static let bytes = 65_536
    private static let rounds = 3

    /// Looks up the file system of `folder` and writes 64 KiB through to it three times (`fdatasync`), in a file
    /// without a name.
    public static func facts(_ folder: String) -> StorageFacts {
        var facts = StorageFacts(memory: memoryFileSystem(folder))
        guard facts.memory == nil else { return facts }
        let path = "\(folder)/\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return StorageFacts(refusal: errno) }
        // Gone at once: a recorder that is killed now leaves no trace of it.
        unlink(path)
        defer { close(descriptor) }
        for _ in 0..<rounds {
            let begin = ContinuousClock.now
            guard writeThrough(descriptor) else { return StorageFacts(refusal: errno) }
            facts.delays.append(begin.duration(to: .now))
        }
        return facts
    }

    private static func writeThrough(_ descriptor: Int32) -> Bool {
        var rest = [UInt8](repeating: 0, count: bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fdatasync(descriptor) == 0
    }

    private static func memoryFileSystem(_ folder: String) -> String? {
        var facts = stat()
        guard stat(folder, &facts) == 0 else { return nil }
        // Where nobody may read the table, the disk is taken at its word.
        guard let table = try? Disk.read("/proc/self/mountinfo") else { return nil }
        let name = MountTable(table).fileSystem(of: facts.st_dev)
        return name.flatMap { ["tmpfs", "ramfs"].contains($0) ? $0 : nil }
    }
}

/// The text of `/proc/self/mountinfo` (proc(5)).
struct MountTable: Sendable {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The type of the file system on a device (`st_dev`); `nil` when none of that number is mounted.
    func fileSystem(of device: dev_t) -> String? {
        let number = "\(Self.major(UInt64(device))):\(Self.minor(UInt64(device)))"
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == number, let dash = words.firstIndex(of: "-"), dash + 1 < words.count
            else { continue }
            return String(words[dash + 1])
        }
        return nil
    }

    /// As gnu_dev_major and gnu_dev_minor of sys/sysmacros.h.
    private static func major(_ device: UInt64) -> UInt64 { (device >> 8) & 0xfff | (device >> 32) & ~0xfff }

    private static func minor(_ device: UInt64) -> UInt64 { device & 0xff | (device >> 12) & ~0xff }
}
