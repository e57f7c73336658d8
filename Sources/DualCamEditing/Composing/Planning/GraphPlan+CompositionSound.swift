import DualCamConfig
import DualCamPlan

extension GraphPlan {
    /// Adds the recorded sound to the graph of a render, either copied or re-encoded.
    ///
    /// - Parameter titles: true to write the microphones' names into the file.
    mutating func addSound(_ sound: CompositionSources.Sound, _ sources: CompositionSources, titles: Bool) {
        switch sources.coding {
        case .copied:
            for track in sound.tracks.indices {
                let row = addTrack(track, of: sound, [.waitingQueue("audio.\(track).queue", .sound)])
                addToFile(row, sources.lead, titles ? sound.tracks[track] : [], track)
            }
        case .tracks(let codec, let bitrate):
            for track in sound.tracks.indices {
                let decoded = addTrack(track, of: sound, Self.decoding(sound.codec, "audio.\(track)", form: nil))
                let encoded = addEncoding(codec, bitrate, of: sound.codec, "audio.\(track)", after: decoded)
                addToFile(encoded, sources.lead - codec.lateness, titles ? sound.tracks[track] : [], track)
            }
        case .mixed(let codec, let bitrate):
            // The encoder's delay is compensated by moving the sound earlier, which discards the first samples. The
            // file then needs no edit list, which platforms do not accept.
            let mixed = addMix(of: sound, from: sources.start +| codec.lateness)
            let encoded = addEncoding(codec, bitrate, of: nil, "export.sound", after: mixed)
            addToFile(encoded, sources.lead - codec.lateness, [], 0)
        }
    }

    /// Adds all sound tracks to the graph, mixed into one stereo track at 48 kHz that starts at `start`. Times without
    /// sound become silent.
    ///
    /// Noise reduction delays the sound. The mix is therefore shifted by that delay, so that processed sound is
    /// available at `start`.
    /// - Returns: the pad at which the mixed sound is measured and amplified.
    mutating func addMix(of sound: CompositionSources.Sound, from start: Int64) -> PadReference {
        let first = [
            Property("start-time-selection", .enumeration(type: "GstAggregatorStartTimeSelection", nick: "set")),
            Property("start-time", .int(start +| sound.treatment.delay)),
        ]
        elements.append(ElementPlan(SoundMix.element, name: "export.mixer", branch: .sound, first))
        for track in sound.tracks.indices where sound.treatment.volume(of: track) > 0 {
            let row = addTrack(
                track, of: sound, Self.decoding(sound.codec, "audio.\(track)", form: ExportSamples.form))
            let volume = Property("volume", .double(sound.treatment.volume(of: track)))
            links.append(
                LinkPlan(
                    row, PadReference("export.mixer", "sink_%u"),
                    sinkPadProperties: sound.treatment.volumes[track] == nil ? [] : [volume]))
        }
        let mixed = chain(sound.treatment.elements, after: PadReference("export.mixer"))
        elements.append(.caps(ExportSamples.element, .sound, ExportSamples.form))
        links.append(LinkPlan(mixed, PadReference(ExportSamples.element), offset: -sound.treatment.delay))
        return PadReference(ExportSamples.element)
    }

    /// Adds the elements that read and join the files of one recorded sound track, followed by the elements in `row`.
    /// - Returns: the source pad of the last element.
    private mutating func addTrack(
        _ track: Int, of sound: CompositionSources.Sound, _ row: [ElementPlan]
    ) -> PadReference {
        let parsers = ["aac": "aacparse", "mp3": "mpegaudioparse", "opus": "opusparse", "flac": "flacparse"]
        let prefix = "audio.\(track)"
        let ends = sound.files.enumerated().map { index, file in
            let parser = parsers[sound.codec].map {
                ElementPlan($0, name: "\(prefix)-\(index).parser", branch: .sound)
            }
            return addDemuxed(
                file, sound.demuxer, pad: "audio_\(track)", parser.map { [$0] } ?? [], "\(prefix)-\(index)", .sound)
        }
        join(ends, "\(prefix).files", .sound, to: row)
        return PadReference(row[row.count - 1].name)
    }

