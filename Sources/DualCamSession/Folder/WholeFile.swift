/// A file that others read while it is written again and again, at a path from the pipeline file.
package enum WholeFile {
    /// Puts a text in the place of the file, or leaves that as it is. What is no regular file is left alone, and no link is
    /// followed. It need not outlive a power cut. Blocks.
    package static func replace(_ path: String, with text: String) throws(FolderFailure) {
        guard let name = FileName(Disk.name(of: path)), let draft = name.appending(".new") else {
            throw FolderFailure(.write, path: path, refusal: .name)
        }
        let folder = try SessionDirectory(Disk.parent(of: path), isNamed: true)
        try folder.replace(name, with: text, by: draft, isLasting: false)
    }
}
