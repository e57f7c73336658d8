package import DualCamConfig

extension EncoderDecision {
    /// Returns a copy of the output's encoder with its fastest preset, as an element called `name`. Returns `nil` if
    /// the encoder already uses that preset or has no presets.
    func atFastestPreset(_ name: String) -> ElementPlan? {
        guard let implementation, let fastest = implementation.faster(than: job.preset) else { return nil }
        var job = job
        job.preset = fastest
        return ElementPlan(
            job.element, name: name, branch: .encoder(output), implementation.properties(job))
    }
}

extension GraphPlan {
    /// The outputs whose encoders currently use a preset that is slower than their fastest one.
    package var slowedByPreset: Set<OutputName> {
        Set(outputs.filter { $0.spareEncoder != nil && !$0.isAtFastestPreset }.map(\.name))
    }

    /// Exchanges the encoder of an output with its spare encoder, which has a different preset. `isWanted` is true to
    /// use the fastest preset, and false to use the planned one. Does nothing if that preset is already in use, or if
    /// there is no spare encoder.
    package mutating func encode(_ output: OutputName, atFastestPreset isWanted: Bool) {
        guard let place = outputs.firstIndex(where: { $0.name == output }),
            outputs[place].isAtFastestPreset != isWanted,
            let spare = outputs[place].spareEncoder, let name = outputs[place].videoEncoder,
            let element = elements.firstIndex(where: { $0.name == name })
        else { return }
        outputs[place].spareEncoder = elements[element]
        outputs[place].videoEncoder = spare.name
        outputs[place].isAtFastestPreset = isWanted
        elements[element] = spare
        for link in links.indices {
            if links[link].from.element == name { links[link].from.element = spare.name }
            if links[link].to.element == name { links[link].to.element = spare.name }
        }
    }
}
