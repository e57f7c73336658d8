internal import FoundationEssentials

/// A file of the web page, as it is served. The sources of the page are in the folder `Page`, with its texts in
/// `Page/Sources/i18n`; `Scripts/page` bundles them during the build.
package struct PageFile: Sendable, Equatable {
    /// The media type, with its character set.
    package let type: String
    /// The entity tag: a hash of the content.
    package let tag: String
    /// True if the name contains a hash of the content, so that the content of this path never changes.
    package let isImmutable: Bool
    package let plain: [UInt8]
    /// The content, compressed; `nil` if compression would not make it smaller.
    package let gzip: [UInt8]?

    /// All files of the page, keyed by their URL paths, such as `/assets/...`. They are decoded from Base64 on first
    /// access.
    package static let all: [String: PageFile] = Dictionary(
        uniqueKeysWithValues: EmbeddedFile.all.compactMap { file in PageFile(file).map { (file.path, $0) } })

    private init?(_ file: EmbeddedFile) {
        guard let plain = Data(base64Encoded: file.plain) else { return nil }
        (type, tag, isImmutable) = (file.type, file.tag, file.path.hasPrefix("/assets/"))
        self.plain = Array(plain)
        gzip = file.gzip.flatMap { Data(base64Encoded: $0) }.map(Array.init)
    }
}

/// A file of the page as `Scripts/page` writes it into the program during the build, with its content in Base64.
struct EmbeddedFile: Sendable {
    let path: String
    let type: String
    let tag: String
    let plain: String
    let gzip: String?
}
