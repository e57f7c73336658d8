extension ExportTemplate {
    /// The maximum size of an export template's file in bytes.
    package static let largestFile = 1 << 20

    /// Parses a custom export template from a file's bytes. If the file has issues, throws all of them together.
    ///
    /// - Parameters:
    ///   - file: the file's name, used in messages.
    ///   - name: the name of the template.
    package static func load(
        _ bytes: [UInt8], named file: String, template name: String, context: LoadContext
    ) throws(PipelineIssues) -> ExportTemplate {
        var start = ExportTemplate(name: name)
        start.picture = ExportPicture()
        return try PipelineLoader.read(bytes, named: file, context: context, by: .exportTemplate(start))
    }
}

extension Reader<ExportTemplate> {
    fileprivate static func exportTemplate(_ start: ExportTemplate) -> Reader {
        .section(start) { template, section in
            section.readBase(of: &template)
            var (isSeen, picture) = (template.picture != nil, template.picture ?? ExportPicture())
            section.read("picture", into: &isSeen, .flag)
            section.readPicture(&picture)
            template.picture = isSeen ? picture : nil
            section.read("sound", into: &template.sound, .exportSound(template.sound))
            section.readContainer(of: &template)
            section.readLoudness(of: &template)
            section.read("longest", into: &template.longest, .quantity(in: Recording.durations), or: "off")
            for key in Section.pictureKeys where section.isGiven(key) && !isSeen {
                section.refuse(
                    key, beside: "picture",
                    because: Refusal("there is no picture", hint: "leave it out, or write picture: on"))
            }
            for key in Section.filmKeys where section.isGiven(key) && template.container.kind == .animation {
                let files = template.container.rawValue
                section.refuse(
                    key, beside: "container", because: Refusal("\(files) files have none", hint: "leave it out"))
            }
        }
    }
}

extension Section {
    fileprivate static let pictureKeys = [
        "size", "width", "rate", "layout", "fit", "safe-area", "encoder", "speed", "quality", "bitrate", "keyframes",
    ]
    /// The keys of an export template that apply only to videos with sound, not to animations.
    fileprivate static let filmKeys = [
        "encoder", "speed", "quality", "bitrate", "keyframes", "sound", "loudness", "peak",
    ]

    /// Reads the key `like`, which names a built-in template. That template supplies the values of all keys that the
    /// file does not set.
    fileprivate mutating func readBase(of template: inout ExportTemplate) {
        var base: ExportTemplate?
        read("like", into: &base, .knownTemplate)
        guard var known = base else { return }
        known.name = template.name
        template = known
    }

    fileprivate mutating func readPicture(_ picture: inout ExportPicture) {
        read("size", into: &picture.size, .exportSize, or: "recorded")
        if isGiven("size") { picture.width = nil }
        read("width", into: &picture.width, .integer(in: ExportPicture.widths))
        if isGiven("size"), isGiven("width") {
            refuse("width", beside: "size", because: Refusal("size says it already", hint: "leave one of them out"))
        }
        read("rate", into: &picture.highestRate, .text(as: FrameRate.shape, FrameRate.init(parsing:)), or: "recorded")
        read("layout", into: &picture.layout, .builtInLayout)
        read("fit", into: &picture.fit, .word)
        read("safe-area", into: &picture.safeArea, .safeArea(picture.safeArea))
        var encoder: String?
        read("encoder", into: &encoder, .exportEncoder)
        if let encoder { picture.encoders = [encoder] }
        read("speed", into: &picture.speed, .word)
        read("quality", into: &picture.quality, .word)
        var bitrate: Bitrate?
        read("bitrate", into: &bitrate, .quantity(in: Encoders.bitrates))
        if let bitrate { (picture.bitrate, picture.fastBitrate) = (bitrate, nil) }
        read("keyframes", into: &picture.keyframes, .keyframes)
    }

    fileprivate mutating func readContainer(of template: inout ExportTemplate) {
        let kind =
            template.picture == nil ? .sound : template.container.kind == .sound ? .film : template.container.kind
        if template.container.kind != kind { template.container = kind == .sound ? .m4a : .mp4 }
        read("container", into: &template.container, .word)
        guard template.container.kind != kind else { return }
        let (what, hint) =
            switch kind {
            case .sound: ("of sound alone", "write m4a or ogg")
            case .film where template.container.kind == .animation:
                ("of a film", "write like: \(template.container.rawValue)")
            case .film: ("with a picture", "write mp4, mov or mkv, or picture: off")
            case .animation: ("of pictures that move", "write gif or webp, or be like another template")
            }
        let refusal = Refusal("\(template.container.rawValue) is not a file \(what)", hint: hint)
        refuse("container", beside: "picture", because: refusal)
    }

