import DualCamRecordings
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamCommands

/// `sessions` with a search, and `tag`, run in the test's process.
@Suite struct LibraryCommandTests {
    private let folder: TemporaryFolder
    private let other: TemporaryFolder
    private let home: TemporaryFolder

    init() throws {
        folder = try #require(TemporaryFolder())
        other = try #require(TemporaryFolder())
        home = try #require(TemporaryFolder())
        write("Lecture_1", seconds: 900, to: folder)
        write("Lecture_2", seconds: 30, to: folder)
        write("Talk", seconds: 60, state: "recovered", to: other)
    }

    private func write(_ name: String, seconds: Int, state: String = "finished", to folder: TemporaryFolder) {
        folder.write(
            """
            {"format":1,"name":"pip","state":"\(state)","start":{"time":"2026-11-21T14:05:03.250Z","running-time":1.0},
            "outputs":[{"output":"back","rate":"30","files":[{"file":"b.mov","output":"back","segment":0,"part":0,
            "size":4,"frames":30,"start":1.0,"end":\(seconds + 1).0,"digest":"none"}]}],"ledger":[
            {"time":"2026-11-21T14:05:04.000Z","running-time":2.0,"kind":"marked","at":2.0,"text":"Question of \(name)"}]}
            """, to: name + "/session.json")
        folder.write("1234", to: name + "/b.mov")
    }

    private func run(_ words: String...) async -> (code: ExitCode, out: String, errors: String) {
        let places = ["DIR": folder.path, "OTHER": other.path]
        let words = words.map { word in places.reduce(word) { $0.replacing($1.key, with: $1.value) } }
        let run = await TestRun.of(words, environment: ["HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache"])
        let plain = { (text: String) in places.reduce(text) { $0.replacing($1.value, with: $1.key) } }
        return (run.exitCode, plain(run.output.text), plain(run.errors.text))
    }

    @Test(
        arguments: [
            (["--name", "lecture"], ["Lecture_1", "Lecture_2"]), (["--longer", "10min"], ["Lecture_1"]),
            (["--shorter=30"], ["Lecture_2"]), (["--mark", "of lecture_2"], ["Lecture_2"]),
            (["--camera", "front"], []),
            (["--state", "finished", "--name", "_1"], ["Lecture_1"]), (["--tag", "x"], ["Lecture_1"]),
            (["--rating", "3"], ["Lecture_1"]), (["--since", "2026-11-23"], []),
        ])
    func onlyWhatIsLookedForIsListed(words: [String], names: [String]) async {
        #expect(await run("tag", "DIR/Lecture_1", "x", "--rating", "4").code == .finished)
        let found = await TestRun.of(["sessions", folder.path, "--json"] + words)
        let list = JSONValue(ifJSON: found.output.text)?.list
        #expect(list?.compactMap { $0["name"]?.text } == names)
    }

    /// A folder whose name is not UTF-8 cannot be addressed by a text.
    @Test(arguments: [["sessions", "DIR"], ["sessions"], ["recover", "DIR"]])
    func aNameThatIsNotUTF8IsTold(words: [String]) async {
        _ = await run("sessions", "DIR")
        write("strange", seconds: 5, to: folder)
        let name = Array("\(folder.path)/take".utf8) + [0xE9, 0]
        #expect(rename("\(folder.path)/strange", name.map(CChar.init(bitPattern:))) == 0)
        let words = words.map { $0.replacing("DIR", with: folder.path) }
        let found = await TestRun.of(words, environment: ["HOME": home.path, "XDG_CACHE_HOME": home.path + "/cache"])
        let warning =
            "warning: the session '\(folder.path)/take\\xe9' is left out: the name of its folder is not UTF-8."
        #expect(found.exitCode == .finished && found.errors.text.contains(warning), "\(found.errors.text)")
    }

