package import DualCamConfig

extension EncoderDecision {
    /// Returns the same encoder at its fastest preset, as an element of that name; `nil`: it works at it, or knows no presets.
    func atFastestPreset(_ name: String) -> ElementPlan? {
        guard let implementation, let fastest = implementation.faster(than: job.preset) else { return nil }
        var job = job
        job.preset = fastest
        return ElementPlan(
            job.element, name: name, branch: .encoder(output), implementation.properties(job))
    }
}

extension GraphPlan {
    /// The outputs whose encoders are planned at a preset that is not their fastest one.
    package var slowedByPreset: Set<OutputName> {
        Set(outputs.filter { $0.spareEncoder != nil && !$0.isAtFastestPreset }.map(\.name))
    }

    /// Puts an output's spare encoder into the place of the one that it has, which becomes the spare one, where that brings it to its
    /// fastest preset (`isWanted`) or back to the planned one. Does nothing where it is there already, or has one preset only.
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
