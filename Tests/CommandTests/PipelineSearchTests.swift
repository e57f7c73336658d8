import DualCamSession
import Testing

@testable import DualCamCommands

@Suite struct PipelineSearchTests {
    static let files = FakeFiles([
        "own.yaml", "videos/clip.yaml", "/src/Package.swift", "/src/Pipelines/pip.yaml", "/src/Pipelines/stacked.yaml",
        "/src/Pipelines/notes.md", "/home/me/Pipelines/desk.yaml", "/home/me/Pipelines/pip.yaml",
        "/usr/share/dualcam/pipelines/pip.yaml",
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
    ])
    func findsAsGivenThenAmongTheShipped(name: String, path: String) throws {
        #expect(try search().locate(name) == path)
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
                    dualcam: error: 'large.yaml' is larger than 1 MiB, so it is no pipeline file. \
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
