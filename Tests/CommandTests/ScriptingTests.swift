import DualCamConfig
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// The machine-readable output of commands that need no recording.
@Suite struct ScriptingTests {
    private static let good = "cameras: {back: {device: test}}\nmicrophone: none\n"
    private static let bad = "cameras: {back: {device: test, sise: 1x1}}\nrecording: {segmemt: 1min}\n"

    private static func files(_ content: String) -> FakeFiles {
        var files = FakeFiles([])
        files.contents["p.yaml"] = Array(content.utf8)
        files.contents["-"] = Array(content.utf8)
        return files
    }

    @Test(arguments: [("p.yaml", "p.yaml"), ("-", "standard input")]) func checkTellsProblemsAsJSON(
        name: String, title: String
    ) async throws {
        let fine = await TestRun.of(["check", name, "--json"], files: Self.files(Self.good))
        #expect(fine.exitCode == .finished && fine.errors.text == "")
        #expect(
            fine.output.text == #"{"file":"\#(title)","problems":[],"notices":[],"machine":[],"exit-code":0}"# + "\n")
        let run = await TestRun.of(["check", name, "--json"], files: Self.files(Self.bad))
        #expect(run.exitCode == .pipelineFile)
        #expect(
            run.output.text == #"{"file":"\#(title)","problems":["#
                + #"{"file":"\#(title)","line":1,"column":32,"length":4,"key":"cameras.back.sise","message":"unknown key","#
                + #""advice":"did you mean 'size'?"},{"file":"\#(title)","line":2,"column":13,"#
                + #""length":7,"key":"recording.segmemt","message":"unknown key","advice":"did you mean 'segment'?"}],"#
                + #""notices":[],"machine":[],"exit-code":65}"# + "\n")
        #expect(run.errors.text.hasPrefix("\(title):1:32: error: cameras.back.sise: unknown key"))
    }

    @Test func whatCannotBeReadIsAProblemToo() async throws {
        let run = await TestRun.of(["check", "none.yaml", "--json"])
        let report = try JSONValue(parsing: run.output.text)
        #expect(run.exitCode == .pipelineFile && report["exit-code"] == .integer(65))
        #expect(report["problems"]?.list?.first?["message"] == "there is no pipeline file 'none.yaml'.")
    }

    /// Programs that read events wait for the last event, also after a failure before the start.
    @Test func aFailureBeforeTheStartIsAnEvent() async throws {
        let run = await TestRun.of(["run", "-", "--json"], files: Self.files(Self.bad))
        #expect(run.exitCode == .pipelineFile)
        let lines = run.output.text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        #expect(lines.map { $0["event"]?.text } == ["failed", "finished"])
        for (key, value) in [("code", "pipeline-file"), ("advice", ""), ("output", .null), ("branch", .null)]
            as [(String, JSONValue)]
        {
            #expect(lines.first?[key] == value, "\(key)")
        }
        #expect(lines.first?["problems"]?.list?.map { $0["line"] } == [.integer(1), .integer(2)])
        #expect(lines.allSatisfy { $0["exit-code"] == .integer(65) })
        let quiet = await TestRun.of(["run", "-"], files: Self.files(Self.bad))
        #expect(quiet.output.text == "")
    }

    @Test func aPipelineComesOnStandardInputWithinBounds() throws {
        var files = Self.files("")
        let search = { PipelineSearch(files: files, executable: nil, workingDirectory: "/home/me") }
        files.contents["-"] = [UInt8](repeating: 32, count: PipelineSearch.largest)
        #expect(try search().read("-").isPiped)
        files.contents["-"] = [UInt8](repeating: 32, count: PipelineSearch.largest + 1)
        #expect(throws: CommandFailure.self) { try search().read("-") }
        files.contents["-"] = .some(nil)
        #expect(throws: CommandFailure.self) { try search().read("-") }
    }

    @Test(arguments: [["forget", "-"], ["calibrate", "-"]]) func someNeedAFile(words: [String]) async {
        #expect(await TestRun.of(words, files: Self.files(Self.good)).exitCode == .usage)
    }

    @Test func stoppingAllAndOneExcludeEachOther() async {
        let folder = RuntimeFolder()
        for (line, code) in [("stop --all --session a", ExitCode.usage), ("stop --all", .unavailable)] {
            let words = line.split(separator: " ").map(String.init)
            let run = await TestRun.of(words, files: DiskView(), environment: folder.environment)
            #expect(run.exitCode == code, "\(line)")
        }
    }

    @Test func aMarkIsToldWithItsPlacesInTheFiles() async throws {
        let folder = RuntimeFolder()
        let answer = #"{"at":12.5,"text":"","files":[{"output":"back","file":"a_back.mov","at":2.5}]}"#
        let server = try TinyServer(at: folder.socket("pip-77")) { _ in .init(body: answer) }
        let run = await TestRun.of(["mark"], files: DiskView(), environment: folder.environment)
        server.close()
        #expect(run.output.text == "marked at 12.500 s\n  back  a_back.mov  2.500 s\n")
    }

    /// The exit code of a recording whose process is gone follows from its folder.
    @Test(arguments: [(true, 0), (true, 74), (false, 70)]) func whoWaitsIsToldTheExitCode(
        isFinished: Bool, code: Int32
    ) async throws {
        let folder = RuntimeFolder()
        let session = folder.path + "/session"
        try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
        let state = isFinished ? "finished" : "recording"
        let exit = isFinished ? "\(code)" : "null"
        let started = #"{"time":"2026-11-21T14:05:07.250Z","running-time":null,"kind":"started","outputs":[]}"#
        try #"{"format":1,"state":"\#(state)","exit-code":\#(exit),"outputs":[],"ledger":[\#(started)]}"#.write(
            toFile: session + "/session.json", atomically: true, encoding: .utf8)
        if !isFinished { try "".write(toFile: session + "/UNFINISHED", atomically: true, encoding: .utf8) }
        // No process has this number.
        let server = try TinyServer(at: folder.socket("pip-99999999")) { request in
            .init(body: request.hasPrefix("GET") ? #"{"phase":"standby","folder":"\#(session)"}"# : #"{"at":2.5}"#)
        }
        let run = await TestRun.of(
            ["stop", "--all", "--wait", "--json"], files: DiskView(), environment: folder.environment)
        server.close()
        #expect(run.exitCode.rawValue == code)
        let told =
            #"{"name":"pip","process":99999999,"at":2.5,"folder":"\#(session)","exit-code":\#(code)}"# + "\n"
        #expect(run.output.text == (isFinished ? told : ""))
    }
}
