import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Testing

extension Recordings {
    /// Takes with a pre-roll, which begin before the record command.
    @Suite(.serialized) struct PreRoll {
        private static let pipeline = Serve.pipeline + "\nrecording: {pre-roll: 2s, container: mkv}\n"

        /// No frame is missing between the pre-roll and the recording, and all files begin together with picture and
        /// sound. The audit proves it. The next take has its own pre-roll.
        @Test func aTakeBeginsBeforeItsButton() async throws {
            let bench = try await TakeLoopBench(Self.pipeline)
            for _ in 0..<2 {
                var starts: [Double] = []
                await bench.standBy(seconds: 4)
                let folder = try await bench.take("1500ms", &starts)
                let files = try await Judgement.of(bench.folder.paths(below: folder, ".mkv"))
                #expect(files.count == 3 && files.map(\.errors).joined().isEmpty)
                for file in files {
                    let (video, audio) = (try #require(file.video), try #require(file.audio))
                    // Takes begin at key frames, which come once a second.
                    #expect((3.4...5.5).contains(video.length), "\(file.file): \(video.length) s")
                    #expect(abs(video.length - audio.length) < 0.11, "\(file.file)")
                    if !file.file.contains("combined") {
                        #expect(file.counters?.areConsecutive == true, "\(file.file)")
                    }
                }
                let frames = files.compactMap { $0.video?.frames }
                #expect((frames.max() ?? 9) - (frames.min() ?? 0) <= 1, "\(frames)")
                try await expectProven(folder, in: bench)
            }
            #expect(await bench.end().exit == .finished)
        }

        /// A take of the pre-roll alone: it ends at the moment when it begins.
        @Test func aTakeOfWhatHasJustBeen() async throws {
            let bench = try await TakeLoopBench(Self.pipeline)
            await bench.standBy(seconds: 4)
            var starts: [Double] = []
            let folder = try await bench.take("1s", as: "last", &starts)
            let files = try await Judgement.of(bench.folder.paths(below: folder, ".mkv"))
            #expect(files.count == 3 && files.map(\.errors).joined().isEmpty)
            for file in files { #expect((0.9...2.3).contains(try #require(file.video).length), "\(file.file)") }
            try await expectProven(folder, in: bench)
            await #expect(throws: ControlRefusal.self) { _ = try await bench.take("3s", as: "last", &starts) }
            #expect(await bench.end().exit == .finished)
        }

        private func expectProven(_ folder: String, in bench: TakeLoopBench) async throws {
            let path = try #require(bench.folder.contents.first { $0.hasSuffix(folder + "/session.json") })
            let session = bench.folder.path + "/" + path.dropLast("/session.json".count)
            let audit = try await Tool.run(Tool.dualcam, ["audit", session])
            #expect(String(decoding: audit.output, as: UTF8.self).contains("Proven: "))
        }
    }
}
