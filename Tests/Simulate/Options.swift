import DualCamSimulator
import Foundation

/// The options of the command line.
struct Options {
    var seeds = 1000
    var seed: UInt64?
    /// The time limit in seconds, used in place of a number of seeds; `nil` if there is none.
    var seconds: Int?
    var hours: Double?
    var kinds = Set(FaultKind.allCases)
    var isPlanted = false
    /// True to only print the names of the faults that are planted in the program.
    var listsPlanted = false
    var tellsCoverage = false
    /// True to print the ledgers after a story.
    var tellsLedgers = false
    /// The first seed, unless a single seed is given.
    var first: UInt64 = 1
    /// The number of worlds that run in parallel.
    var jobs = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The names of the planted faults to look for; empty to look for all.
    var bugs: Set<String> = []

    mutating func read(_ words: some Sequence<String>) -> Bool {
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--planted": isPlanted = true
            case "--list": listsPlanted = true
            case "--coverage": tellsCoverage = true
            case "--ledger": tellsLedgers = true
            case "--fresh": first = .random(in: 1...1 << 40)
            default: if !read(word, rest.popFirst()) { return false }
            }
        }
        return true
    }

    private mutating func read(_ word: String, _ value: String?) -> Bool {
        guard let value else { return false }
        switch word {
        case "--seeds": seeds = Int(value) ?? seeds
        case "--seed": seed = UInt64(value)
        case "--first": first = UInt64(value) ?? first
        case "--seconds": seconds = Int(value)
        case "--hours": hours = Double(value)
        case "--jobs": jobs = max(1, Int(value) ?? jobs)
        case "--bug": bugs = Set(value.split(separator: ",").map(String.init))
        case "--faults": return readFaults(value)
        default: return false
        }
        return true
    }

    private mutating func readFaults(_ text: String) -> Bool {
        if text == "all" { return true }
        if text == "none" {
            kinds = []
        } else {
            let words = Set(text.split(separator: ",").map(String.init))
            kinds = kinds.filter { words.contains($0.family) || words.contains($0.rawValue) }
            return !kinds.isEmpty
        }
        return true
    }
}
