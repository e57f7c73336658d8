import DualCamConfig
import DualCamRecordings
import DualCamSession

/// A part of a session, such as a camera, that an argument of a job refers to by name.
struct NamedPart: Sendable, Equatable {
    enum Kind: Sendable {
        /// An output: a camera's files, or the combined files.
        case output
        case camera, microphone
    }

    var argument: String
    var kind: Kind
    var name: String

    /// Throws `bad-value` if the session has no part of this type with this name.
    func check(_ names: RecordedNames) throws(RouteRefusal) {
        let (known, thing) =
            switch kind {
            case .output: (names.outputs, "output")
            case .camera: (names.outputs.filter { $0 != OutputName.combined.rawValue }, "camera")
            case .microphone: (names.microphones, "microphone")
            }
        // If a session's microphones have no names, the job itself rejects the argument and gives advice.
        guard !known.contains(name), kind != .microphone || !known.isEmpty else { return }
        throw RouteRefusal(
            .control(.badValue), "'\(argument)': the session has no \(thing) '\(name.printable.prefix(60))'.",
            advice: known.isEmpty ? "It has none." : "It has \(known.joined(separator: ", ")).")
    }
}

/// A rule that finds the parts of a session, such as cameras, that the value of an argument names.
struct PartNames: Sendable {
    private let parts: @Sendable (String) -> [(NamedPart.Kind, String)]

    init(_ parts: @escaping @Sendable (String) -> [(NamedPart.Kind, String)]) { self.parts = parts }

    /// The rule for a value that is the name of one camera.
    static let camera = PartNames { [(.camera, $0)] }

    /// The rule for a value that is a comma-separated list of outputs.
    static let outputs = PartNames { text in text.split(separator: ",").map { (.output, String($0)) } }

    /// Returns the rule for a value that is a list of pairs, such as `back=anna,front=ben`. `left` and `right` are the
    /// types of session part that each side of a pair names; `right` is `nil` if the right side is not a name.
    static func pairs(left: NamedPart.Kind, right: NamedPart.Kind? = nil) -> Self {
        PartNames { text in
            text.split(separator: ",").flatMap { pair -> [(NamedPart.Kind, String)] in
                let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return zip([left, right], sides).compactMap { kind, side in kind.map { ($0, side) } }
            }
        }
    }

    /// Returns the parts that an argument of a request names.
    func parts(_ argument: String, in arguments: JSONValue) -> [NamedPart] {
        (arguments[argument]?.text).map(parts)?.map { NamedPart(argument: argument, kind: $0, name: $1) } ?? []
    }
}
