package import DualCamConfig

extension EncoderDecision {
    /// Returns the spare encoder of an output: a copy of its encoder with the fastest preset, and copies of the
    /// elements in `framing` up to the parser. Returns an empty row if the encoder already uses that preset or has no
    /// presets.
    ///
    /// The parser belongs to the row because h264parse and h265parse (1.22) keep the header of the first encoder's
    /// stream for the files of all later ones.
    func atFastestPreset(_ framing: [ElementPlan]) -> [ElementPlan] {
        guard let implementation, let fastest = implementation.faster(than: job.preset) else { return [] }
        var job = job
        job.preset = fastest
        let encoder = ElementPlan(
            job.element, name: "\(output.rawValue).encoder", branch: .encoder(output), implementation.properties(job))
        let parser = framing.firstIndex { $0.factory == codec.parser }
        return ([encoder] + framing.prefix(parser.map { $0 + 1 } ?? 0)).map { element in
            var spare = element
            spare.name += "-fastest"
            return spare
        }
    }
}

extension GraphPlan {
    /// The outputs whose encoders currently use a preset that is slower than their fastest one.
    package var slowedByPreset: Set<OutputName> {
        Set(outputs.filter { !$0.spareEncoding.isEmpty && !$0.isAtFastestPreset }.map(\.name))
    }

    /// Exchanges the encoder of an output, with its parser, for its spare encoder, which has a different preset.
    /// `isWanted` is true to use the fastest preset, and false to use the planned one. Does nothing if that preset is
    /// already in use, or if there is no spare encoder.
    package mutating func encode(_ output: OutputName, atFastestPreset isWanted: Bool) {
        guard let place = outputs.firstIndex(where: { $0.name == output }),
            outputs[place].isAtFastestPreset != isWanted,
            let first = outputs[place].spareEncoding.first
        else { return }
        let (spare, own) = (outputs[place].spareEncoding, encoding(of: output))
        guard own.count == spare.count, let start = elements.firstIndex(where: { $0.name == own[0].name }) else {
            return
        }
        outputs[place].spareEncoding = own
        outputs[place].videoEncoder = first.name
        outputs[place].isAtFastestPreset = isWanted
        elements.replaceSubrange(start..<start + spare.count, with: spare)
        let names = Dictionary(uniqueKeysWithValues: zip(own.map(\.name), spare.map(\.name)))
        for link in links.indices {
            links[link].from.element = names[links[link].from.element] ?? links[link].from.element
            links[link].to.element = names[links[link].to.element] ?? links[link].to.element
        }
    }

    /// Returns the elements of an output that its spare encoder would replace: the current encoder, and the elements
    /// after it up to the parser. Returns an empty row if the output has no spare encoder.
    package func encoding(of output: OutputName) -> [ElementPlan] {
        guard let plan = outputs.first(where: { $0.name == output }),
            let start = elements.firstIndex(where: { $0.name == plan.videoEncoder })
        else { return [] }
        return Array(elements[start...].prefix(plan.spareEncoding.count))
    }
}
