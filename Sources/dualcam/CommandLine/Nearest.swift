import DualCamConfig

/// The name that a mistyped word was probably meant to be.
enum Nearest {
    /// The shortest candidate that begins with `word`, else the one that takes the fewest edits, ignoring case; `nil` when
    /// none is a likely meaning.
    static func name(to word: String, among candidates: [String]) -> String? {
        let wanted = word.lowercased()
        let longer = candidates.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
        return longer.min { $0.count < $1.count } ?? NearestName.nearest(to: word, among: candidates)
    }
}
