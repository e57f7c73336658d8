import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// The checking and writing of a pipeline file that is changed over the network.
@Suite struct PipelineProcessTests {
    private static let former = "cameras: {back: {device: test}}\nhooks: {finished: ./tidy}\n"

    private func judged(
        _ text: String, former: String = former, in folder: String = "/home/me"
    ) async throws -> JSONValue {
        var files = FakeFiles([])
        let path = "\(folder)/p.yaml"
        files.contents["-"] = Array(text.utf8)
        files.contents[path] = Array(former.utf8)
        let words = InternalJob.judgePipeline.words + [path, path]
        let run = await TestRun.of(words, files: files)
        #expect(run.exitCode == .finished && run.errors.text == "")
        return try JSONValue(parsing: run.output.text)
    }

    private static let plain = "cameras: {back: {device: test}}\n"

    @Test func changesAreSortedByWhenTheyHold() async throws {
        let text = """
            cameras: {back: {device: test, zoom: 2, rate: 15}}
            recording: {segment: 5min, duration: 1h}

            """
        let found = try await judged(text, former: Self.plain)
        #expect(found["problems"] == [])
        #expect(
            found["changes"] == [
                "live": ["cameras.back.zoom"], "take": ["recording.duration"],
                "graph": ["cameras.back.rate", "recording.segment"], "start": [],
            ])
    }

    @Test func mistakesHaveTheirPlaces() async throws {
        let found = try await judged("cameras: {back: {device: test, sise: 1x1}}\n", former: Self.plain)
        let problem = try #require(found["problems"]?.list?.first)
        #expect(problem["line"] == 1 && problem["column"] == 32 && problem["length"] == 4)
        #expect(problem["message"] == "unknown key" && problem["advice"] == "did you mean 'size'?")
        #expect(found["changes"] == .null)
    }

    /// A setting that runs a program is refused without searching for the program; a program that was already in the
    /// file may stay.
    @Test func whatRunsProgramsIsRefused() async throws {
        let found = try await judged(Self.former.replacing("./tidy", with: "/bin/sh"))
        let problem = try #require(found["problems"]?.list?.first)
        #expect(found["problems"]?.list?.count == 1 && problem["key"] == "hooks.finished")
        #expect(
            problem["message"]
                == "may not be changed over the network: it runs programs and calls web addresses")
        #expect(problem["advice"] == "edit the file on the machine")
    }

    /// A text with which no start would work is not saved.
    @Test(arguments: [
        ("name", "name: \(String(repeating: "n", count: 300))\n"),
        ("cameras.\(String(repeating: "n", count: 65))", "cameras: {\(String(repeating: "n", count: 65)): test}\n"),
        ("combined.overlays.a.text", overlay(String(repeating: "a", count: 50_000), "4%")),
        ("combined.overlays.a.text", overlay(String(repeating: "word ", count: 200), "50%")),
        ("recording.name", "recording: {name: \"\(String(repeating: "n", count: 190)){time}{output}\"}\n"),
    ])
    func whatAStartWouldRefuseIsRefused(key: String, text: String) async throws {
        let found = try await judged(text.hasPrefix("cameras") ? text : Self.plain + text, former: Self.plain)
        let problem = try #require(found["problems"]?.list?.first)
        #expect(problem["key"]?.text == key)
    }

    private static func overlay(_ text: String, _ size: String) -> String {
        "combined: {layout: grid, overlays: {a: {text: \"\(text)\", size: \(size)}}}\n"
    }

    /// A link in the folder may lead outside, and a pipe would block its reader.
    @Test(arguments: [
        ("link.mp4", "cameras: {back: {device: \"file:link.mp4\"}}\n", "cameras.back.device"),
        ("away/a.mp4", "cameras: {back: {device: \"file:away/a.mp4\"}}\n", "cameras.back.device"),
        ("pipe", "cameras: {back: {device: \"file:pipe\"}}\n", "cameras.back.device"),
        ("link.mp4", "\(plain)microphone: \"file:link.mp4\"\n", "microphone.device"),
        ("link.cube", "\(plain)combined: {layout: grid, look: link.cube}\n", "combined.look.use"),
        (
            "link.mp4", "\(plain)combined: {layout: grid, overlays: {a: {image: link.mp4}}}\n",
            "combined.overlays.a.image"
        ),
    ])
    func whatALinkLeadsToIsNotRead(name: String, text: String, key: String) async throws {
        let (folder, outside) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
        outside.write("A secret.\n", to: "a.mp4")
        for link in ["link.mp4", "link.cube"] { symlink("\(outside.path)/a.mp4", "\(folder.path)/\(link)") }
        symlink(outside.path, "\(folder.path)/away")
        mkfifo("\(folder.path)/pipe", 0o600)
        let found = try await judged(text, former: Self.plain, in: folder.path)
        let problem = try #require(found["problems"]?.list?.first)
        #expect(problem["key"]?.text == key, "\(name)")
        let message = problem["message"]?.text ?? ""
        #expect(!message.contains("secret") && !message.contains(outside.path), "\(message)")
        #expect(message.contains("link") || message.contains("is not a regular file"), "\(message)")
    }

    /// If the old file cannot be read, every setting counts as new.
    @Test(arguments: ["cameras: [", ""]) func ofAFileThatCannotBeReadEverythingIsNew(former: String) async throws {
        let found = try await judged(Self.former, former: former)
        #expect(found["problems"]?.list?.map { $0["key"] } == ["hooks.finished"])
    }

    // MARK: Files
    private func tools(_ path: String, in folder: String = "/") -> PipelineTools {
        var place = ProcessEnvironment.ofThisProcess(environment: TestHome.nowhere)
        place.workingDirectory = folder
        let request = PipelineRequest(file: path, settings: [], simulate: false)
        return PipelineProcess(request, in: place).tools(
            reloads: true, on: MachineFacts(cores: 2, elements: [], host: "box"))
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
    }

    @Test func theOldFileStaysBesideTheNewOne() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("old", to: "set/talk.yaml")
        let path = folder.path + "/set/talk.yaml"
        chmod(path, 0o600)
        symlink(path, folder.path + "/link.yaml")
        let tools = tools(folder.path + "/link.yaml")
        let file = try tools.read()
        #expect(file.path == path && file.content == Array("old".utf8) && file.copy == nil && file.obstacle == nil)
        try tools.write(Array("new".utf8), file)
        #expect(folder.contents == ["link.yaml", "set", "set/talk.yaml", "set/talk.yaml.bak"])
        #expect(folder.text("set/talk.yaml") == "new" && folder.text("set/talk.yaml.bak") == "old")
        #expect(mode(path) == 0o600 && mode(path + ".bak") == 0o600)
        #expect(try tools.read().content == Array("new".utf8))
    }

    /// A shipped file is copied into the current folder, and never over an existing file.
    @Test func aShippedFileIsCopied() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("shipped", to: "Pipelines/talk.yaml")
        folder.write("own", to: "talk.yaml")
        let tools = tools(folder.path + "/Pipelines/talk.yaml", in: folder.path)
        let file = try tools.read()
        #expect(file.copy == folder.path + "/talk-2.yaml")
        try tools.write(Array("new".utf8), file)
        #expect(folder.text("Pipelines/talk.yaml") == "shipped" && folder.text("talk.yaml") == "own")
        #expect(folder.text("talk-2.yaml") == "new")
        #expect(try tools.read().copy == folder.path + "/talk-3.yaml")
    }

    @Test func aFileThatCannotBeWrittenStaysAsItWas() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("old", to: "talk.yaml")
        let tools = tools(folder.path + "/talk.yaml")
        let file = try tools.read()
        // A folder has the temporary name of the new file.
        folder.write("", to: "talk.yaml.new/file")
        #expect(throws: ControlRefusal.self) { try tools.write(Array("new".utf8), file) }
        #expect(folder.text("talk.yaml") == "old")
    }

    @Test(arguments: ["standard input", "/nowhere/talk.yaml"]) func whereThereIsNoFileThatIsSaid(path: String) {
        #expect(throws: ControlRefusal.self) { _ = try tools(path).read() }
    }
}
