@testable import DualCamConfig
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamSupervisor
@testable import DualCamWorker

/// Hook programs that hang, fail, print or fork.
@Suite struct HookProcessTests {
    fileprivate struct Bench {
        let folder: TemporaryFolder
        let processes: HookProcesses
        private let reports: AsyncStream<HookPolicy.Input>

        init() throws {
            folder = try #require(TemporaryFolder())
            let (reports, reporting) = AsyncStream.makeStream(of: HookPolicy.Input.self)
            self.reports = reports
            var place = ProcessEnvironment(
                output: CapturedText(), errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
                signals: { AsyncStream { $0.finish() } },
                environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": "/run/notify"],
                files: DiskView(), workingDirectory: folder.path)
            place.launcher = "/bin/false"
            processes = HookProcesses(place, pipeline: "/p/pip.yaml") { reporting.yield($0) }
        }

        /// Starts `script` in a shell and returns its lane.
        func start(_ script: String) -> HookLane {
            let lane = HookLane.program(.finished, path: "/bin/sh", arguments: ["-c", "cd \(folder.path)\n" + script])
            processes.run(lane, HookEvent(name: .finished, line: #"{"event":"finished"}"#, folder: "/rec/a b"))
            return lane
        }

        func end() async -> HookPolicy.Input? {
            for await report in reports { return report }
            return nil
        }
    }

    @Test(arguments: [
        ("exit 0", HookEnding.ended(0)),
        ("echo one; echo two >&2; exit 3", .ended(3, words: "two")),
        ("kill -9 $$", .ended(-9)),
        // Standard input is a file, so programs may read it twice or not at all.
        ("cat", .ended(0, words: #"{"event":"finished"}"#)),
        (
            "echo $DUALCAM_EVENT $DUALCAM_SESSION $DUALCAM_PIPELINE $NOTIFY_SOCKET",
            .ended(0, words: "finished /rec/a b /p/pip.yaml")
        ),
        // The program does not inherit the signals that the supervisor ignores.
        ("kill -TERM $$; echo survived", .ended(-15)),
        ("yes | head -1; echo ${PIPESTATUS-}", .ended(0, words: "y")),
        ("head -c 200000 /dev/zero; echo; echo end", .ended(0, words: "end")),
        // The program runs at idle priority from the start: SCHED_IDLE is 5 (proc(5)).
        (
            "for i in $(seq 1000); do p=$(cut -d' ' -f41 /proc/self/stat); [ $p = 5 ] && break; done; echo $p",
            .ended(0, words: "5")
        ),
    ])
    func ends(script: String, ending: HookEnding) async throws {
        let bench = try Bench()
        let lane = bench.start(script)
        #expect(await bench.end() == .ended(lane, ending))
    }

    /// Programs run in another folder than the recording, and events may be sent by later runs, so folders are given as
    /// absolute paths.
    @Test(arguments: [("takes/one", "/desk/takes/one"), ("/takes/one", "/takes/one")])
    func foldersAreToldWhole(_ folder: String, _ told: String) async throws {
        var (runner, hooks, state, inputs) = Self.supervised()
        let script = "echo $DUALCAM_SESSION $DUALCAM_PIPELINE; exit 3"
        hooks.actions = [.finished: [.program(path: "/bin/sh", arguments: ["-c", script])]]
        state.folder = folder
        _ = runner.observe(.state(.begin), state, hooks, at: .zero)
        _ = runner.observe(.told(HookEvent(name: .finished, line: "{}")), state, hooks, at: .zero)
        let lane = HookLane.program(.finished, path: "/bin/sh", arguments: ["-c", script])
        for await input in inputs {
            #expect(input == .hook(.ended(lane, .ended(3, words: "\(told) /desk/p.yaml"))))
            break
        }
    }

    /// Returns the hooks of a supervisor whose working directory is `/desk`, and its inputs from them.
    private static func supervised() -> (HookRunner, Hooks, SupervisionState, AsyncStream<SupervisorInput>) {
        var place = ProcessEnvironment.ofThisProcess(
            environment: TestHome.nowhere.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        place.workingDirectory = "/desk"
        let request = PipelineRequest(file: "p.yaml", settings: [], simulate: false)
        let order = SupervisionOrder(
            found: .init(path: "p.yaml", bytes: []), pipeline: Pipeline(cameras: []), json: true, quiet: false,
            request: request)
        let (inputs, yielding) = AsyncStream.makeStream(of: SupervisorInput.self)
        let state = SupervisionState(hang: .seconds(5), memoryLimit: 1000)
        return (HookRunner(order, place, yielding), Hooks(), state, inputs)
    }

    /// A request to end that comes after the recording's end does not wait for hooks, even if the worker's report of
    /// the end arrives later.
    @Test(arguments: [("2000", "exec sleep 600", -15), ("2100", "exit 3", 3)] as [(String, String, Int32)])
    func whoAsksAfterTheEndWaitsForNothing(year: String, script: String, code: Int32) async throws {
        var (runner, hooks, state, inputs) = Self.supervised()
        state.folder = "/takes"
        hooks.actions = [.finished: [.program(path: "/bin/sh", arguments: ["-c", script])]]
        let line = #"{"event":"finished","time":"\#(year)-01-01T00:00:00.000Z"}"#
        _ = runner.observe(.state(.begin), state, hooks, at: .zero)
        _ = runner.observe(.state(.signal(.interrupt)), state, hooks, at: .zero)
        _ = runner.observe(.told(HookEvent(name: .finished, line: line)), state, hooks, at: .zero)
        _ = runner.close(at: .zero)
        let lane = HookLane.program(.finished, path: "/bin/sh", arguments: ["-c", script])
        for await input in inputs {
            #expect(input == .hook(.ended(lane, .ended(code))))
            break
        }
    }

    @Test func whatCannotBeStartedIsSaid() async throws {
        let bench = try Bench()
        let lane = HookLane.program(.finished, path: bench.folder.path + "/gone", arguments: [])
        bench.processes.run(lane, nil)
        #expect(await bench.end() == .ended(lane, .notStarted("No such file or directory")))
    }

    /// Background processes of a program are ended with it.
    @Test func forksEndWithIt() async throws {
        let bench = try Bench()
        let lane = bench.start("sleep 600 & echo $! > child; exit 0")
        #expect(await bench.end() == .ended(lane, .ended(0)))
        let child = try #require(bench.folder.text("child").flatMap { Int32($0.dropLast()) })
        // The process has got its signal and dies once it is scheduled. A zombie process counts as dead; its parent, which
        // is not this process, may remove it at any moment.
        var lives: Bool {
            (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?.contains(") Z") == false
        }
        let deadline = ContinuousClock.now + .seconds(300)
        while lives {
            try #require(ContinuousClock.now < deadline, "process \(child) is still running")
            await Task.yield()
        }
    }

    /// A signal reaches the program and its child processes; a program that ignores it is killed.
    @Test func hangingOnesAreEnded() async throws {
        let bench = try Bench()
        let polite = bench.start("mkfifo a; echo > ready; sleep 600; echo never")
        try await bench.ready()
        bench.processes.send(SIGTERM, to: polite)
        #expect(await bench.end() == .ended(polite, .ended(-15)))
        bench.folder.remove("ready")
        let deaf = bench.start("trap '' TERM; echo > ready; while :; do sleep 600; done")
        try await bench.ready()
        bench.processes.send(SIGTERM, to: deaf)
        bench.processes.send(SIGKILL, to: deaf)
        #expect(await bench.end() == .ended(deaf, .ended(-9)))
    }
}

extension HookProcessTests.Bench {
    /// Waits until a script has created the file `ready`. Scripts run at idle priority, so this may take long on a busy
    /// machine.
    fileprivate func ready() async throws {
        let deadline = ContinuousClock.now + .seconds(300)
        while folder.text("ready") == nil {
            try #require(ContinuousClock.now < deadline, "the script has not begun")
            await Task.yield()
        }
    }
}

/// The disk queue of events for a web address, and the process that empties it.
@Suite struct HookDeliveryTests {
    private static let event = HookEvent(name: .marked, line: #"{"event":"marked"}"#, folder: "/rec/ä b")

    private func surroundings(_ folder: TemporaryFolder, address: String = "") -> (ProcessEnvironment, CapturedText) {
        let output = CapturedText()
        var place = ProcessEnvironment(
            output: output, errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } }, environment: ["HOME": folder.path], files: DiskView(),
            workingDirectory: folder.path)
        place.readLine = { address }
        return (place, output)
    }

    @Test func theQueueKeepsOrderAndBounds() throws {
        let folder = try #require(TemporaryFolder())
        let queue = EventQueue(for: "https://a.example/secret", in: surroundings(folder).0)
        #expect(
            queue.folder.hasPrefix(folder.path + "/.local/state/dualcam/hooks/") && !queue.folder.contains("secret"))
        #expect(queue.keep(Self.event, at: 1) == nil)
        for number in 2...EventQueue.most {
            let name = "000000000000000" + "00000\(number)".suffix(5) + "-1.json"
            folder.write("", to: "\(queue.folder.dropFirst(folder.path.count + 1))/\(name)")
        }
        #expect(queue.keep(Self.event, at: 20_000) == "more than 1000 are waiting, and the oldest are discarded")
        let names = queue.names
        #expect(names.count == 1000 && names.first?.hasPrefix("00000000000000000002-") == true)
        #expect(names.last.flatMap(queue.event) == Self.event)
        var facts = stat()
        #expect(stat(queue.folder, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
        let week: Int64 = 7 * 86400 * 1_000_000_000
        #expect(!queue.isOutdated(names[0], at: week) && queue.isOutdated(names[0], at: week + 3))
    }

    /// A server that refuses twice and then accepts gets every event once and in order.
    @Test func aServerThatRefusesTwice() async throws {
        let folder = try #require(TemporaryFolder())
        let count = Lock(0)
        let server = try TinyServer { _ in
            count.with { count in
                count += 1
                return .init(status: count <= 2 ? 503 : 204, body: "")
            }
        }
        defer { server.close() }
        let address = "http://127.0.0.1:\(server.port)/hook"
        let (place, output) = surroundings(folder, address: address)
        let queue = EventQueue(for: address, in: place)
        for time in 1...3 {
            _ = queue.keep(HookEvent(name: .marked, line: "{\"n\":\(time)}"), at: WallTime.unixNow() + Int64(time))
        }
        for code in [ExitCode.unavailable, .unavailable, .finished] {
            #expect(await run(queue.folder, in: place) == code)
        }
        #expect(output.text == "HTTP status 503\nHTTP status 503\n")
        #expect(server.asked == [1, 1, 1, 2, 3].map { "POST /hook {\"n\":\($0)}" })
        #expect(queue.names.isEmpty)
    }

    @Test(arguments: [
        (404, "1 discarded (HTTP status 404)\n"),
        (302, "1 discarded (HTTP status 302)\n"),
        (429, "HTTP status 429\n"),
    ])
    func whatIsRefusedForGoodIsGivenUp(status: Int, words: String) async throws {
        let folder = try #require(TemporaryFolder())
        let server = try TinyServer { _ in .init(status: status, headers: "Location: /elsewhere\r\n", body: "") }
        defer { server.close() }
        let address = "http://127.0.0.1:\(server.port)/hook"
        let (place, output) = surroundings(folder, address: address)
        let queue = EventQueue(for: address, in: place)
        _ = queue.keep(Self.event, at: WallTime.unixNow())
        _ = await run(queue.folder, in: place)
        #expect(output.text == words && server.asked.count == 1)
        #expect(queue.names.isEmpty == (status != 429))
    }

    @Test func nobodyListens() async throws {
        let folder = try #require(TemporaryFolder())
        let (place, output) = surroundings(folder, address: "http://127.0.0.1:1/")
        let queue = EventQueue(for: "http://127.0.0.1:1/", in: place)
        _ = queue.keep(Self.event, at: WallTime.unixNow())
        #expect(await run(queue.folder, in: place) == .unavailable)
        #expect(output.text == "nobody listens there\n" && queue.names.count == 1)
    }

    private func run(_ folder: String, in place: ProcessEnvironment) async -> ExitCode {
        await Invocation.run(InternalJob.deliver.words + ["--", folder], in: place)
    }
}
