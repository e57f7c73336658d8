package import DualCamConfig
import Glibc

/// The processing of one microphone's sound on its way to the encoder or the mixer. All of it can be changed while it is
/// recorded.
package struct SoundPlan: Sendable, Equatable {
    /// The format of the samples (GStreamer's names), one channel beside the other.
    package enum Format: String, Sendable, Equatable { case s16 = "S16LE", s32 = "S32LE", f32 = "F32LE" }

    package var input: InputName
    /// The prefix of its elements' names: `audio`, or `audio.room`.
    package var prefix: String
    /// The branch behind the source, up to the encoder or the mixer.
    package var branch: BranchID
    /// The elements that take the microphone's place while it is lost: in a row, of its form.
    package var silence: [ElementPlan]
    /// Everything that is recorded passes here, in a row without gaps: gain and wind filter act on it.
    package var pad: PadReference
    package var format: Format
    /// Samples a second.
    package var rate: Int
    package var channels: Int
    package var gain: Decibel
    package var windFilter: Bool
    /// The time by which the sound is made later, in nanoseconds; below zero: earlier.
    package var delay: Int64 = 0
    /// True when the sound is silent from its first sample on, as it was when the microphone was lost.
    package var isMuted = false
    /// The mode of cleaning at the start.
    package var mode: SoundMode
    /// The elements that clean in each mode but `natural`; none where this recording or this machine cannot.
    package var cleanings: [SoundMode: CleaningPlan]
    /// The pads between which the sound is cleaned: the first one's sound goes to the second, or through a cleaning.
    package var raw: PadReference
    package var cleaned: PadReference

    /// The branch that is made anew with the device.
    package var source: BranchID { .source(input) }
    /// The element that keeps the sound in a row without gaps.
    package var even: String { "\(prefix).even" }
    /// The element that measures it.
    package var meter: String { "\(prefix).level" }

    package static func factor(_ gain: Decibel) -> Double { pow(10, gain.value / 20) }
}

/// A track of sound in an output's files.
package struct SoundTrackPlan: Sendable, Equatable {
    /// The microphones that are heard in it, by their names; empty for the only one of a recording, which has none.
    package var microphones: [String]
    /// The tee behind the encoder.
    package var encoded: PadReference
    /// The element of the output that takes it.
    package var input: String
}

/// Elements in a row that clean sound, of the same form before and behind them.
package struct CleaningPlan: Sendable, Equatable {
    package var elements: [ElementPlan]
    /// Samples by which what comes out is late: measured.
    package var delay: Int
    /// The most samples that wait inside until there are enough for a piece of work.
    package var hold: Int
}

extension GraphPlan {
    /// The same plan with the elements of `branches` under other names, so that both can be in one pipeline.
    package func renaming(_ branches: [BranchID], _ rename: @escaping (String) -> String) -> GraphPlan {
        let own = Set(elements.filter { branches.contains($0.branch) }.map(\.name))
        let name = { (old: String) in own.contains(old) ? rename(old) : old }
        let pad = { (old: PadReference) in PadReference(name(old.element), old.pad) }
        var plan = self
        for index in elements.indices { plan.elements[index].name = name(elements[index].name) }
        for index in links.indices {
            (plan.links[index].from, plan.links[index].to) = (pad(links[index].from), pad(links[index].to))
        }
        for index in self.branches.indices { plan.branches[index].input = pad(self.branches[index].input) }
        for index in valves.indices { plan.valves[index].pad = pad(valves[index].pad) }
        for index in loops.indices {
            (plan.loops[index].demuxer, plan.loops[index].pad) = (name(loops[index].demuxer), pad(loops[index].pad))
        }
        for index in inputs.indices { plan.inputs[index].pad = pad(inputs[index].pad) }
        return plan
    }

    package func sound(of microphone: InputName) -> SoundPlan? { sounds.first { $0.input == microphone } }

    /// A plan with another device for a microphone, whose elements have names of their own and which collects what it hears
    /// until it is taken.
    ///
    /// - Parameter number: which of all that have been tried.
    package func candidate(_ number: Int, for microphone: InputName) -> GraphPlan {
        guard let input = input(microphone), let branch = input.branches.first, let sound = sound(of: microphone) else {
            return self
        }
        let own = Set(part(of: input.branches).elements.map(\.name))
        var plan = self
        let lobby = ElementPlan.queue("\(sound.prefix).lobby", branch, seconds: 1, isLeaky: true)
        plan.elements.append(lobby)
        for index in links.indices where links[index].to == PadReference(input.pad.element) {
            guard own.contains(links[index].from.element) else { continue }
            plan.links[index].to = PadReference(lobby.name)
            plan.links.append(LinkPlan(PadReference(lobby.name), links[index].to))
        }
        return plan.renaming(input.branches) { "\($0)+\(number)" }
    }
}

extension GraphPlan {
    /// The longest a buffer of sound lasts, by the branch in whose queue it may be lost.
    package var soundBuffers: [BranchID: Duration] {
        valves.reduce(into: [:]) { buffers, valve in
            if valve.media == .audio { buffers[valve.branch] = .nanoseconds(valve.bufferNanoseconds) }
        }
    }
}

extension GraphPart {
    /// The elements between which a device's sound is made to follow the pipeline's clock: the device's own, and the one behind which its
    /// samples have the recording's form. `nil`: the microphone of this branch is no device, and has no clock of its own.
    package func soundDevice(of branch: BranchID) -> (source: String, form: String)? {
        let own = elements.filter { $0.branch == branch }
        guard let source = own.first, ["pulsesrc", "pipewiresrc", "alsasrc"].contains(source.factory),
            let form = own.last(where: { $0.factory == "capsfilter" })
        else { return nil }
        return (source.name, form.name)
    }
}
