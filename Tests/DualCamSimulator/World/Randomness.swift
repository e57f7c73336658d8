/// A random number generator whose numbers depend on its seed alone (SplitMix64).
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

    /// Returns true in one of `count` cases, at random.
    mutating func isOne(in count: Int) -> Bool { number(1...count) == 1 }

    /// Returns a random element of a list, which must not be empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }

    /// Returns an independent generator for one purpose, so that further draws elsewhere do not change its numbers.
    mutating func split() -> Randomness { Randomness(next()) }
}

/// Durations in nanoseconds.
enum Span {
    static let millisecond: Int64 = 1_000_000
    static let second: Int64 = 1_000_000_000
    static let minute = 60 * second
    static let hour = 60 * minute
}
