internal import Gcrypt
internal import GStreamer
internal import Glibc
package import DualCamPlan

/// Computes a file's SHA-256 digest, 64 hexadecimal digits, which `session.json` lists for every file.
package enum FileDigest {
    package static func sha256(of bytes: [UInt8]) -> String { Digest.sha256(of: bytes) }

    /// Returns the SHA-256 digest of the file at a path, in hexadecimal digits. Blocks while the file is read. Throws
    /// `diskFailed`, with the system's reason, if the file cannot be read.
    package static func sha256(_ path: String) throws(GraphFailure) -> String {
        try digest(of: path) { true }.text
    }

    /// Returns the SHA-256 digest of the file at a path, or `nil` if cancelled. Calls `goesOn` after each megabyte, and
    /// stops reading if it returns false. Blocks. Throws `diskFailed`, with the system's reason, if the file cannot be
    /// read.
    package static func sha256(_ path: String, goesOn: () -> Bool) throws(GraphFailure) -> String? {
        let digest = try digest(of: path, goesOn)
        return digest.isWhole ? digest.text : nil
    }

    private static func digest(
        of path: String, _ goesOn: () -> Bool
    ) throws(GraphFailure) -> (text: String, isWhole: Bool) {
        guard let sum = Digest(.sha256) else { throw unreadable(path, ENOMEM) }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path, errno) }
        defer { close(file) }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { block.deallocate() }
        while true {
            let count = read(file, block.baseAddress, block.count)
            guard count >= 0 else { throw unreadable(path, errno) }
            if count == 0 { return (sum.text(), true) }
            sum.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
            guard goesOn() else { return (sum.text(), false) }
        }
    }

    private static func unreadable(_ path: String, _ number: Int32) -> GraphFailure {
        GraphFailure(.diskFailed, message: "\(path) cannot be read again: \(SystemError(errno: number).message)")
    }
}
