/// Finds the cause of a syntax error for which libyaml reports only the position. Examines the text around that
/// position and the tokens before it.
struct SyntaxDiagnosis {
    private let lines: [TextLine]
    private let tokens: [Token]
    /// The position at which libyaml stopped parsing.
    private let place: Mark
    /// The beginning of the YAML construct that libyaml was parsing when it stopped; `nil` if it is unknown.
    private let construct: Mark?
    private let isOfScanner: Bool

    init(bytes: [UInt8], place: Mark, construct: Mark?, isOfScanner: Bool) {
        lines = SourceText.lines(of: bytes).map(TextLine.init)
        tokens = Token.all(in: bytes)
        (self.place, self.construct, self.isOfScanner) = (place, construct, isOfScanner)
    }

    /// Returns the error with the mistake that probably caused it; `nil` if no known mistake fits.
    func error() -> YAMLError? {
        if let tab = line(place).tab { return YAMLError(.tabIndentation, at: Mark(line: place.line, column: tab)) }
        guard
            let (mistake, mark) = inScalar ?? afterValue ?? atStart ?? inBrackets ?? atColon ?? withoutColon
                ?? atLineStart
        else { return sign(place) == "\t" ? YAMLError(.tabIndentation, at: place) : nil }
        return YAMLError(.mistake(mistake), at: mark)
    }

    private typealias Found = (mistake: Mistake, mark: Mark)

    /// A mistake in a quoted text or a block: an unclosed quote, an unknown escape, or a character that begins a block.
    /// `nil` if there is no such mistake.
    private var inScalar: Found? {
        guard isOfScanner, let construct, let first = sign(construct) else { return nil }
        if "|>%".unicodeScalars.contains(first) { return (.reservedStart(Character(first)), construct) }
        guard first == "\"" || first == "'" else { return nil }
        if sign(place) == "\\" { return (.unknownEscape, place) }
        return line(construct).contains(first, after: construct.column) ? nil : (.openQuote, construct)
    }

    /// A mistake after a closing quote or bracket: additional text on the same line. `nil` if there is no such mistake.
    private var afterValue: Found? {
        guard !isOfScanner, let last = tokens.last(where: { $0.end <= place && $0.kind != .other }),
            last.end.line == place.line
        else { return nil }
        let isApart = last.end.column < place.column
        if last.kind == .quoted, !(isApart && isInBrackets), let quote = sign(last.start), sign(place) != "]",
            sign(place) != "}"
        {
            return last.start.line < last.end.line
                ? (.openQuote, last.start) : (.textAfterQuote(Character(quote)), place)
        }
        guard last.kind == .closing, let start = opening(of: last), let bracket = sign(start) else { return nil }
        if let closing = sign(place), "]}".unicodeScalars.contains(closing) { return nil }
        return isInBrackets ? nil : (.textAfterBracket(Character(bracket)), start)
    }

    /// A mistake at the beginning of a value: a character that cannot begin a value. `nil` if there is no such mistake.
    private var atStart: Found? {
        guard let sign = sign(place) else { return nil }
        if "]}".unicodeScalars.contains(sign) {
            guard let start = open(in: tokens.filter { $0.end <= place }).last, let bracket = self.sign(start) else {
                return (.strayBracket(Character(sign)), place)
            }
            return (.openBracket(Character(bracket)), start)
        }
        let isReserved = "@`%,?|>".unicodeScalars.contains(sign)
        return isReserved && line(place).isStart(place.column) ? (.reservedStart(Character(sign)), place) : nil
    }

