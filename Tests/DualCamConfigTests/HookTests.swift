import DualCamConfig
import Testing

/// The values of `hooks`, and the error messages for it.
@Suite struct HookTests {
    /// Programs are searched for in the file's folder, /p; `curl` is installed in the system.
    private static let context = LoadContext(
        environment: ["KEY": "geheim"], home: "/home/me", folder: "/p",
        program: { word, path in
            switch path {
            case "/p/curl": .success("/usr/bin/curl")
            case "/p/none": .failure(Refusal("there is no program '/p/none'", hint: "check the path"))
            default: .success(path)
            }
        })

    @Test(
        arguments: [
            ("{}", [:]),
            ("{finished: ./upload}", [.finished: [.program(path: "/p/upload", arguments: [])]]),
            (
                "{finished: [~/bin/upload, '', -v]}",
                [.finished: [.program(path: "/home/me/bin/upload", arguments: ["", "-v"])]]
            ),
            (
                "{input-lost: [curl, -d, '@-', https://a.example/b]}",
                [.inputLost: [.program(path: "/usr/bin/curl", arguments: ["-d", "@-", "https://a.example/b"])]]
            ),
            (
                "{worker-lost: 'https://a.example:8443/${KEY}?x=1'}",
                [.workerLost: [.address("https://a.example:8443/geheim?x=1")]]
            ),
            ("{segment: ['http://[::1]/']}", [.segment: [.address("http://[::1]/")]]),
            (
                "{gap: [[./a, b], https://a.example, ./c]}",
                [
                    .gap: [
                        .program(path: "/p/a", arguments: ["b"]), .address("https://a.example"),
                        .program(path: "/p/c", arguments: []),
                    ]
                ]
            ),
        ] as [(String, [EventName: [HookAction]])])
    func actions(text: String, actions: [EventName: [HookAction]]) throws {
        #expect(try Self.load("hooks: " + text).actions == actions)
    }

    @Test func limit() throws {
        #expect(try Self.load("hooks: {limit: 2min}").limit == .seconds(120))
        #expect(try Self.load("").limit == .seconds(60))
    }

    /// Every event of `run --json` is a key, except two with an explanation why not.
    @Test func everyEventIsAKey() throws {
        let events = EventName.allCases.filter(\.isForHooks)
        let lines = events.map { "  \($0.rawValue): ./a\n" }.joined()
        #expect(Set(try Self.load("hooks:\n" + lines).actions.keys) == Set(events))
        #expect(Set(EventName.allCases).subtracting(events) == [.status, .finishing, .hookFailed])
    }

    @Test(arguments: [
        ("hooks: {finishd: ./a}", 9, "finishd: unknown key; did you mean 'finished'?"),
        ("hooks: {camera-lost: ./a}", 9, "camera-lost: unknown key; did you mean 'input-lost'?"),
        (
            "hooks: {status: ./a}", 9,
            "status: comes every second; follow 'dualcam run --json', or /metrics over HTTP"
        ),
        ("hooks: {hook-failed: ./a}", 9, "hook-failed: would call itself; follow 'dualcam run --json'"),
        ("hooks: {finished: none}", 19, "finished: there is no program '/p/none'; check the path"),
        ("hooks: {finished: [none, a]}", 9, "finished: there is no program '/p/none'; check the path"),
        ("hooks: {finished: []}", 9, "finished: names no program; write it as in [./upload, --fast]"),
        ("hooks: {finished: [[./a], [none]]}", 27, "finished[1]: there is no program '/p/none'; check the path"),
        ("hooks: {finished: [[./a], [./a]]}", 27, "finished[1]: is listed twice"),
        (
            "hooks: {finished: [./a, {b: c}]}", 25,
            "finished[1]: is a section, but one value is needed; put a text that begins with '{' in quotes"
        ),
        ("hooks: {finished: ''}", 19, "finished: must not be empty"),
        (
            "hooks: {finished: [https://a.example, b]}", 9,
            "finished: a web address takes no arguments; write it alone, or name a program first"
        ),
        (
            "hooks: {finished: ftp://a}", 19,
            "finished: is not a web address; write it as in https://studio.example/dualcam"
        ),
        (
            "hooks: {finished: 'https:///${KEY}'}", 19,
            "finished: is not a web address; write it as in https://studio.example/dualcam"
        ),
        (
            "hooks: {finished: 'https://a.example/b c'}", 19,
            "finished: is not a web address; write it as in https://studio.example/dualcam"
        ),
        ("hooks: {limit: 0s}", 16, "limit: '0s' is out of range; accepted: 1s ... 1h"),
    ])
    func mistakes(line: String, column: Int, message: String) {
        let text =
            "pip.yaml:4:\(column): error: hooks.\(message)\n\(line)\n" + String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(Array((twoCameras + line).utf8), context: Self.context) == text)
    }

    private static func load(_ line: String) throws(PipelineIssues) -> Hooks {
        try PipelineLoader.load(Array((twoCameras + line).utf8), named: "pip.yaml", context: context).pipeline.hooks
    }
}