    @Test func tagsAreToldToPeopleAndPrograms() async {
        #expect(
            await run("tag", "DIR/Lecture_1", "lecture, algebra", "--rating", "4")
                == (.finished, "DIR/Lecture_1: algebra, lecture, rated 4\n", ""))
        #expect(
            await run("tag", "DIR/Lecture_1", "--remove", "lecture", "--json")
                == (.finished, #"{"tags":["algebra"],"rating":4}"# + "\n", ""))
        let begun = WallTime.local(1_795_269_903_250_000_000).text
        #expect(
            await run("sessions", "DIR", "--tag", "algebra").out == """
                Lecture_1
                  \(begun), 15:00, 36 B, back
                  algebra, rated 4
                  finished

                """)
        let json = await run("sessions", "DIR", "--rating", "4", "--json")
        #expect(
            json.out
                == #"[{"bytes":36,"dropped":0,"folder":"DIR/Lecture_1","gaps":0,"length":900,"marks":["Question of Lecture_1"],"missing":0,"#
                + #""name":"Lecture_1","outputs":["back"],"rating":4,"repeated":0,"shed":0,"start":"2026-11-21T14:05:03.250Z","state":"finished","#
                + #""tags":["algebra"],"unaccounted":0,"unplayable":0}]"# + "\n")
        #expect(
            await run("tag", "DIR/Lecture_1", "--remove", "algebra", "--rating", "off").out
                == "DIR/Lecture_1: no tags\n")
    }

    /// Without DIR, all folders that were listed before are listed, and the default recording directory.
    @Test func allFoldersThatAreKnownAreListed() async {
        let missing = await run("sessions")
        #expect(missing.code == .usage && missing.errors.contains("Videos/DualCam' cannot be read"))
        #expect(await run("sessions", "DIR", "--name", "none") == (.finished, "DIR: no session\n", ""))
        #expect(await run("sessions").out.hasPrefix("Lecture_1\n"))
        _ = await run("sessions", "OTHER")
        write("Mine", seconds: 1, to: home)
        mkdir(home.path + "/Videos", 0o755)
        mkdir(home.path + "/Videos/DualCam", 0o755)
        rename(home.path + "/Mine", home.path + "/Videos/DualCam/Mine")
        let all = await run("sessions")
        let names = all.out.split(separator: "\n").filter { !$0.hasPrefix(" ") }.sorted()
        let folders = ["DIR/Lecture_1", "DIR/Lecture_2", "OTHER/Talk", home.path + "/Videos/DualCam/Mine"]
        #expect(names.map(String.init) == folders.sorted() && all.code == .finished && all.errors == "")
        folder.remove("Lecture_1")
        let state = await run("sessions", "--state", "finished", "--json")
        #expect(JSONValue(ifJSON: state.out)?.list?.count == 2)
    }

    @Test(
        arguments: [
            (
                ["sessions", "DIR", "--longer", "much"],
                "--longer: 'much' is not a value for 'longer'. Write a length as in 10min, or a number of seconds."
            ),
            (
                ["sessions", "DIR", "--rating", "9"],
                "--rating: '9' is not a value for 'rating'. Write a number from 1 to 5."
            ),
            (
                ["tag", "DIR/Lecture_1", "a,,b"],
                "TAGS: '' is not a tag. Write tags of at most 50 letters with commas between them: lecture,algebra."
            ),
            (
                ["tag", "DIR/Lecture_1", "--rating", "6"],
                "--rating: '6' is not a rating. Give a number from 1 to 5, or off."
            ),
            (
                ["tag", "DIR", "a"],
                "'DIR' is not the folder of a session: it holds no session.json. "
                    + "Give the folder of one session; 'dualcam sessions FOLDER' lists those of a folder."
            ),
            (
                ["tag", "DIR/none", "a"],
                "There is no folder 'DIR/none'. Check the path, or see 'dualcam sessions FOLDER'."
            ),
        ])
    func mistakesAreSaid(words: [String], text: String) async {
        let run = await TestRun.of(words.map { $0.replacing("DIR", with: folder.path) })
        #expect(run.exitCode == .usage && run.output.text == "")
        let plain = run.errors.text.replacing("sessions DIR", with: "sessions FOLDER").replacing(
            folder.path, with: "DIR")
        #expect(plain == "dualcam: error: \(text)\n")
    }
}
