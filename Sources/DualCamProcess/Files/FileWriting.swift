import DualCamConfig
import DualCamRecordings
import Glibc

/// Writes small files, either completely or not at all.
package enum FileWriting {
    /// Replaces a file atomically (`LastingFile`). Creates missing parent folders.
    /// - Returns: Why the file could not be written; `nil` on success.
    package static func write(_ text: String, to path: String) -> String? { write(Array(text.utf8), to: path) }

    /// Replaces a file atomically. Creates missing parent folders. Returns why that failed; `nil` on success.
    ///
    /// - Parameter mode: The permissions of the new file; `nil` to let all users read the file, unless the process's
    ///   umask forbids it.
    package static func write(_ content: [UInt8], to path: String, mode: UInt32? = nil) -> String? {
        makeFolder(path.parentFolder)
        do throws(FolderFailure) {
            try LastingFile.write(
                content, to: path, by: path + ".new", mode: mode ?? FileMode.shared, isExact: mode != nil)
        } catch {
            return String(cString: strerror(error.errorNumber))
        }
        return nil
    }

    /// Writes all bytes to a file descriptor.
    /// - Returns: Why some bytes could not be written; `nil` on success.
    package static func put(_ bytes: [UInt8], _ descriptor: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(cString: strerror(errno)) }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Creates a folder and its missing parent folders. Ignores errors, because the attempt to write a file into the
    /// folder will report them.
    package static func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o755) != 0, errno == ENOENT, path.contains("/") else { return }
        makeFolder(path.parentFolder)
        mkdir(path, 0o755)
    }

    /// Deletes a folder with everything in it, but not what symbolic links in it point to. Ignores errors. Blocks.
    package static func removeFolder(_ path: String, _ files: any FileView) {
        for name in files.names(in: path) {
            let below = path + "/" + name
            if unlink(below) != 0, errno == EISDIR { removeFolder(below, files) }
        }
        rmdir(path)
    }
}
