package import DualCamConfig

/// A camera's name, `microphone`, or `microphone.NAME` for one of several.
package struct InputName: Sendable, Hashable, CustomStringConvertible {
    package static let microphone = InputName(Microphone.unnamed)
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// - Parameter name: as `Microphone.name`.
    package init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    package var isMicrophone: Bool { microphoneName != nil }

    /// The name as `Microphone.name`; `nil` for a camera, whose name has no dot.
    package var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// The name for people: `back`, `microphone`, `microphone room`.
    package var title: String {
        rawValue == Microphone.unnamed ? rawValue : microphoneName.map { "\(Microphone.unnamed) \($0)" } ?? rawValue
    }

    package var description: String { rawValue }
}

extension Microphone {
    /// Its name among a recording's inputs.
    package var input: InputName { InputName(microphone: name) }
}
