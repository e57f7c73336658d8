/// The names that a mistyped word was probably meant to be.
enum Nearest {
    /// The candidate closest to `word`, ignoring case; `nil` when none is close enough to be a likely meaning.
    static func name(to word: String, among candidates: [String]) -> String? {
        let wanted = word.lowercased()
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = candidate.lowercased()
            let begins = wanted.count >= 2 && name.hasPrefix(wanted)
            let distance = begins ? 1 : distance(wanted, name)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left), Array(right))
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
                var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
