/// A generator whose numbers follow from its seed alone (SplitMix64).
package struct Randomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return range.lowerBound + Int64(next() % width)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int(number(Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    /// True in one of so many cases.
    mutating func isOne(in count: Int) -> Bool { number(1...count) == 1 }

    /// An element of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }

    /// A generator of its own for one purpose, so that another draw elsewhere changes nothing there.
    mutating func split() -> Randomness { Randomness(next()) }
}

/// Lengths of time in nanoseconds.
enum Span {
    static let millisecond: Int64 = 1_000_000
    static let second: Int64 = 1_000_000_000
    static let minute = 60 * second
    static let hour = 60 * minute
}
