package import DualCamConfig
import Glibc

/// The plan for processing one microphone's sound before the encoder or the mixer. All processing settings can be
/// changed while recording.
package struct SoundPlan: Sendable, Equatable {
    /// The format of audio samples (interleaved channels), by GStreamer's names.
    package enum Format: String, Sendable, Equatable { case s16 = "S16LE", s32 = "S32LE", f32 = "F32LE" }

    package var input: InputName
    /// The prefix of the names of the microphone's elements, such as `audio` or `audio.room`.
    package var prefix: String
    /// The branch that contains the microphone's elements between its source and the encoder or the mixer.
    package var branch: BranchID
    /// The elements, linked in a row, that generate silence in the same audio format while the microphone is lost.
    package var silence: [ElementPlan]
    /// The pad that the microphone's recorded sound passes through without gaps. Gain and wind filter are applied at
    /// this pad.
    package var pad: PadReference
    package var format: Format
    /// The sample rate of the microphone's sound, in samples per second.
    package var rate: Int
    package var channels: Int
    package var gain: Decibel
    package var windFilter: Bool
    /// The delay of the microphone's sound in nanoseconds. A negative value moves the sound earlier.
    package var delay: Int64 = 0
    /// True when the sound is muted from its first sample onwards. This is the case if the microphone was muted when it
    /// was lost.
    package var isMuted = false
    /// The noise-reduction mode of the microphone when recording starts.
    package var mode: SoundMode
    /// The noise-reduction elements for each mode except `natural`. Empty if this recording or this machine does not
    /// support noise reduction.
    package var cleanings: [SoundMode: CleaningPlan]
    /// The pad before the noise reduction. It is linked to `cleaned` either directly or through the elements of a mode.
    package var raw: PadReference
    /// The pad after the noise reduction.
    package var cleaned: PadReference

    /// The branch that contains the microphone's device. It is created again when the device returns.
    package var source: BranchID { .source(input) }
    /// The name of the element that fills gaps in the microphone's sound.
    package var even: String { "\(prefix).even" }
    /// The name of the element that measures the level of the microphone's sound.
    package var meter: String { "\(prefix).level" }

    package static func factor(_ gain: Decibel) -> Double { pow(10, gain.value / 20) }
}

/// A sound track in the files of an output.
package struct SoundTrackPlan: Sendable, Equatable {
    /// The names of the microphones in the track; empty if the recording's only microphone has no name.
    package var microphones: [String]
    /// The tee after the encoder of the sound track.
    package var encoded: PadReference
    /// The name of the file-writing element that receives the sound track.
    package var input: String
}

/// Noise-reduction elements, linked in a row. They do not change the audio format.
package struct CleaningPlan: Sendable, Equatable {
    package var elements: [ElementPlan]
    /// The measured delay of the noise reduction, in samples.
    package var delay: Int
    /// The maximum number of samples that the noise reduction buffers before it processes them.
    package var hold: Int
}

extension GraphPlan {
    /// Returns a copy of the plan in which `rename` has changed the names of the elements of `branches`. The old and
    /// the new elements can then exist in one pipeline.
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

    /// Returns a copy of the plan in which the elements of a microphone's device have unique names, and a queue holds
    /// their sound. A new device can thus be tried beside the current one, until it is known to work.
    ///
    /// - Parameter number: the number of this trial, counted from 1. It makes the names unique.
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
    /// The maximum duration of a sound buffer for each branch that has a queue and may therefore lose sound.
    package var soundBuffers: [BranchID: Duration] {
        valves.reduce(into: [:]) { buffers, valve in
            if valve.media == .audio { buffers[valve.branch] = .nanoseconds(valve.bufferNanoseconds) }
        }
    }
}

extension GraphPart {
    /// Returns the names of a sound device's source element (`source`) and of the caps filter after it (`form`).
    /// Between these two elements, the sound is resampled to the pipeline's clock and converted to the recording's
    /// format. Returns `nil` if the branch contains no device, and therefore no separate clock.
    package func soundDevice(of branch: BranchID) -> (source: String, form: String)? {
        let own = elements.filter { $0.branch == branch }
        guard let source = own.first, ["pulsesrc", "pipewiresrc", "alsasrc"].contains(source.factory),
            let form = own.last(where: { $0.factory == "capsfilter" })
        else { return nil }
        return (source.name, form.name)
    }
}
