import DualCamConfig
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// Reading of .cube files from a disk.
@Suite struct ColourTableTests {
    private static let curves = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    private let folder = RuntimeFolder()

    init() throws { try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true) }

    private func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        return folder.path + "/" + name
    }

    private func problem(_ path: String) -> String {
        switch ColourTableCache().known(path) {
        case .success: "none"
        case .failure(.unreadable(let refusal)): refusal.message
        case .failure(.wrong(let issue)): issue.rendered
        }
    }

    /// A pipe is not waited for, and a file that is too large is not read.
    @Test func whatCannotBeRead() throws {
        let (pipe, large) = (folder.path + "/pipe.cube", folder.path + "/large.cube")
        mkfifo(pipe, 0o600)
        _ = FileManager.default.createFile(atPath: large, contents: nil)
        truncate(large, off_t(ColourTable.largestFile) + 1)
        #expect(problem(pipe) == "'\(pipe)' is not a regular file")
        #expect(problem(folder.path) == "'\(folder.path)' is not a regular file")
        #expect(problem(large) == "'\(large)' is larger than 32 MiB")
        #expect(problem("/nowhere/x.cube") == "there is no file '/nowhere/x.cube'")
        let broken = try write("broken.cube", "LUT_1D_SIZE 2\n0 0 x\n")
        #expect(problem(broken) == "\(broken):2:5: error: 'x' is not a number; write one as in 0.25\n0 0 x\n    ^")
    }

    /// A file that becomes invalid during a recording only affects commands that read it again.
    @Test func aTableOutlivesItsFile() throws {
        let path = try write("film.cube", Self.curves)
        let store = ColourTableCache()
        let first = try store.known(path).get()
        #expect(first.shape == .curves(2) && first.digest.count == 64)
        _ = try write("film.cube", "LUT_1D_SIZE 2\n")
        #expect(throws: ColourTableFailure.self) { try store.read(path, by: CommandFiles([folder.path])).get() }
        #expect(try store.known(path).get() == first)
        _ = try write("film.cube", "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n")
        #expect(try store.known(path).get() == first)
        #expect(try store.read(path, by: CommandFiles([folder.path])).get().values == [1, 1, 1, 0, 0, 0])
        #expect(try store.known(path).get().values == [1, 1, 1, 0, 0, 0])
    }

    private static let pipeline = """
        cameras: {back: {device: test}, front: {device: test}}
        combined: {mixer: dualcam, look: looks/film.cube}

        """

    private func check() async -> TestRun {
        await TestRun.of(
            ["check", "take/pip.yaml"],
            files: GivenFile(path: "take/pip.yaml", content: Array(Self.pipeline.utf8), others: DiskView()),
            in: folder.path)
    }

    /// A path is relative to the pipeline file's folder. Errors in the table are reported as errors of the pipeline
    /// file.
    @Test func aPipelineFileNamesATable() async throws {
        let missing = await check()
        #expect(missing.exitCode == .pipelineFile)
        #expect(missing.errors.text.contains("look.use: there is no file '\(folder.path)/take/looks/film.cube'"))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/take/looks", withIntermediateDirectories: true)
        let path = try write("take/looks/film.cube", "LUT_1D_SIZE 2\n0 0 0\n1 nan 1\n")
        let broken = await check()
        #expect(
            broken.errors.text
                == "\(path):3:3: error: combined.look.use: 'nan' is not a number; write one as in 0.25\n1 nan 1\n  ^\n")
        _ = try write("take/looks/film.cube", Self.curves)
        let good = await check()
        #expect(good.exitCode == .finished && good.output.text == "pip.yaml: no problems\n")
    }
}
