import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Glibc

/// The value of the option `--mix`: a gain for each microphone, such as `anna=3dB,ben=off`.
struct MicrophoneMix: OptionValue, Equatable {
    struct Part: Equatable {
        var microphone: String
        /// The gain of the microphone in the mix; `nil` to leave the microphone out.
        var gain: Decibel?
    }

    static let gains = Decibel(-40)...Decibel(20)

    var parts: [Part]

    init(argument text: String) throws(Refusal) {
        let pairs = try text.pairs("microphone with its gain", as: "anna=3dB,ben=off")
        parts = try pairs.map { name, gain throws(Refusal) in
            Part(microphone: name, gain: gain == "off" ? nil : try Decibel(parsing: gain, in: Self.gains))
        }
    }

    /// Returns the factors by which the amplitudes of sound tracks are multiplied, keyed by the tracks' indices.
    /// Contains only tracks that the option `--mix` changes. Throws if a microphone does not have a separate track.
    /// - Parameter tracks: The names of the microphones in each of the session's sound tracks; empty for a track
    ///   without names.
    func volumes(of tracks: [[String]]) throws(CommandFailure) -> [Int: Double] {
        var volumes: [Int: Double] = [:]
        for part in parts {
            guard let track = tracks.firstIndex(where: { $0.contains(part.microphone) }) else {
                let names = tracks.joined().joined(separator: ", ")
                throw CommandFailure(
                    .usage, naming: "\(option: "mix"): no microphone '\(part.microphone)' has a track of its own",
                    next: names.isEmpty ? "The session's sound is one track; remove the option." : "There are \(names)."
                )
            }
            guard tracks[track] == [part.microphone] else {
                throw CommandFailure(
                    .usage,
                    naming:
                        "\(option: "mix"): '\(part.microphone)' shares a track with \(tracks[track].filter { $0 != part.microphone }.joined(separator: ", "))",
                    next: "Record each microphone on a track of its own (recording.sound: tracks).")
            }
            volumes[track] = part.gain.map { pow(10, $0.value / 20) } ?? 0
        }
        guard volumes.count < tracks.count || volumes.values.contains(where: { $0 > 0 }) else {
            throw CommandFailure(
                .usage, naming: "\(option: "mix"): all microphones are off", next: "Leave at least one of them on.")
        }
        return volumes
    }
}

/// The value of the option `--noise-reduction`: a level such as `moderate`, or `off`.
struct WrittenNoiseReduction: OptionValue, Equatable {
    /// The level of noise reduction; `nil` for `off`.
    var level: NoiseReduction?

    private static let words = ["off"] + NoiseReduction.allCases.map(\.rawValue)
    static let completion = Completion.words(words)

    init(argument text: String) throws(Refusal) {
        level = NoiseReduction(rawValue: text)
        guard level == nil, text != "off" else { return }
        throw Refusal(
            "'\(text)' is not a noise-reduction level", hint: "Choose \(Self.words.joined(separator: ", ")).")
    }
}
