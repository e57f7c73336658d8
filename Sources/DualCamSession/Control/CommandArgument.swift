package import DualCamConfig

/// The place of a value in a command's arguments.
typealias ArgumentPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// The typed arguments of a command, with the one description of each.
protocol CommandRequest: Sendable, Equatable {
    init()
    static var arguments: [CommandArgument<Self>] { get }
}

/// One argument: how it is told, and where its value goes.
struct CommandArgument<Request>: Sendable {
    let parameter: CommandSchema.Parameter
    let store: @Sendable (inout Request, JSONValue) throws(ControlRefusal) -> Void

    static func required<Value>(
        _ name: String, _ path: ArgumentPath<Request, Value>, _ type: ArgumentType<Value>, _ summary: String,
        example: JSONValue
    ) -> Self {
        let parameter = CommandSchema.Parameter(
            name: name, kind: type.kind, alternative: type.alternative, isRequired: true, isPositional: true,
            summary: summary, example: example)
        return Self(parameter: parameter) { (request, value) throws(ControlRefusal) in
            request[keyPath: path] = try type.read(value)
        }
    }

    static func optional<Value>(
        _ name: String, _ path: ArgumentPath<Request, Value?>, _ type: ArgumentType<Value>, _ summary: String,
        example: JSONValue, isPositional: Bool = false
    ) -> Self {
        let parameter = CommandSchema.Parameter(
            name: name, kind: type.kind, alternative: type.alternative, isRequired: false, isPositional: isPositional,
            summary: summary, example: example)
        return Self(parameter: parameter) { (request, value) throws(ControlRefusal) in
            request[keyPath: path] = try type.read(value)
        }
    }
}

/// The JSON form of a type's values; `read` gets only values that `kind` accepts.
struct ArgumentType<Value: Sendable>: Sendable {
    let kind: CommandSchema.Parameter.Kind
    var alternative: String?
    /// Throws `badValue` with what the pipeline file's checks say.
    let read: @Sendable (JSONValue) throws(ControlRefusal) -> Value

    /// A value that is written as a text.
    static func written(
        as kind: CommandSchema.Parameter.Kind, _ parse: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> Self {
        Self(kind: kind) { (value) throws(ControlRefusal) in
            do throws(Refusal) { return try parse(value.text ?? "") } catch { throw ControlRefusal(error) }
        }
    }
}

extension ArgumentType<String> {
    static var text: Self { .written(as: .text) { $0 } }
}

extension ArgumentType<Bool> {
    static var flag: Self { Self(kind: .flag) { (value) throws(ControlRefusal) in value.flag ?? false } }
}

extension ArgumentType<Int> {
    static func pixels(_ range: ClosedRange<Int>) -> Self {
        Self(kind: .whole(range, unit: "pixels")) { (value) throws(ControlRefusal) in value.count ?? range.lowerBound }
    }
}

extension ArgumentType<Double> {
    static func number(_ range: ClosedRange<Double>, unit: String = "") -> Self {
        Self(kind: .number(range, unit: unit)) { (value) throws(ControlRefusal) in value.number ?? range.lowerBound }
    }
}

extension ArgumentType where Value: Quantity & Comparable {
    static func quantity(_ range: ClosedRange<Value>) -> Self {
        .written(as: .quantity(range.lowerBound.notation, range.upperBound.notation)) { (text) throws(Refusal) in
            try Value(parsing: text, in: range)
        }
    }
}

extension ArgumentType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words; another one is a value that is not accepted.
    static var choice: Self {
        .written(as: .choice(Value.allCases.map(\.rawValue), other: nil)) { (text) throws(Refusal) in
            try Value(parsing: text)
        }
    }

    /// One of the words; another one is no value at all.
    static var word: Self {
        .written(as: .word(Value.allCases.map(\.rawValue))) { (text) throws(Refusal) in try Value(parsing: text) }
    }
}

/// A value of the pipeline file that may be `off` instead.
package enum Switchable<Value: Quantity & Equatable>: Sendable, Equatable {
    case off
    case on(Value)

    /// The value as the pipeline file writes it.
    var notation: String {
        switch self {
        case .off: "off"
        case .on(let value): value.notation
        }
    }
}

extension ArgumentType {
    /// A value that is written as a text, or `off`.
    static func orOff<Amount: Quantity & Equatable>(
        _ kind: CommandSchema.Parameter.Kind, _ parse: @escaping @Sendable (String) throws(Refusal) -> Amount
    ) -> Self where Value == Switchable<Amount> {
        var type = written(as: kind) { (text) throws(Refusal) in
            if text == "off" { return .off }
            return .on(try parse(text))
        }
        type.alternative = "off"
        return type
    }

    /// A quantity within a range, or `off`.
    static func quantityOrOff<Amount: Quantity & Comparable>(_ range: ClosedRange<Amount>) -> Self
    where Value == Switchable<Amount> {
        orOff(.quantity(range.lowerBound.notation, range.upperBound.notation)) { (text) throws(Refusal) in
            do throws(Refusal) { return try Amount(parsing: text, in: range) } catch { throw error.mentioning("off") }
        }
    }
}
