public import DualCamConfig

/// A camera's name, `microphone`, or `microphone.NAME` for one of several.
public struct InputName: Sendable, Hashable, CustomStringConvertible {
    public static let microphone = InputName(Microphone.unnamed)
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// - Parameter name: as `Microphone.name`.
    public init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    public var isMicrophone: Bool { microphoneName != nil }

    /// As `Microphone.name`; `nil` for a camera, whose name has no dot.
    public var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// For people: `back`, `microphone`, `microphone room`.
    public var title: String {
        rawValue == Microphone.unnamed ? rawValue : microphoneName.map { "\(Microphone.unnamed) \($0)" } ?? rawValue
    }

    public var description: String { rawValue }
}

extension Microphone {
    /// What it is called among a recording's inputs.
    public var input: InputName { InputName(microphone: name) }
}
