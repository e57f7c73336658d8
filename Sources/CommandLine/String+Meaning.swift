import DualCamConfig

extension String {
    /// Returns the name that a mistyped word probably stands for; `nil` if no candidate is likely. Prefers the shortest
    /// candidate that begins with the word, then the nearest by edit distance, ignoring case.
    package func likelyMeaning(among candidates: [String]) -> String? {
        let wanted = lowercased()
        let longer = candidates.filter { wanted.count > 1 && $0.lowercased().hasPrefix(wanted) }
        return longer.min { $0.count < $1.count } ?? nearest(among: candidates)
    }
}
