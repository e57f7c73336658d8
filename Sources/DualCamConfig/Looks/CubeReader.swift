extension ColourTable {
    /// Parses a .cube file according to Adobe's specification 1.0; also accepts the input ranges that Resolve writes.
    /// Lines end in CR, LF or both; `#` begins a comment.
    ///
    /// - Parameters:
    ///   - name: the file's name, used in messages.
    ///   - isQuoted: true if messages may quote the file's text; otherwise they contain only the problem and the line.
    /// - Throws: the first issue in the file, with its line.
    package init(cube bytes: [UInt8], named name: String, isQuoted: Bool = true) throws(PipelineIssue) {
        let read = bytes.withUnsafeBufferPointer { buffer in
            var reader = CubeReader(CubeText(buffer), name: name, size: buffer.count, isQuoted: isQuoted)
            return Result { () throws(PipelineIssue) in try reader.table() }
        }
        self = try read.get()
    }
}

/// A parser for one .cube file, with the values that it has read so far.
private struct CubeReader {
    private enum Keyword: String, CaseIterable {
        case title = "TITLE"
        case curves = "LUT_1D_SIZE"
        case cube = "LUT_3D_SIZE"
        case lowest = "DOMAIN_MIN"
        case highest = "DOMAIN_MAX"
        case curvesRange = "LUT_1D_INPUT_RANGE"
        case cubeRange = "LUT_3D_INPUT_RANGE"
    }

    private var text: CubeText
    private let name: String
    private let size: Int
    private let isQuoted: Bool
    private var lines: [Keyword: Int] = [:]
    private var shape: ColourTable.Shape?
    private var lowest: [Float] = [0, 0, 0]
    private var highest: [Float] = [1, 1, 1]
    private var values: [Float] = []

    init(_ text: CubeText, name: String, size: Int, isQuoted: Bool) {
        (self.text, self.name, self.size, self.isQuoted) = (text, name, size, isQuoted)
    }

    mutating func table() throws(PipelineIssue) -> ColourTable {
        guard size <= ColourTable.largestFile else {
            throw PipelineIssue(file: name, message: "is larger than 32 MiB", hint: "no colour table needs so much")
        }
        while text.advance() {
            guard let first = text.word(from: text.line.range.lowerBound) else { continue }
            if text.isKeyword(first), !isSpeltNumber(first) { try keyword(first) } else { try row(first) }
        }
        guard let shape else {
            throw PipelineIssue(file: name, message: "says no LUT_1D_SIZE or LUT_3D_SIZE", hint: Self.form)
        }
        guard values.count == 3 * shape.rows else { throw cut(shape) }
        try checkDomain()
        let domain = zip(lowest, highest).map { Double($0)...Double($1) }
        guard let table = ColourTable(shape, domain: domain, values: values) else { throw cut(shape) }
        return table
    }

    private static let form = "write LUT_3D_SIZE 33 and then its rows"

    /// Returns true for the words `nan` and `inf` in a row. They look like keywords but are in a position that requires
    /// a number.
    private func isSpeltNumber(_ word: CubeText.Word) -> Bool {
        ["nan", "inf", "infinity"].contains(text.text(word).lowercased())
    }

    // MARK: Keywords
    private mutating func keyword(_ word: CubeText.Word) throws(PipelineIssue) {
        let written = text.text(word)
        guard let keyword = Keyword(rawValue: written) else {
            guard isQuoted else { throw issue("there is an unknown keyword", at: word, hint: nil) }
            let hint = Refusal.suggestion(for: written, among: Keyword.allCases.map(\.rawValue))
            throw issue("unknown keyword \(quoted(written))", at: word, hint: hint)
        }
        if let line = lines[keyword] {
            throw issue("\(written) is given twice", at: word, hint: "first on line \(line)")
        }
        guard values.isEmpty else {
            throw issue("\(written) stands after the first row", at: word, hint: "write it before")
        }
        lines[keyword] = text.line.number
        switch keyword {
        case .title: break
        case .curves: try size(2...65536, word) { .curves($0) }
        case .cube: try size(2...129, word) { .cube($0) }
        case .lowest: lowest = try numbers(3, after: word, "DOMAIN_MIN needs three numbers")
        case .highest: highest = try numbers(3, after: word, "DOMAIN_MAX needs three numbers")
        case .curvesRange, .cubeRange: try range(word, written)
        }
    }

    private mutating func size(
        _ accepted: ClosedRange<Int>, _ word: CubeText.Word, _ shape: (Int) -> ColourTable.Shape
    ) throws(PipelineIssue) {
        let keyword = text.text(word)
        if self.shape != nil {
            throw issue("the file holds a 1D and a 3D table", at: word, hint: "keep one, or make two files of it")
        }
        let hint = "accepted: \(accepted.lowerBound) ... \(accepted.upperBound)"
        guard let given = text.word(from: word.upperBound) else {
            throw issue("\(keyword) needs a whole number", at: word, hint: hint)
        }
        let number = shown(given)
        guard let count = text.count(given) else {
            throw issue("\(number) is not a whole number", at: given, hint: hint)
        }
        guard accepted.contains(count) else { throw issue("\(number) is out of range", at: given, hint: hint) }
        try end(after: given)
        self.shape = shape(count)
        values.reserveCapacity(3 * shape(count).rows)
    }

