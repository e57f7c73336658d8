package import DualCamConfig
package import DualCamGraph
import DualCamPlan
package import DualCamProcess
import DualCamRecordings

/// The time offsets of a pipeline's cameras and microphones relative to one of them, as measured by light flashes and
/// claps.
package struct Alignment: Sendable {
    /// The input that serves as the reference for the offsets of all other inputs.
    let reference: InputName
    /// The number of flashes or claps that the reference input has recorded.
    let seen: Int
    /// The measured inputs without the reference, cameras first.
    let inputs: [AlignedInput]

    /// Calculates the offsets of a pipeline's inputs from the brightness and the sound levels that `tap` has recorded.
    /// The reference is the first microphone or, if there is none, the first camera.
    package init(_ pipeline: Pipeline, _ tap: AlignmentTap) {
        self.init(pipeline, pictures: tap.pictures, sounds: tap.sounds)
    }

    /// Calculates the offsets of a pipeline's inputs.
    ///
    /// - Parameters:
    ///   - pictures: The brightness of each camera's pictures, keyed by the camera's input name.
    ///   - sounds: The peak levels of each microphone's sound, keyed by the microphone's input name.
    init(_ pipeline: Pipeline, pictures: [InputName: [PictureLight]], sounds: [InputName: [SoundPeak]]) {
        let cameras = pipeline.cameras.map { InputName($0.name) }
        let microphones = pipeline.microphones.map(\.input)
        var instants = pictures.mapValues(InstantFinder.flashes)
        for (name, sound) in sounds { instants[name] = InstantFinder.claps(in: sound) }
        let frames = Dictionary(
            uniqueKeysWithValues: pipeline.cameras.map { (InputName($0.name), Double($0.rate.frameNanoseconds) / 1e6) })
        let reference = microphones.first ?? cameras[0]
        let own = instants[reference] ?? []
        (self.reference, seen) = (reference, own.count)
        inputs = (cameras + microphones).filter { $0 != reference }.map { name in
            // A flash appears in the picture that is being exposed, or in the next one.
            let tolerance = 10 + 1.5 * ((frames[name] ?? 0) + (frames[reference] ?? 0))
            return AlignedInput(name, instants[name] ?? [], against: own, tolerance: tolerance)
        }
    }

    /// Throws an `unavailable` failure with advice for the first input whose offset could not be measured.
    package func requireAll() throws(CommandFailure) {
        guard let worst = inputs.first(where: { $0.doubt != nil }), let doubt = worst.doubt else { return }
        let name = worst.input.title
        let (reason, advice): (String, String) =
            switch doubt {
            case .seen where seen < AlignedInput.enough:
                (
                    "\(reference.title) detected \(seen) flashes or claps, but three are needed",
                    "Flash and clap closer to it, and a second or two apart."
                )
            case .seen(let count):
                (
                    "\(name) detected \(count) of the \(seen) that \(reference.title) did, but three are needed",
                    "Flash and clap in front of all of them. The picture must become visibly brighter, and the clap be louder than the room."
                )
            case .spread(let spread):
                (
                    "the offsets of \(name) vary by \(Int(spread.rounded())) ms",
                    "Make light and sound at the same instant, and keep other lights and sounds away."
                )
            case .tooFar(let offset):
                (
                    "\(name) is \(Int(abs(offset).rounded())) ms \(offset > 0 ? "late" : "early"), which is more than a delay can correct",
                    "Check the devices between it and this machine."
                )
            }
        throw CommandFailure(.unavailable, reason, next: advice)
    }

    /// The result of the alignment as text for the user, one line per input.
    package var lines: [String] {
        ["\(reference.title): \(seen) flashes or claps; the others are compared with it"]
            + inputs.map { input in
                guard input.count >= AlignedInput.enough else {
                    return "\(input.input.title): \(input.count) of them, too few to measure"
                }
                let offset = Int(input.offset.rounded())
                let words = offset == 0 ? "in sync" : "\(abs(offset)) ms \(offset > 0 ? "late" : "early")"
                let spread = "\(input.count) of them, within \(Int(input.spread.rounded())) ms"
                return "\(input.input.title): \(words) (\(spread)); \(input.input.keyPath).delay: \(input.delay)"
            }
    }

    /// The result of the alignment as a JSON object for programs. `offset` and `spread` are in milliseconds; an input
    /// is late if its `offset` is positive. `delay` is left out if it could not be measured.
    package var report: JSONObject {
        [
            "reference": reference.rawValue, "instants": seen,
            "inputs": inputs.map { input -> JSONObject in
                [
                    "input": input.input.rawValue, "instants": input.count, "offset": input.offset,
                    "spread": input.spread, "delay": input.doubt == nil ? input.delay.notation : nil,
                ]
            },
        ]
    }

    /// The delay to write into the pipeline file for each input. That of the reference input is 0.
    private var delays: [(input: InputName, delay: InputDelay)] {
        [(reference, InputDelay.none)] + inputs.map { ($0.input, $0.delay) }
    }

    /// Writes the delays into the pipeline file. First checks that the new text differs from the old one only in the
    /// delays. Throws a failure if the file cannot be written.
    package func write(
        into file: String, _ pipeline: Pipeline, _ request: PipelineRequest, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        let changes = delays.filter { pipeline.delay(of: $0.input) != $0.delay }
        guard !changes.isEmpty else { return place.note("\(file) already has these delays; nothing was written") }
        var found = try PipelineSearch(place).read(file)
        var writer = SettingWriter(String(decoding: found.bytes, as: UTF8.self))
        var (isWritten, wanted) = (true, pipeline)
        for (input, delay) in changes {
            let section = input.keyPath.split(separator: ".").map(String.init)
            isWritten = writer.write(delay.notation, for: "delay", in: section, short: "device") && isWritten
            wanted.setDelay(of: input, to: delay)
        }
        found.bytes = Array(writer.text.utf8)
        guard isWritten, Self.says(wanted, found, request, in: place) else {
            throw CommandFailure(
                .pipelineFile, "the delays cannot be written into \(file) automatically",
                next: "Write the keys above into it by hand.")
        }
        if let problem = FileWriting.write(writer.text, to: place.absolute(found.path)) {
            throw CommandFailure(.diskFailed, "\(file) cannot be written: \(problem)")
        }
        place.note("wrote the delays into \(file)")
    }

    private static func says(
        _ pipeline: Pipeline, _ found: PipelineSearch.Found, _ request: PipelineRequest, in place: ProcessEnvironment
    ) -> Bool {
        do throws(PipelineIssues) {
            return try Preparation.load(request, found, in: place).pipeline == pipeline
        } catch {
            return false
        }
    }
}

extension InputName {
    /// The key of the input's section in the pipeline file: `cameras.back`, `microphone` or `microphones.room`.
    fileprivate var keyPath: String {
        microphoneName.map { Microphone(name: $0).keyPath } ?? "cameras.\(rawValue)"
    }
}

extension Pipeline {
    fileprivate func delay(of input: InputName) -> InputDelay {
        microphones.first { $0.input == input }?.delay ?? cameras.first { $0.name == input.rawValue }?.delay ?? .none
    }

    fileprivate mutating func setDelay(of input: InputName, to delay: InputDelay) {
        for index in cameras.indices where cameras[index].name == input.rawValue { cameras[index].delay = delay }
        for index in microphones.indices where microphones[index].input == input { microphones[index].delay = delay }
    }
}
