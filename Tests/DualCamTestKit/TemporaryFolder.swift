import Glibc

/// A temporary folder, empty at first. It is deleted with all its content when the value is released or the process
/// exits.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Creates the folder; returns `nil` if the system does not allow that.
    package init?() {
        var template = Array("/tmp/dualcam-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        _ = Self.removing
        Self.all.with { _ = $0.insert(path) }
    }

    deinit {
        Self.remove(path)
        Self.all.with { _ = $0.remove(path) }
    }

    /// The paths of the folders that are not deleted yet.
    private static let all = Lock<Set<String>>([])
    private static let removing: Void = {
        atexit { TemporaryFolder.all.with { $0 }.forEach(TemporaryFolder.remove) }
    }()

    /// The relative paths of everything in the folder, sorted.
    package var contents: [String] { Self.list(path).sorted() }

    /// Returns the text of a file; `nil` if the file is missing.
    package func text(_ name: String) -> String? {
        guard let stream = fopen("\(path)/\(name)", "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file and creates its parent folders.
    package func write(_ text: String, to name: String) {
        for (index, character) in name.enumerated() where character == "/" {
            mkdir("\(path)/\(name.prefix(index))", 0o755)
        }
        guard let stream = fopen("\(path)/\(name)", "w") else { return }
        fputs(text, stream)
        fclose(stream)
    }

    /// Deletes a file, or a folder with all its content.
    package func remove(_ name: String) {
        if unlink("\(path)/\(name)") != 0 { Self.remove("\(path)/\(name)") }
    }

    private static func list(_ folder: String) -> [String] {
        entries(folder).flatMap { name in
            [name] + list("\(folder)/\(name)").map { "\(name)/\($0)" }
        }
    }

    private static func entries(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func remove(_ folder: String) {
        for name in entries(folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0 { remove(path) }
        }
        rmdir(folder)
    }
}
