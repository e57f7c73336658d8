package import DualCamConfig
import Glibc

/// Reads regular files that a user names. Does not read pipes and devices, because they may never end.
package enum RegularFile {
    /// Returns the content of the file at `path`.
    ///
    /// Throws if the file cannot be read; the error says why, with advice.
    ///
    /// - Parameter limit: The maximum size of the file in bytes.
    package static func bytes(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw refusal(path, errno) }
        defer { close(file) }
        return try content(of: file, path, limit: limit)
    }

    /// Returns the content of an open regular file.
    ///
    /// - Parameter path: The path of the file, for error messages.
    package static func content(of file: Int32, _ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw refusal(path, errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw noFile(path) }
        guard facts.st_size <= limit else { throw tooLarge(path, limit) }
        // The additional byte reveals whether the file grows while it is read.
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size) + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw refusal(path, errno) }
            if count == 0 { break }
            filled += count
        }
        guard filled < bytes.count else {
            throw Refusal("'\(path)' is still being written", hint: "try again when it is complete")
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Returns the error for a path that is not a regular file but a folder, a pipe or a device.
    package static func noFile(_ path: String) -> Refusal {
        Refusal("'\(path)' is not a regular file", hint: "give a file, not a folder, pipe or device")
    }

    private static func tooLarge(_ path: String, _ limit: Int) -> Refusal {
        Refusal("'\(path)' is larger than \(limit >> 20) MiB", hint: "use a smaller file")
    }

    /// Returns the error for a file that cannot be opened or read.
    ///
    /// - Parameter error: The value of `errno`.
    package static func refusal(_ path: String, _ error: Int32) -> Refusal {
        switch error {
        case ENOENT:
            Refusal(
                "there is no file '\(path)'", hint: "check the path; relative paths start in the pipeline file's folder"
            )
        case EACCES: Refusal("'\(path)' cannot be read: permission denied", hint: "check its permissions")
        default: Refusal("'\(path)' cannot be read: \(String(cString: strerror(error)))", hint: "check the disk")
        }
    }
}
