package import DualCamConfig

/// An encoder as `dualcam encoders` lists it, also in JSON.
package struct EncoderFacts: Sendable, Equatable, Encodable {
    /// The value of `use`: `x264`.
    package var word: String
    /// The codec: `h264`, `h265`, `av1`, `vp9`, `prores`, `mjpeg`.
    package var codec: VideoCodec
    /// The GStreamer element: the installed one, else the preferred one that is missing.
    package var element: String
    package var available: Bool
    package var isHardware: Bool
    /// The values that `preset` accepts, fast to slow; empty: none.
    package var presets: [String]
    /// The containers that accept the stream.
    package var containers: [Container]

    private enum CodingKeys: String, CodingKey {
        case codec, element, available, presets, containers
        case word = "implementation"
        case isHardware = "hardware"
    }
}

/// The encoders that dualcam knows, and the ones that a machine has.
package enum EncoderCatalog {
    /// All implementations in the order in which a codec word tries them: hardware before software, then by quality for
    /// the time they take.
    static let implementations: [EncoderImplementation] =
        EncoderImplementation.hardware + [.x264, .openh264, .x265, .vp9, .svt, .aom, .rav1e, .prores, .vaJPEG, .jpeg]

    /// The values of `use` besides codecs and implementations.
    static let otherWords = ["auto", "passthrough"]

    /// All values that `use` accepts.
    package static var words: [String] {
        otherWords + VideoCodec.allCases.map(\.rawValue) + implementations.map(\.word)
    }

    /// Returns all encoders, the installed ones first.
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

    /// The element factories of hardware encoders.
    package static var hardwareElements: Set<String> {
        Set(implementations.filter(\.isHardware).flatMap(\.elements))
    }

    static func implementation(_ word: String) -> EncoderImplementation? { implementations.first { $0.word == word } }

    /// Returns the best installed implementation of `codec`.
    static func best(_ codec: VideoCodec, on machine: MachineFacts) -> EncoderImplementation? {
        implementations.first { $0.codec == codec && $0.element(on: machine) != nil }
    }
}

extension EncoderImplementation {
    /// Returns the first of the implementation's elements that the machine has.
    func element(on machine: MachineFacts) -> String? { elements.first { machine.elements.contains($0) } }
}
