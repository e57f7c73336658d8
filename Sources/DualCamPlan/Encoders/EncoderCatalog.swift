package import DualCamConfig

/// An encoder as `dualcam encoders` lists it, also in JSON.
package struct EncoderFacts: Sendable, Equatable, Encodable {
    /// The value of `use`: `x264`.
    package var word: String
    /// `h264`, `h265`, `av1`, `vp9`, `prores`, `mjpeg`.
    package var codec: VideoCodec
    /// The GStreamer element that serves: the one at hand, else the one that is missing.
    package var element: String
    package var available: Bool
    package var isHardware: Bool
    /// The words `preset` takes, fast to slow; empty: it has none.
    package var presets: [String]
    /// The containers its stream fits into.
    package var containers: [Container]

    private enum CodingKeys: String, CodingKey {
        case codec, element, available, presets, containers
        case word = "implementation"
        case isHardware = "hardware"
    }
}

/// Every encoder this program knows, and what is to be had on a machine.
package enum EncoderCatalog {
    /// Chips before processors, then by quality for the time they take: the order in which a codec word is served.
    static let implementations: [EncoderImplementation] =
        EncoderImplementation.hardware + [.x264, .openh264, .x265, .vp9, .svt, .aom, .rav1e, .prores, .vaJPEG, .jpeg]

    /// The words besides codecs and implementations.
    static let otherWords = ["auto", "passthrough"]

    /// Every word `use` takes.
    package static var words: [String] {
        otherWords + VideoCodec.allCases.map(\.rawValue) + implementations.map(\.word)
    }

    /// All encoders, those at hand first.
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

    /// Factories of chips' encoders.
    package static var hardwareElements: Set<String> {
        Set(implementations.filter(\.isHardware).flatMap(\.elements))
    }

    static func implementation(_ word: String) -> EncoderImplementation? { implementations.first { $0.word == word } }

    /// The best implementation of `codec` at hand.
    static func best(_ codec: VideoCodec, on machine: MachineFacts) -> EncoderImplementation? {
        implementations.first { $0.codec == codec && $0.element(on: machine) != nil }
    }
}

extension EncoderImplementation {
    /// The first of its elements that this machine has.
    func element(on machine: MachineFacts) -> String? { elements.first { machine.elements.contains($0) } }
}