    private static func decoding(_ codec: String, _ prefix: String, form: StructurePlan?) -> [ElementPlan] {
        let decoders = ["aac": "avdec_aac", "mp3": "avdec_mp3", "opus": "opusdec", "flac": "flacdec"]
        let decoder = decoders[codec].map { ElementPlan($0, name: "\(prefix).decoder", branch: .sound) }
        var row: [ElementPlan] = [.waitingQueue("\(prefix).queue", .sound)]
        if let decoder { row.append(decoder) }
        row.append(ElementPlan("audioconvert", name: prefix + ExportSamples.converter, branch: .sound))
        guard let form else { return row }
        row.append(ElementPlan("audioresample", name: "\(prefix).resample", branch: .sound))
        return row + [.caps("\(prefix).form", .sound, form)]
    }

    /// Adds the elements that encode a sound track.
    ///
    /// - Parameter recorded: the codec of the recorded sound, as `MediaFacts` names it, such as `aac`; `nil` if several
    ///   tracks were mixed into one.
    /// - Returns: the source pad of the last element.
    private mutating func addEncoding(
        _ codec: AudioCodec, _ bitrate: Bitrate, of recorded: String?, _ prefix: String, after start: PadReference
    ) -> PadReference {
        let rules = SoundCodec(codec)
        let lossless = [AudioCodec.pcm, .flac]
        var row = [
            ElementPlan("audioconvert", name: "\(prefix).narrow", branch: .sound),
            ElementPlan("audioresample", name: "\(prefix).pace", branch: .sound),
        ]
        // Sound that stays lossless keeps its sample format.
        if !lossless.contains(codec) || !lossless.map(\.rawValue).contains(recorded ?? "") {
            let form = StructurePlan(
                "audio/x-raw",
                [
                    Property("format", .string(rules.format(.sixteen).rawValue)),
                    Property("layout", .string("interleaved")), Property("rate", .int(Int64(ExportSamples.rate))),
                ])
            row.append(.caps("\(prefix).samples", .sound, form))
        }
        if let encoder = rules.encoder {
            let rate = [Property("bitrate", .int(Int64(bitrate.bitsPerSecond)))]
            row.append(
                ElementPlan(encoder, name: "\(prefix).encoder", branch: .sound, codec == .flac ? [] : rate))
        }
        if let parser = rules.parser { row.append(ElementPlan(parser, name: "\(prefix).packets", branch: .sound)) }
        return chain(row + [.waitingQueue("\(prefix).encoded", .sound)], after: start)
    }

    private mutating func addToFile(_ end: PadReference, _ offset: Int64, _ microphones: [String], _ track: Int) {
        let last = chain(ElementPlan.titling(microphones, "audio.\(track).title", .sound), after: end)
        links.append(LinkPlan(last, PadReference(CompositionPlan.muxer, "audio_%u"), offset: offset))
    }
}

/// The names and the sample rate for accessing an export's mixed sound, which is measured and amplified at one pad.
enum ExportSamples {
    static let element = "export.samples"
    static let pad = PadReference(element, "src")
    /// The sample rate of an export's mixed sound, in samples per second.
    static let rate = 48_000
    static let channels = 2
    /// Returns the name of the element that outputs the decoded samples of a separate sound track.
    static func track(_ number: Int) -> String { "audio.\(number)" + converter }
    static let converter = ".convert"
    static let form = AudioCodec.pcm.caps("F32LE", rate: rate, channels: channels)
}

extension AudioCodec {
    /// The delay, in nanoseconds, that encoding with this codec adds to sound at 48 kHz.
    fileprivate var lateness: Int64 { Int64(SoundCodec(self).delay) * 1_000_000_000 / Int64(ExportSamples.rate) }
}

extension BranchID {
    fileprivate static let sound = BranchID.files(.combined)
}
