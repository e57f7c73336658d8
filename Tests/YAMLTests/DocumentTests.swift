import Testing
@testable import YAML

@Suite struct DocumentTests {
    @Test func scalarsKeepTheirPlaceAndTellWhetherTheyArePlain() throws {
        let text = "plain: 1\nsingle: '2'\ndouble: \"3\"\nliteral: |\n  4\nfolded: >\n  5\n"
        let pairs = try mapping(Document(Array(text.utf8)).root)
        let found = pairs.map { pair -> String in
            guard case .scalar(let scalar) = pair.value.content else { return "no scalar" }
            return "\(scalar.text.debugDescription) \(scalar.isPlain) \(pair.value.mark.line):\(pair.value.mark.column)"
        }
        #expect(
            found == [
                #""1" true 1:8"#, #""2" false 2:9"#, #""3" false 3:9"#, #""4\n" false 4:10"#, #""5\n" false 6:9"#,
            ])
    }

    @Test func mappingsKeepOrderAndDuplicates() throws {
        let pairs = try mapping(Document(Array("b: 1\na: 2\nb: 3\n".utf8)).root)
        let keys = pairs.map { $0.key }
        #expect(keys.map(\.mark) == [1, 2, 3].map { Mark(line: $0, column: 1) })
        #expect(keys.map(\.content) == ["b", "a", "b"].map { .scalar(.init(text: $0, isPlain: true)) })
    }

    /// A column that counts bytes instead of characters would be 10 in the first case.
    @Test(arguments: [
        ("\"äöü\": x", Mark(line: 1, column: 8)),
        ("\u{FEFF}a: x", Mark(line: 1, column: 4)),
        ("# c\r\na: x\r\n", Mark(line: 2, column: 4)),
        ("# c\u{85}a: x", Mark(line: 2, column: 4)),
        ("# c\u{2028}a: x", Mark(line: 2, column: 4)),
        ("# c\u{2029}a: x", Mark(line: 2, column: 4)),
    ])
    func columnsCountCharacters(text: String, place: Mark) throws {
        let pairs = try mapping(Document(Array(text.utf8)).root)
        #expect(pairs.first?.value.mark == place)
    }

    @Test func nestingUpToTheLimitIsRead() throws {
        let text = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try Document(Array(text.utf8)) }
    }

    private func mapping(_ node: Node) throws -> [Node.Pair] {
        guard case .mapping(let pairs) = node.content else {
            Issue.record("no mapping: \(node)")
            return []
        }
        return pairs
    }
}

@Suite struct DocumentErrorTests {
    @Test(arguments: [
        ("", "the file is empty"),
        ("# only a comment\n", "the file is empty"),
        ("a: b: c\n", "1:5 a second ': ' on one line"),
        ("a: [1, 2\nb: 3\n", "1:4 this '[' is not closed"),
        ("a: 'open\n", "1:4 this quote is not closed"),
        ("a:\n\tb: 1\n", "2:1 a tab cannot indent"),
        ("a:\n  b: 1\n\tc: 2\n", "3:1 a tab cannot indent"),
        ("a: 1\nb: x\0y\n", "the file is not text: a NUL character stands on line 2"),
        ("a: \"x\\0y\"\n", "1:4 a NUL character is not allowed"),
        ("a: \u{1B}[31m\n", "1:4 the control character U+001B is not allowed"),
        ("# c\u{85}a: b: c\n", "2:5 a second ': ' on one line"),
        ("# c\u{2028}a: b: c\n", "2:5 a second ': ' on one line"),
        ("# c\u{2029}a: b: c\n", "2:5 a second ': ' on one line"),
        ("# c\u{85}\u{2028}\u{2029}b: x\u{1}y\n", "4:5 the control character U+0001 is not allowed"),
        ("# c\u{85}\u{2028}\u{2029}b: x\0y\n", "the file is not text: a NUL character stands on line 4"),
        ("a: 'b\n---\nc'\n", "1:4 this quote is not closed"),
        ("a: &b [1]\nc: *b\n", "1:4 anchors and aliases are not supported"),
        ("a: *b\n", "1:4 anchors and aliases are not supported"),
        ("a: !!str 1\n", "1:4 tags are not supported"),
        ("a: 1\n---\nb: 2\n", "2:1 a second document starts here, and only one is read"),
    ])
    func wholeMessage(text: String, message: String) {
        #expect(failure(Array(text.utf8)) == message)
    }

    @Test func bytesThatAreNotUTF8() {
        #expect(failure(Array("a: 1\nbé: ".utf8) + [0xE9, 0x0A]) == "2:5 the text is not UTF-8")
        #expect(failure([0xFF, 0xFE, 0x61, 0x00]) == "1:1 the text is not UTF-8")
        #expect(failure(Array("#\u{85}#\u{2028}#\u{2029}bé: ".utf8) + [0xE9]) == "4:5 the text is not UTF-8")
    }

    @Test func limits() {
        let deep = Array(String(repeating: "[", count: 33).utf8)
        #expect(failure(deep) == "1:33 nested deeper than 32 levels")
        let wide = Array(("[" + String(repeating: "1,", count: 20_000) + "]").utf8)
        #expect(failure(wide) == "1:40000 more than 20000 values")
        let large = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
        #expect(failure(large) == "the file is larger than 1048576 bytes")
    }

    /// Nine levels of ten aliases each, which would expand to 10^9 nodes.
    @Test func aBombIsRefusedAtItsFirstAnchor() {
        var text = "a0: &a0 [lol]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(failure(Array(text.utf8)) == "1:5 anchors and aliases are not supported")
    }

    private func failure(_ bytes: [UInt8]) -> String? {
        do throws(YAMLError) {
            _ = try Document(bytes)
            return nil
        } catch {
            return (error.mark.map { "\($0.line):\($0.column) " } ?? "") + error.message
        }
    }
}

@Suite struct SourceLineTests {
    @Test func linesForShowing() {
        let bytes = Array("\u{FEFF}a\r\nb\tc\r".utf8) + [0xFF, 0x0A]
        #expect(SourceText.lines(of: bytes) == ["a", "b\tc", "\u{FFFD}", ""])
        #expect(SourceText.lines(of: []) == [""])
        #expect(SourceText.lines(of: Array("a\u{85}b\u{2028}c\u{2029}d".utf8)) == ["a", "b", "c", "d"])
    }
}
