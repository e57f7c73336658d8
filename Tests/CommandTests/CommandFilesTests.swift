import DualCamConfig
import DualCamProcess
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamWorker

/// The files that a command may name, on a disk.
@Suite struct CommandFilesTests {
    private static let curves = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    private let folder = RuntimeFolder()
    private var inside: String { folder.path + "/take" }
    private var more: String { folder.path + "/looks" }

    init() throws {
        for path in [inside + "/deep", more, folder.path + "/elsewhere"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for name in ["take/a.cube", "take/deep/b.cube", "looks/c.cube", "elsewhere/d.cube"] { try write(name) }
        symlink("../elsewhere/d.cube", inside + "/out.cube")
        symlink("a.cube", inside + "/in.cube")
        symlink("../elsewhere", inside + "/way")
        mkfifo(inside + "/pipe.cube", 0o600)
        symlink("take", folder.path + "/alias")
    }

    private func write(_ name: String, _ text: String = curves) throws {
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }

    private func problem(_ name: String, _ files: CommandFiles, limit: Int = 1000) -> String {
        do throws(Refusal) {
            return "\(try files.bytes(folder.path + "/" + name, limit: limit).count) bytes"
        } catch {
            return "\(error.message); \(error.hint ?? "")".replacing(folder.path, with: "DIR")
        }
    }

    private static let outside =
        "is outside the folders from which commands may use files; move it to the pipeline file's folder, or add its folder to control.files"
    private static let link = "is a symbolic link, or its path contains one; name the file itself"
    private static let noFile = "is not a regular file; give a file, not a folder, pipe or device"

    /// A link is refused wherever it leads. Nothing is revealed about files outside, not even whether they exist.
    @Test(arguments: [
        ("take/a.cube", "26 bytes"), ("take/./deep//b.cube", "26 bytes"), ("looks/c.cube", "26 bytes"),
        ("elsewhere/d.cube", "'DIR/elsewhere/d.cube' \(outside)"),
        ("elsewhere/none.cube", "'DIR/elsewhere/none.cube' \(outside)"),
        ("takes/a.cube", "'DIR/takes/a.cube' \(outside)"), ("take", "'DIR/take' \(outside)"),
        ("take/../elsewhere/d.cube", "'DIR/take/../elsewhere/d.cube' contains '..'; write the path without '..'"),
        ("take/out.cube", "'DIR/take/out.cube' \(link)"), ("take/in.cube", "'DIR/take/in.cube' \(link)"),
        ("take/way/d.cube", "'DIR/take/way/d.cube' \(link)"), ("take/pipe.cube", "'DIR/take/pipe.cube' \(noFile)"),
        ("take/deep", "'DIR/take/deep' \(noFile)"),
        (
            "take/none.cube",
            "there is no file 'DIR/take/none.cube'; check the path; relative paths start in the pipeline file's folder"
        ),
    ])
    func whatIsReached(name: String, text: String) {
        #expect(problem(name, CommandFiles([inside, more])) == text)
    }

    /// A folder counts by the path that was given and by its real path.
    @Test func aFolderThatIsALink() {
        let files = CommandFiles([folder.path + "/alias/"])
        #expect(problem("alias/a.cube", files) == "26 bytes")
        #expect(problem("take/a.cube", files) == "26 bytes")
        #expect(problem("looks/c.cube", files) == "'DIR/looks/c.cube' \(Self.outside)")
    }

    @Test func whatThePipelineFileNamesItselfIsReadWhereverItLies() {
        let own = folder.path + "/elsewhere/d.cube"
        #expect(problem("elsewhere/d.cube", CommandFiles([inside]) { $0 == own }) == "26 bytes")
    }

    @Test func whatIsTooLargeIsNotRead() {
        #expect(
            problem("take/a.cube", CommandFiles([inside]), limit: 25)
                == "'DIR/take/a.cube' is larger than 0 MiB; use a smaller file")
    }

    /// For a secret file that is called .cube, the message names the line but shows nothing of its content.
    @Test(arguments: [
        ("root:$6$secret:19000:0\n", "1: there is an unknown keyword"),
        ("$6$secret\n", "1: a word is not a line of a .cube file"),
        ("SECRET=1\n", "1: there is an unknown keyword"),
        ("LUT_1D_SIZE secret\n", "1: a word is not a whole number"),
        ("LUT_1D_SIZE 777777\n", "1: a word is out of range"),
        ("LUT_1D_SIZE 2\n0 0 secret\n", "2: a word is not a number"),
        ("LUT_1D_SIZE 2 secret\n", "1: a word is one word too many"),
        ("LUT_1D_SIZE 2\n777777 0\n", "2: a row has three numbers, and this one has 2"),
        ("DOMAIN_MIN 777777 0 0\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "1: the domain does not end above its beginning"),
    ])
    func nothingOfTheContentIsTold(content: String, text: String) throws {
        try write("take/s.cube", content)
        let path = inside + "/s.cube"
        guard case .failure(.wrong(let issue)) = ColourTableCache().read(path, by: CommandFiles([inside])) else {
            Issue.record("it was read")
            return
        }
        #expect("\(issue.line ?? 0): \(issue.message)" == text)
        #expect(issue.sourceLine == nil && issue.column == nil)
        #expect(!issue.rendered.lowercased().contains("secret") && !issue.rendered.contains("777777"))
    }

    /// A read that does not end is given up, and at most four such reads wait at the same time.
    @Test(.timeLimit(.minutes(10))) func aDiskThatHangs() async throws {
        let valve = DispatchSemaphore(value: 0)
        let work: @Sendable () -> Result<Void, ControlRefusal> = {
            valve.wait()
            return .success(())
        }
        for _ in 0..<4 {
            #expect(
                await message(of: CommandFileReader.perform(within: .milliseconds(1), work))
                    == "The file could not be read within 3 s.")
        }
        #expect(
            await message(of: CommandFileReader.perform { .success(()) })
                == "Files from earlier commands are still being read.")
        for _ in 0..<4 { valve.signal() }
        while await message(of: CommandFileReader.perform { .success(()) }) != "none" { await Task.yield() }
    }

    private func message(of result: Result<Void, ControlRefusal>) -> String {
        switch result {
        case .success: "none"
        case .failure(let refusal): refusal.message
        }
    }
}
