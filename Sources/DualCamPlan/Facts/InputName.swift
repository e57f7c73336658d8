import DualCamConfig

/// The name of an input: a camera's name, `microphone`, or `microphone.NAME` for one of several microphones.
package struct InputName: Sendable, Hashable, CustomStringConvertible {
    package static let microphone = InputName(Microphone.unnamed)
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates the input name of a microphone.
    ///
    /// - Parameter name: the name of the microphone as in `Microphone.name`.
    package init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    package var isMicrophone: Bool { microphoneName != nil }

    /// The name of the microphone as in `Microphone.name`; `nil` if the input is a camera.
    package var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// The name of the input for display: `back`, `microphone`, `microphone room`.
    package var title: String {
        rawValue == Microphone.unnamed ? rawValue : microphoneName.map { "\(Microphone.unnamed) \($0)" } ?? rawValue
    }

    /// The name of the input for use in a sentence: `camera back`, `the microphone`, `microphone room`.
    package var noun: String {
        if self == .microphone { return "the \(rawValue)" }
        return isMicrophone ? title : "camera \(rawValue)"
    }

    package var description: String { rawValue }
}
