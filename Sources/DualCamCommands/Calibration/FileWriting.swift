import DualCamConfig
import DualCamSession
import Glibc

/// The writing of small files, completely or not at all.
enum FileWriting {
    /// Replaces a file atomically (`LastingFile`). Missing parent folders are created.
    /// - Returns: The reason why it could not be written; `nil` on success.
    static func write(_ text: String, to path: String) -> String? { write(Array(text.utf8), to: path) }

    /// Replaces a file atomically. Missing parent folders are created. Returns the reason if that fails.
    ///
    /// - Parameter mode: The file's permissions; `nil` to make it readable for all users, as far as the process's umask
    ///   permits.
    static func write(_ content: [UInt8], to path: String, mode: mode_t? = nil) -> String? {
        makeFolder(path.parentFolder)
        do throws(FolderFailure) {
            try LastingFile.write(
                content, to: path, by: path + ".new", mode: mode ?? FileMode.shared, isExact: mode != nil)
        } catch {
            return String(cString: strerror(error.errorNumber))
        }
        return nil
    }

    /// Writes all bytes to a descriptor.
    /// - Returns: The reason why they could not be written; `nil` on success.
    static func put(_ bytes: [UInt8], _ descriptor: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(cString: strerror(errno)) }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Creates a folder with its parent folders. Errors are ignored, because they appear when the file is written.
    static func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o755) != 0, errno == ENOENT, path.contains("/") else { return }
        makeFolder(path.parentFolder)
        mkdir(path, 0o755)
    }

    /// Deletes a folder with its content.
    static func removeFolder(_ path: String, _ files: any FileView) {
        for name in files.names(in: path) {
            let below = path + "/" + name
            if files.kind(of: below) == .directory { removeFolder(below, files) } else { unlink(below) }
        }
        rmdir(path)
    }
}
