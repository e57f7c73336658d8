import DualCamRecordings
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct PipelineSearchTests {
    static let files = FakeFiles([
        "own.yaml", "videos/clip.yaml", "/src/Package.swift", "/src/Pipelines/pip.yaml", "/src/Pipelines/stacked.yaml",
        "/src/Pipelines/notes.md", "/home/me/Pipelines/desk.yaml", "/home/me/Pipelines/pip.yaml",
        "/usr/share/dualcam/pipelines/pip.yaml", "/usr/share/dualcam/pipelines/lab.yaml",
    ])

    private func search(executable: String? = "/src/.build/debug/dualcam", files: FakeFiles = files) -> PipelineSearch {
        PipelineSearch(files: files, executable: executable, workingDirectory: "/home/me")
    }

    @Test(arguments: [
        ("own.yaml", "own.yaml"),
        ("/src/Pipelines/stacked.yaml", "/src/Pipelines/stacked.yaml"),
        ("Pip", "/src/Pipelines/pip.yaml"),
        ("PIP", "/src/Pipelines/pip.yaml"),
        ("Desk", "/home/me/Pipelines/desk.yaml"),
        ("Pipelines/stacked.yaml", "/src/Pipelines/stacked.yaml"),
        ("pipelines/stacked.yaml", "/src/Pipelines/stacked.yaml"),
        ("PIPELINES/Stacked.YAML", "/src/Pipelines/stacked.yaml"),
        ("./pipelines/stacked.yaml", "/src/Pipelines/stacked.yaml"),
        ("././pipelines//stacked.yaml", "/src/Pipelines/stacked.yaml"),
        ("pipelines/desk.yaml", "/home/me/Pipelines/desk.yaml"),
        ("pipelines/pip.yaml", "/home/me/Pipelines/pip.yaml"),
    ])
    func findsAsGivenThenAmongTheShipped(name: String, path: String) throws {
        #expect(try search().locate(name) == path)
    }

    /// An existing file takes precedence over a shipped pipeline of the same name, without a message.
    @Test(arguments: ["pipelines/pip.yaml", "./pipelines/pip.yaml", "Pipelines/pip.yaml", "pip"])
    func anExistingFileIsItself(name: String) throws {
        var files = Self.files
        files.contents[name] = [UInt8]()
        #expect(try search(files: files).locate(name) == name)
        #expect(announced(name, by: search(files: files)) == "")
    }

    /// The line on standard error that announces the file in use; empty if the name means just that file.
    static let announcements: [(name: String, executable: String?, text: String)] = [
        (
            "pipelines/stacked.yaml", "/src/.build/debug/dualcam",
            "dualcam: 'pipelines/stacked.yaml' does not exist; using the shipped pipeline 'stacked' (/src/Pipelines/stacked.yaml)\n"
        ),
        (
            "./Pipelines/STACKED.yaml", "/src/.build/debug/dualcam",
            "dualcam: './Pipelines/STACKED.yaml' does not exist; using the shipped pipeline 'stacked' (/src/Pipelines/stacked.yaml)\n"
        ),
        (
            "pipelines/lab.yaml", "/usr/bin/dualcam",
            "dualcam: 'pipelines/lab.yaml' does not exist; using the shipped pipeline 'lab' (/usr/share/dualcam/pipelines/lab.yaml)\n"
        ),
        (
            "pipelines/desk.yaml", "/usr/bin/dualcam",
            "dualcam: 'pipelines/desk.yaml' does not exist; using '/home/me/Pipelines/desk.yaml'\n"
        ),
        (
            "pipelines/desk.yaml", nil,
            "dualcam: 'pipelines/desk.yaml' does not exist; using '/home/me/Pipelines/desk.yaml'\n"
        ),
        ("stacked", "/src/.build/debug/dualcam", "dualcam: pipeline file: /src/Pipelines/stacked.yaml\n"),
        ("own.yaml", "/src/.build/debug/dualcam", ""), ("pipelines/none.yaml", "/src/.build/debug/dualcam", ""),
    ]

    @Test(arguments: announcements)
    func saysWhichFileIsUsed(name: String, executable: String?, text: String) {
        #expect(announced(name, by: search(executable: executable)) == text)
        let quiet = announced(name, bareNames: false, by: search(executable: executable))
        #expect(quiet == (name == "stacked" ? "" : text))
    }

    private func announced(_ name: String, bareNames: Bool = true, by search: PipelineSearch) -> String {
        let (output, errors) = (CapturedText(), CapturedText())
        var place = ProcessEnvironment.ofThisProcess(environment: [:])
        (place.output, place.errors, place.errorsAreJournal) = (output, errors, false)
        search.announce(name, bareNames: bareNames, in: place)
        #expect(output.text == "")
        return errors.text
    }

    /// If a served file is missing for a moment, no other file must be used in its place.
    @Test func aFileThatIsReadAgainIsNoOther() {
        let search = PipelineSearch(
            files: Self.files, executable: "/src/.build/debug/dualcam", workingDirectory: "/home/me", isExact: true)
        for name in ["pipelines/stacked.yaml", "stacked"] {
            #expect(throws: CommandFailure.self, "\(name)") { try search.read(name) }
        }
        #expect(throws: Never.self) { try search.read("own.yaml") }
    }

    @Test func anInstalledProgramFindsItsOwn() throws {
        #expect(try search(executable: "/usr/bin/dualcam").locate("pip") == "/usr/share/dualcam/pipelines/pip.yaml")
        #expect(try search(executable: nil).locate("pip") == "/home/me/Pipelines/pip.yaml")
    }

    static let refused: [(name: String, text: String)] = [
        ("pop", "there is no pipeline file 'pop'. Did you mean the shipped pipeline 'pip'?"),
        ("other/pip.yaml", "there is no pipeline file 'other/pip.yaml'. Did you mean the shipped pipeline 'pip'?"),
        ("pip.yaml", "there is no pipeline file 'pip.yaml'. Did you mean the shipped pipeline 'pip'?"),
        ("./pip", "there is no pipeline file './pip'. Did you mean the shipped pipeline 'pip'?"),
        (
            "Pipelines/pip.yml",
            "there is no pipeline file 'Pipelines/pip.yml'. Did you mean the shipped pipeline 'pip'?"
        ),
        (
            "pipelines/stackd.yaml",
            "there is no pipeline file 'pipelines/stackd.yaml'. Did you mean the shipped pipeline 'stacked'?"
        ),
        (
            "./pipelines/wedding.yaml",
            "there is no pipeline file './pipelines/wedding.yaml'. Check the path, or use a shipped one: desk, pip, stacked."
        ),
        (
            "../Pipelines/pip.yaml",
            "there is no pipeline file '../Pipelines/pip.yaml'. Did you mean the shipped pipeline 'pip'?"
        ),
        (
            "/pipelines/pip.yaml",
            "there is no pipeline file '/pipelines/pip.yaml'. Did you mean the shipped pipeline 'pip'?"
        ),
        (
            "my/pipelines/pip.yaml",
            "there is no pipeline file 'my/pipelines/pip.yaml'. Did you mean the shipped pipeline 'pip'?"
        ),
        (
            "pipelines/pip.yaml/",
            "there is no pipeline file 'pipelines/pip.yaml/'. Did you mean the shipped pipeline 'pip'?"
        ),
        ("", "there is no pipeline file ''. Check the path, or use a shipped one: desk, pip, stacked."),
        (
            "/tmp/wedding.yaml",
            "there is no pipeline file '/tmp/wedding.yaml'. Check the path, or use a shipped one: desk, pip, stacked."
        ),
        ("notes.md", "there is no pipeline file 'notes.md'. Check the path, or use a shipped one: desk, pip, stacked."),
        ("videos", "'videos' is a folder, not a pipeline file. Give a file in it, such as 'videos/clip.yaml'."),
        ("/src", "'/src' is a folder, not a pipeline file. Give a YAML file."),
    ]

    @Test(arguments: refused)
    func saysWhyAFileIsNoPipeline(name: String, text: String) {
        let failure = #expect(throws: CommandFailure.self) { try search().read(name) }
        #expect(failure == CommandFailure(.pipelineFile, verbatim: "dualcam: error: " + text))
    }

    @Test func refusesWhatCannotBeReadOrIsTooLarge() {
        var files = Self.files
        files.contents["secret.yaml"] = .some(nil)
        files.contents["large.yaml"] = [UInt8](repeating: 32, count: PipelineSearch.largest + 1)
        files.contents["fits.yaml"] = [UInt8](repeating: 32, count: PipelineSearch.largest)
        let search = search(files: files)
        #expect(
            throws: CommandFailure(
                .pipelineFile,
                verbatim: """
                    dualcam: error: the pipeline file 'secret.yaml' cannot be read. \
                    Check its permissions with 'ls -l secret.yaml'.
                    """)
        ) { try search.read("secret.yaml") }
        #expect(
            throws: CommandFailure(
                .pipelineFile,
                verbatim: """
                    dualcam: error: 'large.yaml' is larger than 1 MiB, so it is not a pipeline file. \
                    Give the YAML file that describes the recording.
                    """)
        ) { try search.read("large.yaml") }
        #expect(throws: Never.self) { try search.read("fits.yaml") }
    }

    @Test func theRealFileSystemTellsFoldersFromFiles() {
        let disk = DiskView()
        #expect(disk.kind(of: "/") == .directory)
        #expect(disk.kind(of: "/dev/null") == .file)
        #expect(disk.kind(of: "/no/such/file") == .missing)
        #expect(disk.bytes(of: "/no/such/file", limit: 1) == nil)
        #expect(disk.bytes(of: "/dev/zero", limit: 100_000)?.count == 100_000)
        #expect(disk.names(in: "/proc/self").contains("status"))
    }
}
