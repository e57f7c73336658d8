import DualCamConfig
import DualCamSession
import Soup

/// A part of a session that an argument of a work names.
struct NamedPart: Sendable, Equatable {
    enum Kind: Sendable {
        /// The files of a camera, or the combined ones.
        case output
        case camera, microphone
    }

    var argument: String
    var kind: Kind
    var name: String

    /// Throws `bad-value` for a name that the session does not have.
    func check(_ names: RecordedNames) throws(RouteRefusal) {
        let (known, thing) =
            switch kind {
            case .output: (names.outputs, "output")
            case .camera: (names.outputs.filter { $0 != OutputName.combined.rawValue }, "camera")
            case .microphone: (names.microphones, "microphone")
            }
        // A session whose sound has no names is refused by the work itself, which says what to do.
        guard !known.contains(name), kind != .microphone || !known.isEmpty else { return }
        throw RouteRefusal(
            .control(.badValue), "'\(argument)': the session has no \(thing) '\(name.printable.prefix(60))'.",
            advice: known.isEmpty ? "It has none." : "It has \(known.joined(separator: ", ")).")
    }
}

extension MakingArgument {
    /// Outputs of the session, with commas between them.
    static func outputs(_ name: String, _ explanation: String) -> Self {
        text(name, explanation).naming { text in text.split(separator: ",").map { (.output, String($0)) } }
    }

    /// Pairs with commas between them, of which the left sides, the right sides or both are names: `back=anna,front=ben`
    static func pairs(
        _ name: String, _ explanation: String, left: NamedPart.Kind, right: NamedPart.Kind? = nil
    ) -> Self {
        text(name, explanation).naming { text in
            text.split(separator: ",").flatMap { pair -> [(NamedPart.Kind, String)] in
                let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
                return zip([left, right], sides).compactMap { kind, side in kind.map { ($0, side) } }
            }
        }
    }
}
