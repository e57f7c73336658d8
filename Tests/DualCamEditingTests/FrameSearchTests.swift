import Testing

@testable import DualCamEditing
@testable import DualCamGraph

/// The choice of the frames that a trim copies or encodes again. Frames last 10 ms, each tenth is a key frame, and
/// times are in milliseconds.
@Suite struct FrameSearchTests {
    private static func frames(_ range: Range<Int64>) -> [FrameSearch.Frame] {
        stride(from: range.lowerBound, to: range.upperBound, by: 10).map {
            FrameSearch.Frame(time: $0 * 1_000_000, isKey: $0 % 100 == 0)
        }
    }

    /// Converts the start of a piece, which is a millisecond before its first frame, to that frame's time.
    private static func frame(_ time: Int64) -> Int64 {
        let milliseconds = time / 1_000_000
        return milliseconds % 10 == 0 ? milliseconds : milliseconds + 1
    }

    /// - Parameter end: The end of the file.
    private static func pieces(_ from: Int64, _ to: Int64, end: Int64 = 10_000) -> String {
        let times = from * 1_000_000..<to * 1_000_000
        let key = { (time: Int64) in time / 100 * 100 }
        let firstKey = (from + 99) / 100 * 100
        let head = frames(key(from)..<min(firstKey + 10, end))
        let tail = frames(min(key(to), key(end - 1))..<min((to + 9) / 10 * 10 + 10, end))
        return FrameSearch.pieces(of: times, head: head, tail: tail).map { piece in
            let (from, to) = (Self.frame(piece.times.lowerBound), Self.frame(piece.times.upperBound))
            return "\(piece.way == .copied ? "=" : "~")\(from)-\(to)"
        }.joined(separator: " ")
    }

    @Test(
        arguments: [
            // Complete groups are copied.
            (0, 1000, "=0-1000"), (100, 200, "=100-200"), (0, 10_000, "=0-10000"),
            (30, 1000, "~30-100 =100-1000"), (0, 1050, "=0-1000 ~1000-1050"),
            (30, 1050, "~30-100 =100-1000 ~1000-1050"),
            // Intervals within one group, and across one boundary.
            (30, 60, "~30-60"), (30, 100, "~30-100"), (30, 150, "~30-100 ~100-150"), (100, 150, "~100-150"),
            // Up to the end of the file, nothing has to be encoded.
            (30, 9990, "~30-100 =100-9900 ~9900-9990"), (9950, 10_000, "~9950-10000"),
        ] as [(Int64, Int64, String)])
    func whatIsKeptAndWhatIsEncoded(from: Int64, to: Int64, expected: String) {
        #expect(Self.pieces(from, to) == expected)
    }

    /// The rest of a file: nothing at its end has to be encoded, wherever its last frame is.
    @Test(arguments: [(0, "=0-"), (30, "~30-100 =100-"), (9950, "~9950-")] as [(Int64, String)])
    func theRestOfAFile(from: Int64, expected: String) {
        let times = from * 1_000_000..<Int64.max
        let head = Self.frames(from / 100 * 100..<min((from + 99) / 100 * 100 + 10, 10_000))
        let pieces = FrameSearch.pieces(of: times, head: head, tail: [])
        let words = pieces.map { piece in
            let (from, to) = (Self.frame(piece.times.lowerBound), piece.times.upperBound)
            return "\(piece.way == .copied ? "=" : "~")\(from)-\(to == .max ? "" : "\(Self.frame(to))")"
        }
        #expect(words.joined(separator: " ") == expected)
    }

    /// A frame up to a millisecond before the interval is its first frame, whether or not the interval contains a key
    /// frame. At the end, such a frame belongs to what follows.
    @Test(arguments: [(330.9, 650.9, true), (330.9, 370.9, true), (331.1, 650.9, false), (331.1, 370.9, false)])
    func whatIsRoundedToBeforeTheCutIsKept(from: Double, to: Double, isKept: Bool) throws {
        let times = Int64(from * 1_000_000)..<Int64(to * 1_000_000)
        let pieces = FrameSearch.pieces(of: times, head: Self.frames(300..<410), tail: Self.frames(600..<670))
        let first = try #require(pieces.first)
        #expect(first.way == .encoded && (first.times.lowerBound <= 330_000_000) == isKept, "\(first.times)")
    }

    @Test func aStretchBehindTheLastFrameHasNone() {
        #expect(Self.pieces(10_000, 10_050) == "")
    }
}
