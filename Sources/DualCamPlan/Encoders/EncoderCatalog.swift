package import DualCamConfig

/// An encoder as `dualcam encoders` lists it, also in JSON.
package struct EncoderFacts: Sendable, Equatable, Encodable {
    /// The value of `use` that selects the encoder: `x264`.
    package var word: String
    /// The codec of the encoder: `h264`, `h265`, `av1`, `vp9`, `prores`, `mjpeg`.
    package var codec: VideoCodec
    /// The GStreamer element of the encoder: the installed one, or the preferred one if none is installed.
    package var element: String
    package var available: Bool
    package var isHardware: Bool
    /// The values that `preset` accepts for this encoder, fast to slow; empty if it has no presets.
    package var presets: [String]
    /// The containers that accept the encoder's stream.
    package var containers: [Container]

    private enum CodingKeys: String, CodingKey {
        case codec, element, available, presets, containers
        case word = "implementation"
        case isHardware = "hardware"
    }
}

/// The list of encoders that dualcam supports, and of the ones that a machine has.
package enum EncoderCatalog {
    /// All supported encoders, in the order in which a codec's name selects them: hardware before software, then by
    /// quality for the time they take.
    static let implementations: [EncoderImplementation] =
        EncoderImplementation.hardware + [.x264, .openh264, .x265, .vp9, .svt, .aom, .rav1e, .prores, .vaJPEG, .jpeg]

    /// The values of the encoder setting `use` that name neither a codec nor an encoder.
    static let otherWords = ["auto", "passthrough"]

    /// All values that the encoder setting `use` accepts.
    package static var words: [String] {
        otherWords + VideoCodec.allCases.map(\.rawValue) + implementations.map(\.word)
    }

    /// Returns all supported encoders, the installed ones first.
    package static func list(on machine: MachineFacts) -> [EncoderFacts] {
        let all = implementations.map { implementation in
            let element = implementation.element(on: machine)
            return EncoderFacts(
                word: implementation.word, codec: implementation.codec, element: element ?? implementation.elements[0],
                available: element != nil, isHardware: implementation.isHardware, presets: implementation.presets,
                containers: implementation.codec.containers)
        }
        return all.filter(\.available) + all.filter { !$0.available }
    }

    /// The names of the elements of all hardware encoders.
    package static var hardwareElements: Set<String> {
        Set(implementations.filter(\.isHardware).flatMap(\.elements))
    }

    static func implementation(_ word: String) -> EncoderImplementation? { implementations.first { $0.word == word } }

    /// Returns the best installed encoder for a codec; `nil` if there is none.
    static func best(_ codec: VideoCodec, on machine: MachineFacts) -> EncoderImplementation? {
        implementations.first { $0.codec == codec && $0.element(on: machine) != nil }
    }
}

extension EncoderImplementation {
    /// Returns the first of the encoder's elements that the machine has; `nil` if it has none.
    func element(on machine: MachineFacts) -> String? { elements.first { machine.elements.contains($0) } }
}
