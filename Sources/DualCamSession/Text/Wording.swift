import DualCamPlan

/// Numbers and lists as text.
enum Wording {
    static func padded(_ number: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// `1.5 GB`, `20 MB`: one decimal from a gigabyte on, decimal units.
    static func size(_ bytes: Int64) -> String {
        bytes >= 1_000_000_000 ? tenths(bytes, of: 1_000_000_000) + " GB" : tenths(bytes, of: 1_000_000) + " MB"
    }

    /// `10 s`, `1.5 s`, `250 ms`.
    static func length(_ length: Duration) -> String {
        let milliseconds = length.nanoseconds / 1_000_000
        return milliseconds < 1000 ? "\(milliseconds) ms" : tenths(milliseconds, of: 1000) + " s"
    }

    /// `2`, `0.05`: nothing but the digits that it needs.
    static func plain(_ number: Double) -> String {
        Int64(exactly: number).map(String.init)
            ?? JSONValue.number(number).line
    }

    /// `81C`, as the pipeline file writes it.
    static func degrees(_ celsius: Double) -> String { "\(Int64(saturating: celsius))C" }

    /// A phrase as a sentence: it begins with a capital letter and ends with a full stop. Nothing stays nothing.
    static func sentence(_ phrase: String) -> String {
        guard let first = phrase.first, let last = phrase.last else { return "" }
        return first.uppercased() + phrase.dropFirst() + (".!?".contains(last) ? "" : ".")
    }

    /// A sentence and, if there is one, another after it.
    static func sentences(_ first: String, _ second: String) -> String {
        guard !second.isEmpty else { return first }
        return first + (first.last.map { ".!?".contains($0) } == true ? " " : ". ") + second
    }

    private static func tenths(_ number: Int64, of unit: Int64) -> String {
        let whole = number / unit
        let rest = number % unit * 10 / unit
        return rest == 0 ? "\(whole)" : "\(whole).\(rest)"
    }
}
