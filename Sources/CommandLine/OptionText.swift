/// Text that mentions options of a command, written for two kinds of readers. Users of the command line read `--from`.
/// Clients of an interface for programs, such as HTTP, read `'from'`, because options are members of a JSON object
/// there.
package struct OptionText: Sendable, Equatable {
    /// The two kinds of readers: users of the command line, and clients of an interface for programs.
    package enum Reader: Sendable { case commandLine, interface }

    fileprivate enum Part: Sendable, Equatable {
        case text(String)
        case option(name: String, written: String)
        /// Text that is omitted for clients of an interface for programs.
        case commandLineOnly(String)
    }

    private var parts: [Part]

    /// True when the text mentions an option, or is not the same for all readers.
    package var namesOptions: Bool {
        parts.contains { if case .text = $0 { false } else { true } }
    }

    /// Creates text that mentions no option and is the same for all readers.
    package init(_ text: String) { parts = [.text(text)] }

    /// Returns the text for one kind of reader, with options written as that reader writes them.
    package func text(for reader: Reader) -> String {
        parts.map { part in
            switch (part, reader) {
            case (.text(let text), _), (.commandLineOnly(let text), .commandLine): text
            case (.option(_, let written), .commandLine): written
            case (.option(let name, _), .interface): "'\(name)'"
            case (.commandLineOnly, .interface): ""
            }
        }.joined()
    }
}

extension OptionText: ExpressibleByStringInterpolation {
    /// Collects the parts of an interpolated `OptionText`.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

        /// Appends a value's description, which is the same for all readers.
        package mutating func appendInterpolation(_ text: some CustomStringConvertible) {
            parts.append(.text(text.description))
        }

        /// Appends the name of an option to the text.
        ///
        /// - Parameter written: The option as written on the command line; `nil` to write two dashes and the name.
        package mutating func appendInterpolation(option name: String, written: String? = nil) {
            parts.append(.option(name: name, written: written ?? "--" + name))
        }

        /// Appends text that clients of an interface for programs do not see.
        package mutating func appendInterpolation(commandLineOnly text: String) { parts.append(.commandLineOnly(text)) }
    }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package init(stringLiteral value: String) { self.init(value) }
}
