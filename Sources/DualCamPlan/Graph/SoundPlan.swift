package import DualCamConfig
import Glibc

/// The processing of one microphone's sound on its way to the encoder or the mixer. All of it can be changed while
/// recording.
package struct SoundPlan: Sendable, Equatable {
    /// The format of the interleaved samples, by GStreamer's names.
    package enum Format: String, Sendable, Equatable { case s16 = "S16LE", s32 = "S32LE", f32 = "F32LE" }

    package var input: InputName
    /// The prefix of the element names: `audio`, or `audio.room`.
    package var prefix: String
    /// The branch behind the source, up to the encoder or the mixer.
    package var branch: BranchID
    /// The elements that replace the microphone while it is lost: in a row, in the same audio format.
    package var silence: [ElementPlan]
    /// The pad through which all recorded sound passes without gaps. Gain and wind filter act on it.
    package var pad: PadReference
    package var format: Format
    /// Samples a second.
    package var rate: Int
    package var channels: Int
    package var gain: Decibel
    package var windFilter: Bool
    /// The delay of the sound in nanoseconds; a negative value moves it earlier.
    package var delay: Int64 = 0
    /// True when the sound is muted from its first sample on, because it was muted when the microphone was lost.
    package var isMuted = false
    /// The noise-reduction mode at the start.
    package var mode: SoundMode
    /// The noise-reduction elements of each mode except `natural`; empty if this recording or this machine cannot
    /// reduce noise.
    package var cleanings: [SoundMode: CleaningPlan]
    /// The pads between which noise is reduced: the sound passes from `raw` to `cleaned` directly or through the
    /// elements of a mode.
    package var raw: PadReference
    package var cleaned: PadReference

    /// The branch that is created again with the device.
    package var source: BranchID { .source(input) }
    /// The element that keeps the sound free of gaps.
    package var even: String { "\(prefix).even" }
    /// The element that measures the level.
    package var meter: String { "\(prefix).level" }

    package static func factor(_ gain: Decibel) -> Double { pow(10, gain.value / 20) }
}

/// A sound track in an output's files.
package struct SoundTrackPlan: Sendable, Equatable {
    /// The names of the microphones in the track; empty for a recording's only microphone, which has no name.
    package var microphones: [String]
    /// The tee behind the encoder.
    package var encoded: PadReference
    /// The element of the output that receives the track.
    package var input: String
}

/// A row of noise-reduction elements that keep the audio format.
package struct CleaningPlan: Sendable, Equatable {
    package var elements: [ElementPlan]
    /// The measured delay of the elements in samples.
    package var delay: Int
    /// The maximum number of samples that the elements collect before they process them.
    package var hold: Int
}

extension GraphPlan {
    /// Returns the same plan with other names for the elements of `branches`, so that both can be in one pipeline.
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

    /// Returns a plan with another device for a microphone. Its elements have names of their own, and a queue collects
    /// the sound until the device is accepted.
    ///
    /// - Parameter number: the count of devices tried, which makes the names unique.
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
    /// The longest duration of a sound buffer, by the branch whose queue may lose it.
    package var soundBuffers: [BranchID: Duration] {
        valves.reduce(into: [:]) { buffers, valve in
            if valve.media == .audio { buffers[valve.branch] = .nanoseconds(valve.bufferNanoseconds) }
        }
    }
}

extension GraphPart {
    /// Returns the elements between which a device's sound is made to follow the pipeline's clock: the source, and the
    /// caps filter behind which samples have the recording's format. `nil` if this branch has no device, and so no
    /// clock of its own.
    package func soundDevice(of branch: BranchID) -> (source: String, form: String)? {
        let own = elements.filter { $0.branch == branch }
        guard let source = own.first, ["pulsesrc", "pipewiresrc", "alsasrc"].contains(source.factory),
            let form = own.last(where: { $0.factory == "capsfilter" })
        else { return nil }
        return (source.name, form.name)
    }
}