    /// A mistake within brackets: an unclosed bracket, or two entries without a comma. `nil` if there is no such
    /// mistake.
    private var inBrackets: Found? {
        if let start = open(in: tokens).last(where: { $0 <= place }), let bracket = sign(start) {
            for number in start.line...min(place.line, lines.count) {
                let after = number == start.line ? start.column : 0
                if let comment = lines[number - 1].comment, comment > after {
                    return (.commentInBrackets, Mark(line: number, column: comment))
                }
            }
            return (.openBracket(Character(bracket)), start)
        }
        guard !isOfScanner, isInBrackets, let last = tokens.last(where: { $0.end <= place && $0.kind != .other }) else {
            return nil
        }
        guard sign(place) == ":" else {
            return (.missingComma, last.end)
        }
        let isBroken = last.start.line < place.line
        let end = Mark(line: last.start.line, column: line(last.start).end + 1)
        return isBroken ? (.missingComma, end) : (.secondColon, place)
    }

    /// A colon where no key can be, because the line already has a colon or continues the text above. `nil` if there is
    /// no such colon.
    private var atColon: Found? {
        guard isOfScanner, sign(place) == ":" else { return nil }
        if line(place).hasColon(before: place.column) { return (.secondColon, place) }
        guard let above = lineAbove(place.line) else { return nil }
        return withoutColon(around: above) ?? indentation(at: Mark(line: place.line, column: line(place).start))
    }

    /// A mistake in a line that must contain a key but has no colon; `nil` if there is no such mistake.
    private var withoutColon: Found? {
        guard isOfScanner, let construct, construct.line < place.line else { return nil }
        return withoutColon(around: construct.line)
    }

    /// Returns the mistake in a line without a colon. If the lines directly above also lack a colon, returns the
    /// mistake in the first of them.
    private func withoutColon(around number: Int) -> Found? {
        guard lines[number - 1].lacksColon else { return nil }
        var first = number
        while let above = lineAbove(first), lines[above - 1].lacksColon { first = above }
        let line = lines[first - 1]
        guard let (key, value, column) = line.tightColon else {
            return (.missingColon, Mark(line: first, column: line.start))
        }
        return (.missingSpace(key: key, value: value), Mark(line: first, column: column))
    }

    /// A mistake at the beginning of a line: a wrong column, or text that does not belong in the section. `nil` if
    /// there is no such mistake.
    private var atLineStart: Found? {
        guard !isOfScanner, place.column == line(place).start else { return nil }
        if let construct, place.column == construct.column, sign(construct) == "-" { return (.keyAmongItems, place) }
        return line(place).isItem ? (.itemAmongKeys, place) : indentation(at: place)
    }

    private func indentation(at mark: Mark) -> Found? {
        var open: [Mark] = []
        for (index, line) in lines[..<(mark.line - 1)].enumerated() where line.hasContent {
            open.removeAll { $0.column >= line.start }
            open.append(Mark(line: index + 1, column: line.start))
        }
        guard !open.contains(where: { $0.column == mark.column }) else { return nil }
        let (before, after) = (open.last { $0.column < mark.column }, open.first { $0.column > mark.column })
        return (.indentation(column: mark.column, fitting: [before, after].compactMap(\.self)), mark)
    }

    private func line(_ mark: Mark) -> TextLine { lines[min(mark.line, lines.count) - 1] }

    private func sign(_ mark: Mark) -> Unicode.Scalar? { line(mark)[mark.column] }

    /// Returns the number of the nearest line above that has content; `nil` if there is none.
    private func lineAbove(_ number: Int) -> Int? {
        lines[..<(number - 1)].lastIndex(where: \.hasContent).map { $0 + 1 }
    }

    /// Returns the positions of the opening brackets that `tokens` do not close.
    private func open(in tokens: [Token]) -> [Mark] {
        var open: [Mark] = []
        for token in tokens {
            if token.kind == .opening { open.append(token.start) }
            if token.kind == .closing { _ = open.popLast() }
        }
        return open
    }

    private var isInBrackets: Bool { !open(in: tokens.filter { $0.end <= place }).isEmpty }

    private func opening(of closing: Token) -> Mark? {
        var depth = 0
        for token in tokens.reversed() where token.end <= closing.end {
            if token.kind == .closing { depth += 1 }
            if token.kind == .opening { depth -= 1 }
            if depth == 0 { return token.start }
        }
        return nil
    }
}
