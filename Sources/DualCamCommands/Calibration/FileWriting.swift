import DualCamConfig
import DualCamSession
import Glibc

/// Small files that are there whole or not at all.
enum FileWriting {
    /// Puts a whole file in the place of the old one (`LastingFile`); missing folders above it are made.
    /// - Returns: why it could not be written.
    static func write(_ text: String, to path: String) -> String? { write(Array(text.utf8), to: path) }

    /// - Parameter mode: The rights of the file; `nil`: everybody may read it, as far as the process's mask lets them.
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

    /// Writes all of it.
    /// - Returns: why it could not be written.
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

    /// Makes a folder with all folders above it; what cannot be made shows when the file is written.
    static func makeFolder(_ path: String) {
        guard !path.isEmpty, mkdir(path, 0o755) != 0, errno == ENOENT, path.contains("/") else { return }
        makeFolder(path.parentFolder)
        mkdir(path, 0o755)
    }

    /// Removes a folder and all in it.
    static func removeFolder(_ path: String, _ files: any FileView) {
        for name in files.names(in: path) {
            let below = path + "/" + name
            if files.kind(of: below) == .directory { removeFolder(below, files) } else { unlink(below) }
        }
        rmdir(path)
    }
}
