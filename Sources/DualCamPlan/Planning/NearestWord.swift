/// The word among `candidates` that `word` was probably meant to be: at most two letters (or a third of them) differ.
func nearestWord(to word: String, among candidates: [String]) -> String? {
    let limit = max(2, word.count / 3)
    let scored = candidates.map { (word: $0, distance: editDistance(Array(word.lowercased()), Array($0))) }
    return scored.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in right.enumerated() {
            (diagonal, row[j + 1]) = (row[j + 1], a == b ? diagonal : 1 + min(diagonal, row[j], row[j + 1]))
        }
    }
    return row[right.count]
}
