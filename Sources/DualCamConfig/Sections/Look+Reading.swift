extension Look {
    static let key = "look"
    /// The key that is set by the short form of a look, `look: vivid`.
    static let use = "use"
}

extension Section {
    /// Reads the settings `look` and `adjust`. Rejects them if the mixer is not dualcam's own.
    mutating func readColours(_ look: inout Look, _ adjust: inout Adjustment, drawnBy mixer: Mixer) {
        read(Look.key, into: &look, .look)
        read("adjust", into: &adjust, .adjustment)
        let asked = [(Look.key, "look", !look.isNone), ("adjust", "adjustment", !adjust.isNone)]
        for (key, what, isAsked) in asked where isAsked { refuse(key, unlessOwn: mixer, "draws no \(what)") }
    }

    /// Rejects the look and the adjustment of a camera if the combined picture cannot show them, unless they also apply
    /// to the camera's own file.
    mutating func checkCameraColours(_ pipeline: Pipeline) {
        for camera in pipeline.cameras where camera.lookAppliesTo == .combined {
            let asked = [(Look.key, "look", !camera.look.isNone), ("adjust", "adjustment", !camera.adjust.isNone)]
            for (key, what, isAsked) in asked where isAsked {
                guard let combined = pipeline.combined else {
                    refuse(below: ["cameras", camera.name, key], because: .notSeen)
                    continue
                }
                guard combined.mixer != .dualcam else { continue }
                let refusal = Refusal.onlyByOwn(combined.mixer, "draws no \(what)", leaveOut: key)
                refuse(below: ["cameras", camera.name, key], because: refusal)
            }
        }
    }
}

extension Refusal {
    package static let intensityOfNoLook = Refusal(
        "is the intensity of no look", hint: "write use: too, as in {use: vivid, intensity: 80%}")

    fileprivate static let notSeen = Refusal(
        "applies to the combined picture, and there is none",
        hint: "write look-applies-to: both beside it, or add a section 'combined'")

    fileprivate static func unknownLook(_ word: String) -> Refusal {
        let names = LookName.allCases.map(\.rawValue)
        return .unknown(word, kind: "look", among: names + ["a path that ends in \(ColourTable.suffix)"])
    }
}

extension Reader<Look> {
    /// A reader of a look: a built-in name, the path of a .cube file, or `{use: vivid, intensity: 80%}`.
    static var look: Reader {
        .section(Look()) { look, section in
            section.read(Look.use, into: &look.kind, .lookKind)
            section.read("intensity", into: &look.intensity, .quantity(in: Share.whole))
            if !section.isGiven(Look.use), section.isGiven("intensity") {
                section.refuse("intensity", because: .intensityOfNoLook)
            }
        }
    }
}

extension Reader<Look.Kind> {
    fileprivate static var lookKind: Reader {
        let shape = SettingShape.choice([
            .words(LookName.allCases.map(\.rawValue)), .path(.init(suffix: ColourTable.suffix)),
        ])
        return Reader(shape) { place, findings throws(Refusal) in
            switch try LookReference(parsing: try place.text()) {
            case .named(let name): return .named(name)
            case .table(let path): return try table(path, place, &findings).map { .table($0) }
            }
        }
    }

    private static func table(
        _ word: String, _ place: Place, _ findings: inout [Finding]
    ) throws(Refusal) -> ColourTable? {
        switch try place.variables.context.colourTable(word, at: try place.variables.path(word)) {
        case .success(let table): return table
        case .failure(let issue):
            var finding = Finding(place.path, place.origin, Refusal(issue.message, hint: issue.hint))
            finding.elsewhere = issue
            findings.append(finding)
            return nil
        }
    }
}

extension LookReference {
    /// Parses the name of a built-in look, or a path that ends in .cube. Throws a `Refusal` for other texts; its hint
    /// suggests the most similar name.
    package init(parsing text: String) throws(Refusal) {
        let word = try String.checked(text)
        if let name = LookName(rawValue: word) {
            self = .named(name)
        } else if word.lowercased().hasSuffix(ColourTable.suffix) {
            self = .table(path: word)
        } else {
            throw .unknownLook(word)
        }
    }
}

extension LoadContext {
    /// Resolves a path in a pipeline file. Relative paths refer to the file's folder, and `~` means the home folder.
    /// Throws for another user's home folder, and if the home folder is unknown.
    package func filePath(_ text: String) throws(Refusal) -> String { try Variables(self).path(text) }
}

extension Reader<Adjustment> {
    static var adjustment: Reader {
        .section(Adjustment()) { adjustment, section in
            section.read("exposure", into: &adjustment.exposure, .number(in: Adjustment.exposures))
            section.read("contrast", into: &adjustment.contrast, .quantity(in: Adjustment.shares))
            section.read("saturation", into: &adjustment.saturation, .quantity(in: Adjustment.shares))
            section.read("temperature", into: &adjustment.temperature, .number(in: Adjustment.temperatures))
        }
    }
}
