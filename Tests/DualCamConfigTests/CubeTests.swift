import Testing

@testable import DualCamConfig

/// Valid and invalid .cube files.
@Suite struct CubeTests {
    private static let curves = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    private static let corners = (0..<8).map { "\($0 % 2) \($0 / 2 % 2) \($0 / 4)\n" }.joined()

    private func read(_ text: String) throws(PipelineIssue) -> ColourTable {
        try ColourTable(cube: Array(text.utf8), named: "film.cube")
    }

    private func problem(_ bytes: [UInt8]) -> String {
        do throws(PipelineIssue) {
            _ = try ColourTable(cube: bytes, named: "film.cube")
            return ""
        } catch {
            return error.rendered
        }
    }

    /// All line endings, comments, blanks and tabs, and all spellings of numbers.
    @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func curves(ending: String, mark: String) throws {
        let lines = [
            "# made by hand", "TITLE \"Dusk # 1\"", "", "LUT_1D_SIZE 3", "DOMAIN_MIN 0 0 -0.5", "\tDOMAIN_MAX 1.0 2 1",
            "0 0.5 -1", "  .25\t+0.5   1e-1 # the middle", "1E0 1. 1.5", "  ",
        ]
        let table = try read(mark + lines.joined(separator: ending))
        #expect(table.shape == .curves(3))
        #expect(table.domain == [0...1, 0...2, -0.5...1])
        #expect(table.values == [0, 0.5, -1, 0.25, 0.5, 0.1, 1, 1, 1.5])
    }

    @Test func aCube() throws {
        let table = try read("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -1 2\n" + Self.corners)
        #expect(table.shape == .cube(2) && table.domain == [-1...2, -1...2, -1...2])
        #expect(Array(table.values[3..<9]) == [1, 0, 0, 0, 1, 0])
        #expect(try read("LUT_1D_INPUT_RANGE 0 4\n" + Self.curves).domain == [0...4, 0...4, 0...4])
    }

    static let broken: [(String, String)] = [
        ("", "film.cube: error: says no LUT_1D_SIZE or LUT_3D_SIZE; write LUT_3D_SIZE 33 and then its rows"),
        (
            "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n",
            "film.cube:3: error: the file ends after 2 of 8 rows; LUT_3D_SIZE 2 means 8 rows; is it whole?"
        ),
        (
            "LUT_1D_SIZE 2\n0 0 0\n1 1",
            "film.cube:3:1: error: a row has three numbers, and this one has 2; LUT_1D_SIZE 2 means 2 rows\n1 1\n^"
        ),
        (
            curves + "1 1 1\n",
            "film.cube:4:1: error: there are more than 2 rows; LUT_1D_SIZE 2 means 2 rows\n1 1 1\n^"
        ),
        (
            "LUT_1D_SIZE 2\n0 0 0 0\n",
            "film.cube:2:7: error: '0' is one word too many; end the line before it\n0 0 0 0\n      ^"
        ),
        (
            "LUT_1D_SIZE 2\n0 0 x\n", "film.cube:2:5: error: 'x' is not a number; write one as in 0.25\n0 0 x\n    ^"
        ),
        (
            "LUT_1D_SIZE 2\n\tnan 0 0\n",
            "film.cube:2:2: error: 'nan' is not a number; write one as in 0.25\n\tnan 0 0\n\t^"
        ),
        (
            "LUT_1D_SIZE 2\n0 1e99 0\n",
            "film.cube:2:3: error: '1e99' is not a number; write one as in 0.25\n0 1e99 0\n  ^"
        ),
        (
            "LUT_1D_SIZE 2\n0 0x10 0\n",
            "film.cube:2:3: error: '0x10' is not a number; write one as in 0.25\n0 0x10 0\n  ^"
        ),
        (
            "LUT_3D_SIZE 130\n",
            "film.cube:1:13: error: '130' is out of range; accepted: 2 ... 129\nLUT_3D_SIZE 130\n            ^"
        ),
        (
            "LUT_3D_SIZE 1000000000000\n",
            "film.cube:1:13: error: '1000000000000' is not a whole number; accepted: 2 ... 129\n"
                + "LUT_3D_SIZE 1000000000000\n            ^"
        ),
        (
            "LUT_1D_SIZE\n",
            "film.cube:1:1: error: LUT_1D_SIZE needs a whole number; accepted: 2 ... 65536\nLUT_1D_SIZE\n^"
        ),
        (
            "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n",
            "film.cube:2:1: error: the file holds a 1D and a 3D table; keep one, or make two files of it\n"
                + "LUT_3D_SIZE 2\n^"
        ),
        (
            "LUT_1D_SIZE 2\nLUT_1D_SIZE 2\n",
            "film.cube:2:1: error: LUT_1D_SIZE is given twice; first on line 1\nLUT_1D_SIZE 2\n^"
        ),
        (
            "LUT_3D_SZE 2\n",
            "film.cube:1:1: error: unknown keyword 'LUT_3D_SZE'; did you mean 'LUT_3D_SIZE'?\nLUT_3D_SZE 2\n^"
        ),
        (
            "LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n",
            "film.cube:3:1: error: TITLE stands after the first row; write it before\nTITLE \"x\"\n^"
        ),
        (
            "0 0 0\n",
            "film.cube:1:1: error: '0' stands before LUT_1D_SIZE or LUT_3D_SIZE; write LUT_3D_SIZE 33 and then its rows\n"
                + "0 0 0\n^"
        ),
        (
            "DOMAIN_MIN 0 0\n", "film.cube:1:1: error: DOMAIN_MIN needs three numbers\nDOMAIN_MIN 0 0\n^"
        ),
        (
            "DOMAIN_MAX 1 0 1\n" + curves,
            "film.cube:1: error: the domain ends at 0.0, which is not above its beginning 0.0; write its lower end first"
        ),
        (
            "DOMAIN_MIN 0 0 0\nLUT_1D_INPUT_RANGE 0 1\n" + curves,
            "film.cube:1: error: LUT_1D_INPUT_RANGE and DOMAIN_MIN both say the domain; keep one"
        ),
    ]

    @Test(arguments: broken) func brokenFilesSayWhere(text: String, expected: String) {
        #expect(problem(Array(text.utf8)) == expected)
    }

    /// A picture or other binary file is reported as such, and its content is not sent to the terminal.
    @Test func bytesThatAreNoText() {
        let shown = problem([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0xFF])
        #expect(
            shown
                == "film.cube:1:1: error: '\u{FFFD}PNG' is not a line of a .cube file; write LUT_3D_SIZE 33 and then its rows\n\u{FFFD}PNG\n^"
        )
        let escape = problem(Array("LUT_1D_SIZE 2\n\u{1B}[31m 0 0\n".utf8))
        #expect(!escape.contains("\u{1B}") && escape.contains("film.cube:2:1"))
    }

    @Test func aHugeFileIsNotRead() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: ColourTable.largestFile + 1)
        #expect(problem(bytes) == "film.cube: error: is larger than 32 MiB; no colour table needs so much")
    }

    /// A file that is cut anywhere, or has a wrong byte, gives a table or an error, never a crash.
    @Test func damagedFiles() {
        let whole = Array(("LUT_3D_SIZE 2\nDOMAIN_MAX 1 1 1\n" + Self.corners).utf8)
        for length in 0..<whole.count - 1 {
            #expect(problem(Array(whole[..<length])) != "", "cut at \(length)")
        }
        var state: UInt64 = 7
        for _ in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var bytes = whole
            bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            _ = problem(bytes)
        }
    }
}
