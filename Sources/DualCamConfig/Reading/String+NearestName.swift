extension String {
    /// Returns the name that is most similar to the text, as a suggestion for a misspelt word. This is the name that
    /// needs the fewest edits (insert, delete, replace, or swap two neighbouring letters), ignoring case.
    ///
    /// Returns `nil` if even that name differs in more than a third of the word's letters, or in more than three
    /// letters.
    package func nearest(among names: some Sequence<String>) -> String? {
        let letters = Array(lowercased())
        let limit = Swift.min(3, Swift.max(1, letters.count / 3))
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = Self.edits(letters, Array(name.lowercased()))
            if distance <= limit, distance < (best?.distance ?? .max), distance < letters.count || distance == 0 {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Returns the minimum number of edits that turn one word into the other (optimal string alignment distance).
    private static func edits(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                var cost = Swift.min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = Swift.min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
