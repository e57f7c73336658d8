// Links libm, which unoptimised builds need for the function `rounded()` in this module.
import Glibc

/// The units of a quantity in ascending order, with functions that parse and write numbers in these units.
struct UnitScale {
    /// The name of the quantity with its article, for use in messages: "a bitrate".
    let noun: String
    /// The units of the quantity, each with the factor that converts it to base units.
    let units: [(name: String, factor: Double)]
    let example: String
    /// True when negative values of the quantity are accepted.
    let isSigned: Bool

    init(_ noun: String, _ units: KeyValuePairs<String, Double>, example: String, isSigned: Bool = false) {
        (self.noun, self.isSigned) = (noun, isSigned)
        self.units = units.map { ($0.key, $0.value) }
        self.example = example
    }

    var names: [String] { units.map(\.name) }

    /// The description of a text with one number and one of the units.
    var shape: SettingShape {
        let sign = isSigned ? "[-+]?" : "[+]?"
        return .written(.init(pattern: sign + measure, example: example, unit: names.count == 1 ? names.first : nil))
    }

    /// The description of a text with several numbers and units, such as `1h30min`. Only the first number can have a
    /// sign.
    var repeatedShape: SettingShape {
        .written(.init(pattern: "[+]?(\(measure))+", example: example))
    }

    private var measure: String { "[0-9]+(\\.[0-9]+)? *(\(names.joined(separator: "|"))) *" }

    /// The hint for a text that cannot be parsed: "write ms, s or min, as in 10min".
    var hint: String {
        guard let last = names.last, names.count > 1 else { return "write it as in \(example)" }
        return "write \(names.dropLast().joined(separator: ", ")) or \(last), as in \(example)"
    }

    /// Parses one number with its unit, and converts it to base units.
    func value(of text: String) throws(Refusal) -> Double {
        guard let parts = Measure.scan(text), parts.count == 1 else { throw notOne(text) }
        return parts[0].number * (try factor(of: parts[0]))
    }

    /// Returns the factor that converts a number's unit to base units. Throws if the unit is missing or unknown.
    func factor(of measure: Measure) throws(Refusal) -> Double {
        guard !measure.unit.isEmpty else { throw Refusal("\(quoted(measure.text)) has no unit", hint: hint) }
        if let unit = units.first(where: { $0.name == measure.unit }) { return unit.factor }
        let near = names.first { $0.lowercased() == measure.unit.lowercased() }.map { "did you mean '\($0)'?" }
        throw Refusal("\(quoted(measure.unit)) is not a unit of \(noun)", hint: near ?? hint)
    }

    func notOne(_ text: String) -> Refusal { Refusal("\(quoted(text)) is not \(noun)", hint: hint) }

    /// Returns a value in base units as text, in the largest unit that gives a whole number.
    func whole(_ value: Int64) -> String {
        let fitting = units.compactMap { unit -> (number: Int64, name: String)? in
            let factor = Int64(unit.factor)
            return value.isMultiple(of: factor) ? (value / factor, unit.name) : nil
        }
        guard value != 0, let shortest = fitting.min(by: { $0.number.magnitude < $1.number.magnitude }) else {
            return "\(value)\(names.first ?? "")"
        }
        return "\(shortest.number)\(shortest.name)"
    }
}

/// A number with its unit, which is one part of a text such as `1h30min`.
struct Measure: Equatable {
    let number: Double
    let unit: String
    /// The number and its unit as written.
    let text: String

    /// Splits a text into numbers with units; returns `nil` if the text does not begin with a number. Numbers are
    /// decimal with at most one decimal point, and only the first number may have a sign.
    static func scan(_ text: String) -> [Measure]? {
        var rest = Substring(text)
        var measures: [Measure] = []
        repeat {
            let digits = rest.prefix(while: { isDigit($0) || $0 == "." || (measures.isEmpty && isSign($0)) })
            let unit = rest.dropFirst(digits.count).prefix { !isDigit($0) }
            guard let number = decimal(digits) else { return nil }
            let whole = rest.prefix(digits.count + unit.count)
            measures.append(Measure(number: number, unit: trimmed(unit), text: trimmed(whole)))
            rest = rest.dropFirst(whole.count)
        } while !rest.isEmpty
        return measures
    }

    /// Parses a decimal number. Returns `nil` for other texts, including exponents, hexadecimal numbers, and `inf`,
    /// which `Double` itself would accept.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let digits = text.first.map(isSign) == true ? text.dropFirst() : text[...]
        guard digits.first.map(isDigit) == true, digits.last.map(isDigit) == true, digits.count <= 18 else {
            return nil
        }
        guard digits.allSatisfy({ isDigit($0) || $0 == "." }) else { return nil }
        return Double(text)
    }

    /// Returns a number as text without an exponent, with at most four decimal places.
    static func text(_ number: Double) -> String {
        let rounded = (number * 10_000).rounded() / 10_000
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    private static func isSign(_ character: Character) -> Bool { character == "-" || character == "+" }
    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