    private mutating func range(_ word: CubeText.Word, _ keyword: String) throws(PipelineIssue) {
        let range = try numbers(2, after: word, "\(keyword) needs two numbers")
        lowest = [range[0], range[0], range[0]]
        highest = [range[1], range[1], range[1]]
    }

    /// Throws if the file specifies the table's input range twice, or if the end of the range is not above its start.
    private func checkDomain() throws(PipelineIssue) {
        let ranges = [Keyword.curvesRange, .cubeRange].filter { lines[$0] != nil }
        if let range = ranges.first,
            let other = [.lowest, .highest, ranges.last].compactMap({ $0 }).first(where: {
                $0 != range && lines[$0] != nil
            })
        {
            throw PipelineIssue(
                file: name, line: lines[other], message: "\(range.rawValue) and \(other.rawValue) both say the domain",
                hint: "keep one")
        }
        for (low, high) in zip(lowest, highest) where low >= high {
            let line = lines[.highest] ?? lines[.lowest] ?? ranges.first.flatMap { lines[$0] }
            let message = "the domain ends at \(high), which is not above its beginning \(low)"
            throw PipelineIssue(
                file: name, line: line, message: isQuoted ? message : "the domain does not end above its beginning",
                hint: "write its lower end first")
        }
    }

    // MARK: Rows
    private mutating func row(_ first: CubeText.Word) throws(PipelineIssue) {
        guard let shape else {
            let problem =
                text.number(first) == nil ? "is not a line of a .cube file" : "stands before LUT_1D_SIZE or LUT_3D_SIZE"
            throw issue("\(shown(first)) \(problem)", at: first, hint: Self.form)
        }
        guard values.count < 3 * shape.rows else {
            throw issue("there are more than \(shape.rows) rows", at: first, hint: isQuoted ? shape.meaning : nil)
        }
        var word = first
        for index in 0..<3 {
            guard let number = text.number(word) else { throw notANumber(word) }
            values.append(number)
            guard index < 2 else { break }
            guard let next = text.word(from: word.upperBound) else {
                let message = "a row has three numbers, and this one has \(index + 1)"
                throw issue(message, at: first, hint: isQuoted ? shape.meaning : nil)
            }
            word = next
        }
        try end(after: word)
    }

    private func numbers(
        _ count: Int, after word: CubeText.Word, _ need: String
    ) throws(PipelineIssue) -> [Float] {
        var numbers: [Float] = []
        var last = word
        while numbers.count < count {
            guard let next = text.word(from: last.upperBound) else { throw issue(need, at: word, hint: nil) }
            guard let number = text.number(next) else { throw notANumber(next) }
            numbers.append(number)
            last = next
        }
        try end(after: last)
        return numbers
    }

    private func end(after word: CubeText.Word) throws(PipelineIssue) {
        guard let next = text.word(from: word.upperBound) else { return }
        throw issue("\(shown(next)) is one word too many", at: next, hint: "end the line before it")
    }

    private func notANumber(_ word: CubeText.Word) -> PipelineIssue {
        issue("\(shown(word)) is not a number", at: word, hint: "write one as in 0.25")
    }

    /// Returns the issue for a .cube file that ends before all rows have been read.
    private func cut(_ shape: ColourTable.Shape) -> PipelineIssue {
        let count = values.count / 3
        return PipelineIssue(
            file: name, line: max(1, text.line.number),
            message: "the file ends after \(count) of \(shape.rows) rows", hint: "\(shape.meaning); is it whole?")
    }

    private func issue(_ message: String, at word: CubeText.Word, hint: String?) -> PipelineIssue {
        guard isQuoted else {
            return PipelineIssue(file: name, line: text.line.number, message: message, hint: hint)
        }
        return PipelineIssue(
            file: name, line: text.line.number, column: text.column(of: word.lowerBound),
            sourceLine: String(text.text(text.line.range).unicodeScalars.prefix(200)), message: message, hint: hint)
    }

    /// Returns a word of the file for use in a message, or a substitute if messages must not quote the file.
    private func shown(_ word: CubeText.Word) -> String { isQuoted ? quoted(text.text(word)) : "a word" }
}

extension ColourTable.Shape {
    /// A description of the table's size and of the number of rows that this size requires, for messages.
    fileprivate var meaning: String {
        switch self {
        case .curves(let count): "LUT_1D_SIZE \(count) means \(rows) rows"
        case .cube(let side): "LUT_3D_SIZE \(side) means \(rows) rows"
        }
    }
}
