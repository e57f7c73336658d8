import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamProcess
@testable import DualCamWorker

/// The delays that `dualcam align --write` writes into a pipeline file.
@Suite struct AlignmentTests {
    private let folder: TemporaryFolder
    private let errors = CapturedText()
    private let place: ProcessEnvironment
    private let request: PipelineRequest

    private static let text = """
        # Two angles.
        cameras:
          back: test  # over the table
          front:
            device: test
            delay: 5ms
        microphone: test
        """

    init() throws {
        folder = try #require(TemporaryFolder())
        folder.write(Self.text, to: "talk.yaml")
        request = PipelineRequest(file: folder.path + "/talk.yaml", settings: [], simulate: false)
        place = ProcessEnvironment(
            output: CapturedText(), errors: errors, errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: ["HOME": folder.path], files: DiskView(),
            executable: nil, workingDirectory: folder.path)
    }

    /// Returns the alignment of cameras that see flashes this many milliseconds after the microphone hears claps.
    private func alignment(_ pipeline: Pipeline, back: Int, front: Int) -> Alignment {
        let pictures = { (late: Int) in
            (0..<200).map { number in
                let time = number * 20
                return PictureLight(
                    time: Int64(time) * 1_000_000, brightness: (time - late) % 1000 < 40 && time > late ? 0.8 : 0.2)
            }
        }
        let claps = (0..<4000).map { SoundPeak(time: Int64($0) * 1_000_000, level: $0 % 1000 == 0 ? 0.9 : 0.01) }
        return Alignment(
            pipeline, pictures: [InputName("back"): pictures(back), InputName("front"): pictures(front)],
            sounds: [.microphone: claps])
    }

    private func write(back: Int, front: Int) throws -> Pipeline {
        let pipeline = try Preparation.load(request, in: place).pipeline
        try alignment(pipeline, back: back, front: front).write(into: request.file, pipeline, request, in: place)
        return try Preparation.load(request, in: place).pipeline
    }

    @Test func delaysAreWrittenBesideTheComments() throws {
        let written = try write(back: 80, front: 120)
        #expect(written.cameras.map(\.delay) == [-80, -120].map { InputDelay(milliseconds: $0) })
        #expect(written.microphone?.delay == InputDelay.none)
        let text = try #require(folder.text("talk.yaml"))
        #expect(text.contains("# Two angles.") && text.contains("# over the table"), "\(text)")
        #expect(errors.text.contains("wrote the delays into"), "\(errors.text)")
    }

    /// An input in step with the microphone needs no delay, so its old one is removed or replaced.
    @Test func anInputInStepHasNoDelay() throws {
        #expect(try write(back: 0, front: 0).cameras.allSatisfy { $0.delay == InputDelay.none })
    }

    @Test func aFileThatHasTheDelaysIsLeftAlone() throws {
        _ = try write(back: 80, front: 120)
        let text = folder.text("talk.yaml")
        _ = try write(back: 80, front: 120)
        #expect(folder.text("talk.yaml") == text && errors.text.contains("nothing was written"), "\(errors.text)")
    }
}
