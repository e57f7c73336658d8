package import DualCamConfig

/// The key path of the property of a command that stores an option's value.
package typealias StoragePath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// An argument of a command: a positional value, a flag, or an option with a value.
package struct Argument<Root>: Sendable {
    /// The error that is thrown for a value that the argument does not accept.
    package typealias Failure = Refusal

    /// The argument's names and texts, without the code that parses it.
    package let usage: ArgumentUsage
    /// Parses the argument's text and stores the value in the command. For a flag, the text is empty.
    package let store: @Sendable (inout Root, String) throws(Failure) -> Void

    package init(usage: ArgumentUsage, store: @escaping @Sendable (inout Root, String) throws(Failure) -> Void) {
        (self.usage, self.store) = (usage, store)
    }

    /// The same argument, available on the command line but not in interfaces for programs, such as HTTP.
    package var onlyForCommandLine: Argument { forPrograms(nil) }

    /// Returns the same argument with another kind of value in interfaces for programs, such as HTTP. If `value` is
    /// `nil`, the argument is available only on the command line.
    package func forPrograms(_ value: ProgramValue?) -> Argument {
        var usage = usage
        usage.programValue = value
        return Argument(usage: usage, store: store)
    }

    /// Returns the same argument with another summary for interfaces for programs, such as HTTP.
    package func described(_ summary: String) -> Argument {
        var usage = usage
        usage.programSummary = summary
        return Argument(usage: usage, store: store)
    }

    /// Declares a positional argument that must be given.
    ///
    /// - Parameter completion: The suggestions of a shell; `nil` for those of the value's type.
    package static func required<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        var usage = ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion)
        usage.isRequired = true
        return Argument(usage, path)
    }

    /// Declares a positional argument that may be omitted; the property then keeps its default value. Optional
    /// arguments follow the required ones.
    ///
    /// - Parameter completion: The suggestions of a shell; `nil` for those of the value's type.
    package static func optional<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, Value?>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        Argument(ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion), path)
    }

    /// Declares a positional argument that may be repeated. It must be the command's last argument.
    package static func several<Value: OptionValue>(
        _ name: String, _ path: StoragePath<Root, [Value]>, _ summary: String, completion: Completion? = nil
    ) -> Argument {
        var usage = ArgumentUsage(name: name, summary: summary, completion: completion ?? Value.completion)
        (usage.isRequired, usage.repeats) = (true, true)
        return Argument(usage: usage) { (root, text) throws(Failure) in
            root[keyPath: path].append(try Value(argument: text))
        }
    }

    /// Declares an option without a value. If it is given, the property becomes `true`.
    ///
    /// - Parameter name: The option's name without dashes.
    package static func flag(_ name: String, _ path: StoragePath<Root, Bool>, _ summary: String) -> Argument {
        Argument(usage: ArgumentUsage(name: name, summary: summary)) { root, _ in root[keyPath: path] = true }
    }

    /// Declares an option with a value.
    ///
    /// - Parameter short: The letter of the option's short form, such as `o` for `-o`; `nil` if it has none.
    package static func value<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, Value?>, _ summary: String,
        short: Character? = nil, completion: Completion? = nil
    ) -> Argument {
        let usage = ArgumentUsage(
            name: name, placeholder: placeholder, summary: summary, completion: completion ?? Value.completion,
            short: short)
        return Argument(usage, path)
    }

    /// Declares an option whose value is parsed by a closure.
    ///
    /// - Parameter read: Parses the option's value from its text.
    package static func value<Value>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, Value?>, _ summary: String,
        by read: @escaping @Sendable (String) throws(Failure) -> Value
    ) -> Argument {
        let usage = ArgumentUsage(name: name, placeholder: placeholder, summary: summary)
        return Argument(usage: usage) { (root, text) throws(Failure) in root[keyPath: path] = try read(text) }
    }

    /// Declares an option whose value is a list of names with commas between them.
    package static func names(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, [String]?>, _ summary: String
    ) -> Argument {
        value(name, placeholder, path, summary) { (text) throws(Failure) in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard !names.contains("") else {
                throw Refusal("'\(text)' contains an empty name", hint: "Write names as in back,front.")
            }
            return names
        }
    }

    /// Declares an option that may be given several times. Each value is appended to the property.
    package static func repeated<Value: OptionValue>(
        _ name: String, _ placeholder: String, _ path: StoragePath<Root, [Value]>, _ summary: String
    ) -> Argument {
        let usage = ArgumentUsage(
            name: name, placeholder: placeholder, summary: summary, repeats: true, completion: Value.completion)
        return Argument(usage: usage) { (root, text) throws(Failure) in
            root[keyPath: path].append(try Value(argument: text))
        }
    }
}

extension Argument {
    private init<Value: OptionValue>(_ usage: ArgumentUsage, _ path: StoragePath<Root, Value?>) {
        self.init(usage: usage) { (root, text) throws(Failure) in root[keyPath: path] = try Value(argument: text) }
    }
}
