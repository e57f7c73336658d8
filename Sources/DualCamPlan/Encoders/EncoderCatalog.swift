package import DualCamConfig

/// An encoder as printed by `dualcam encoders`, also in its JSON output.
package struct EncoderFacts: Sendable, Equatable, Encodable {
    /// The value of the setting `use` that selects this encoder, such as `x264`.
    package var word: String
    /// The codec of the encoder's stream: `h264`, `h265`, `av1`, `vp9`, `prores`, `mjpeg`.
    package var codec: VideoCodec
    /// The factory name of the encoder's GStreamer element: the installed one, or the preferred one if none is
    /// installed.
    package var element: String
    package var available: Bool
    package var isHardware: Bool
    /// The values of the setting `preset` for this encoder, from fast to slow; empty if it has no presets.
    package var presets: [String]
    /// The containers in which the encoder's stream can be recorded.
    package var containers: [Container]

    private enum CodingKeys: String, CodingKey {
        case codec, element, available, presets, containers
        case word = "implementation"
        case isHardware = "hardware"
    }
}

/// The encoders that dualcam supports, and functions that find the installed ones.
package enum EncoderCatalog {
    /// All supported encoders, in the order in which they are tried if only a codec is named. Hardware encoders come
    /// first, then those with the best quality for their encoding time.
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

    /// Returns the first installed encoder for a codec, in the order of `implementations`; `nil` if none is installed.
    static func best(_ codec: VideoCodec, on machine: MachineFacts) -> EncoderImplementation? {
        implementations.first { $0.codec == codec && $0.element(on: machine) != nil }
    }
}

extension EncoderImplementation {
    /// Returns the first of the encoder's elements that is installed on the machine; `nil` if none is.
    func element(on machine: MachineFacts) -> String? { elements.first { machine.elements.contains($0) } }
}
