import DualCamConfig

/// Selects the notices about a pipeline file that remain reliable even if the file contains mistakes. Each wrong
/// setting is replaced by its default, so a notice that depends on it may itself be wrong.
struct NoticeFilter {
    /// The keys of the pipeline file's wrong settings.
    let wrong: [String]

    /// For each section of the pipeline file, the sections on which notices about it depend. A mistake in one of these
    /// sections may make such a notice wrong.
    private static let deciding: [String: Set<String>] = [
        "cameras": ["combined", "layouts", "recording", "control"],
        "microphone": ["microphones"],
        "combined": ["combined", "cameras", "layouts", "recording"],
        "controls": ["cameras", "control"],
        "layouts": ["combined", "recording", "control"],
        "encoders": ["cameras", "combined", "recording", "microphone", "microphones"],
        "recording": ["recording", "cameras", "combined", "microphone", "microphones"],
        "storage": ["storage", "recording", "combined"],
        "budget": ["budget", "recording", "combined"],
        "control": ["control"],
        "hooks": ["hooks", "backup", "control"],
        "backup": ["backup"],
        "publish": ["publish"],
    ]

    func kept(_ notices: [PipelineIssue]) -> [PipelineIssue] {
        let sections = Set(wrong.map { Self.head($0, 1) })
        let parts = Set(wrong.map { Self.head($0, 2) })
        return notices.filter { notice in
            let deciding = Self.deciding[Self.head(notice.keyPath, 1)] ?? []
            return sections.isDisjoint(with: deciding) && !sections.contains(notice.keyPath)
                && !parts.contains { $0 == Self.head(notice.keyPath, 2) || $0 == Self.head(notice.keyPath, 1) }
        }
    }

    /// Returns the first `count` parts of a key. For example, the first two parts of `cameras.back.zoom` are
    /// `cameras.back`.
    private static func head(_ key: String, _ count: Int) -> String {
        key.prefix { $0 != "[" }.split(separator: ".").prefix(count).joined(separator: ".")
    }
}
