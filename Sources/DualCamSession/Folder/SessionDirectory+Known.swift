/// Questions about a folder whose answer, where it cannot be looked into, is that nothing is there.
extension SessionDirectory {
    /// Opens a folder; `nil` for one that cannot be opened.
    static func ifReadable(_ path: String, isNamed: Bool = false) -> SessionDirectory? {
        do throws(FolderFailure) { return try SessionDirectory(path, isNamed: isNamed) } catch { return nil }
    }

    /// The names in the folder; none where it cannot be listed.
    var knownNames: [String] {
        do throws(FolderFailure) { return try names() } catch { return [] }
    }

    /// The regular file of that name; `nil` for what is not there and for what is not to be touched.
    func knownFacts(of name: FileName) -> FileFacts? {
        do throws(FolderFailure) { return try facts(of: name) } catch { return nil }
    }

    /// The size of that file in bytes.
    func size(of name: FileName) -> Int64? { knownFacts(of: name)?.size }
}
