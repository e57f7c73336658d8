internal import Glibc

/// The kernel's files about the machine, below roots of their own, so that tests can put up their own trees.
struct MachineTree: Sendable {
    /// `machine.sysfs`
    var sysfs: String
    /// `machine.proc`
    var proc: String

    /// The names in a folder, in the order of the numbers in them; empty when it cannot be read.
    func names(in folder: String, prefix: String = "") -> [String] {
        let names = DeviceUsers.entries(of: folder).filter { $0.hasPrefix(prefix) }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }
    }

    /// A file's first line without spaces around it; empty for an empty file, `nil` when it cannot be read.
    func line(of path: String) -> String? {
        guard let text = text(of: path) else { return nil }
        let line = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }

    func number(of path: String) -> Int? { line(of: path).flatMap { Int($0) } }

    /// A whole file of the kernel's, up to 1 MiB (`open`, `read`); `nil` when it cannot be read, or vanishes meanwhile.
    func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while content.count < 1 << 20 {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            content += chunk[..<count]
        }
        return String(decoding: content, as: UTF8.self)
    }
}
