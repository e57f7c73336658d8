extension Reader<[Microphone]> {
    static func microphones(among names: Names) -> Reader {
        let named = Reader<[Microphone?]>.named(Names.check(microphone:)) { .microphone(named: $0, among: names) }
        return Reader(shape: named.shape) { place, findings in
            guard let entries = named.read(place, &findings) else { return nil }
            if entries.isEmpty { findings.append(Finding(place.path, place.keyOrigin, .noMicrophone)) }
            let microphones = entries.compactMap { $0 }
            if microphones.count > Microphone.most {
                findings.append(Finding(place.path, place.keyOrigin, .tooManyMicrophones(microphones.count)))
            }
            findings += microphones.sharedDevices.map { place.finding(at: $0.name, "device", because: $0.refusal) }
            return microphones
        }
    }
}

extension Refusal {
    fileprivate static let noMicrophone = Refusal(
        "no microphone is named", hint: "write one as in microphones: {room: {device: auto}}, or microphone: none")

    fileprivate static func tooManyMicrophones(_ count: Int) -> Refusal {
        Refusal("\(count) microphones are too many", hint: "a recording takes \(Microphone.most)")
    }

    static let microphoneBesideOthers = Refusal(
        "there is a section 'microphones' as well", hint: "name this one there, or leave it out")
}

extension Reader<Microphone?> {
    /// Returns a reader of the `microphone` section, or of an entry of `microphones`. The reader returns `nil` if the
    /// device is `none`.
    static func microphone(named name: String, among names: Names) -> Reader {
        Reader<(Microphone, MicrophoneDevice?)>.section((Microphone(name: name), .auto)) { value, section in
            section.read(
                "device", into: &value.1, .text(as: MicrophoneDevice.shape, MicrophoneDevice.parse(_:variables:)))
            section.read("of", into: &value.0.camera, .camera(among: names), or: "auto")
            section.read("rate", into: &value.0.rate, .integer(in: 8000...192_000))
            section.read(
                "channels", into: &value.0.picked, .text(as: SoundChannels.shape, SoundChannels.init(parsing:)))
            section.read("gain", into: &value.0.gain, .quantity(in: Microphone.gains))
            section.read("wind-filter", into: &value.0.windFilter, .flag)
            section.read("mode", into: &value.0.mode, .word)
            section.read("bits", into: &value.0.bits, .bits)
            section.read("expect", into: &value.0.expect, .list(of: .word))
            section.read("delay", into: &value.0.delay, .quantity(in: InputDelay.range))
        }
        .map { microphone, device in
            device.map { device in
                var microphone = microphone
                microphone.device = device
                return microphone
            }
        }
    }
}

extension Reader<SampleBits> {
    /// A reader of the size of an audio sample in bits. Its error lists the accepted sizes; it does not suggest the
    /// most similar one, as the errors of other readers do.
    static var bits: Reader {
        .text(as: .words(SampleBits.allCases.map(\.rawValue))) { (text) throws(Refusal) in
            guard let bits = SampleBits(rawValue: text) else {
                throw Refusal("\(quoted(text)) is not a size that a sample can have", hint: "accepted: 16, 24")
            }
            return bits
        }
    }
}