    fileprivate mutating func readLoudness(of template: inout ExportTemplate) {
        var (loudness, peak) = (template.loudness?.integrated, template.loudness?.peak ?? Decibel(-1))
        read("loudness", into: &loudness, .quantity(in: LoudnessTarget.loudnesses), or: "off")
        read("peak", into: &peak, .quantity(in: LoudnessTarget.peaks))
        let isCoded = template.sound.isMixed && template.sound.codec != nil
        if loudness != nil, !isCoded, isGiven("loudness") {
            let hint = "write sound: {use: aac, mix: on}"
            refuse(
                "loudness", beside: "sound",
                because: Refusal("only sound that is mixed can be made louder", hint: hint))
        }
        if loudness == nil, isGiven("peak") {
            let refusal = Refusal("there is no loudness", hint: "write one, or leave it out")
            refuse("peak", beside: "loudness", because: refusal)
        }
        template.loudness = isCoded ? loudness.map(LoudnessTarget.init) : nil
        template.loudness?.peak = peak
    }
}

extension Reader<ExportTemplate> {
    fileprivate static var knownTemplate: Reader {
        .text(as: .words(ExportTemplate.words)) { (text) throws(Refusal) in
            try ExportTemplate(known: text).orUnknown(text, kind: "template", among: ExportTemplate.words)
        }
    }
}

extension Reader<FrameSize> {
    private static let frames = [
        "9:16": FrameSize(width: 1080, height: 1920), "16:9": FrameSize(width: 1920, height: 1080),
        "4:5": FrameSize(width: 1080, height: 1350), "1:1": FrameSize(width: 1080, height: 1080),
    ]

    /// A reader of an export's picture size. It accepts a size such as `1080x1350`, or an aspect ratio such as `4:5`,
    /// for which the shorter side is 1080 pixels.
    fileprivate static var exportSize: Reader {
        .text { (text) throws(Refusal) in
            if let size = frames[text] { return size }
            guard !text.contains(":") else {
                throw .unknown(text, kind: "frame", among: frames.keys.sorted())
            }
            return try FrameSize(parsing: text)
        }
    }
}

extension Reader<LayoutName> {
    fileprivate static var builtInLayout: Reader {
        .text(as: .words(LayoutName.builtInWords)) { (text) throws(Refusal) in
            try LayoutName(builtIn: text).orUnknown(text, kind: "layout", among: LayoutName.builtInWords)
        }
    }
}

extension Reader<SafeArea> {
    fileprivate static func safeArea(_ start: SafeArea) -> Reader {
        .section(start) { area, section in
            section.read("top", into: &area.top, .quantity(in: SafeArea.margins))
            section.read("bottom", into: &area.bottom, .quantity(in: SafeArea.margins))
            section.read("left", into: &area.left, .quantity(in: SafeArea.margins))
            section.read("right", into: &area.right, .quantity(in: SafeArea.margins))
        }
    }
}

extension Reader<String> {
    /// A reader that accepts the name of a codec or an encoder for an export.
    fileprivate static var exportEncoder: Reader {
        .text { (text, variables) throws(Refusal) in
            let known = variables.context.encoders.filter { $0 != "passthrough" && $0 != "auto" }
            guard known.isEmpty || known.contains(text) else { throw .unknown(text, kind: "encoder", among: known) }
            return text
        }
    }
}

extension Reader<ExportSound> {
    fileprivate static func exportSound(_ start: ExportSound) -> Reader {
        .section(start) { sound, section in
            section.read("use", into: &sound.codec, .word, or: "copy")
            section.read("bitrate", into: &sound.bitrate, .audioBitrate)
            section.read("mix", into: &sound.isMixed, .flag)
            section.read("noise-reduction", into: &sound.noiseReduction, .word, or: "off")
            if sound.codec == nil || !sound.isMixed, section.isGiven("noise-reduction") {
                let refusal = Refusal("only sound that is mixed can be freed of noise", hint: "write mix: on")
                section.refuse("noise-reduction", beside: "mix", because: refusal)
                sound.noiseReduction = nil
            }
            guard sound.codec == nil, sound.isMixed else { return }
            sound.isMixed = false
            guard section.isGiven("mix") else { return }
            section.refuse(
                "mix", beside: "use",
                because: Refusal("what is copied cannot be mixed", hint: "leave it out, or write use: aac"))
        }
    }
}
