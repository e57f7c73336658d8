import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamWorker
import Glibc
import Kernel

/// The command `dualcam open [FILE]`, which opens the web page of a running recording. If no recording runs, it starts
/// a server, as `dualcam serve` does, and opens the server's page.
struct OpenCommand: RecordingCommand {
    var file: String?
    var options = RecordingOptions()
    var session: String?

    static let declaration = CommandDeclaration<Self>(
        "open", "open the web page of a running recording, or start a server",
        discussion: """
            Opens the page in a browser. Without a browser or a display, prints the link instead; anyone who has the \
            link can see and control everything. If no recording runs, FILE is served as by 'dualcam serve', at \
            \(OwnPipeline.listen) unless --listen or control.listen says otherwise.

            Exit codes: 0 opened or printed; 64 several recordings run; 69 the recording has no web address; those of \
            'dualcam serve' if the command starts a server.
            """, examples: ["open", "open pip --simulate"],
        parameters: [
            .optional(
                "FILE", \.file,
                "the pipeline file to serve if no recording runs (default: your own, as for 'dualcam serve')",
                completion: .fileOrName)
        ],
        options: [
            .recording(\.session),
            .flag(
                "simulate", \.options.simulate,
                "replace cameras and microphones with test patterns and test tones"),
            .repeated("set", "KEY=VALUE", \.options.settings, "override one key: --set cameras.back.rate=15"),
            .value(
                "listen", "ADDRESS:PORT", \.options.listen,
                "serve the page at this address, such as 127.0.0.1:8080 (control.listen)"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard session == nil, RecorderSearch(place).running().isEmpty else { return try await openRunning(in: place) }
        var serving = try await withOwnPipeline(in: place)
        // If the file has mistakes, `serve` below reports them after it has printed which file it reads.
        if let file, let order = try? quiet.order(file, serves: true, in: place), order.pipeline.control.listen == nil {
            serving.options.listen = OwnPipeline.listen
        }
        let opening = Task { await openOwn(in: place) }
        defer { opening.cancel() }
        return await serving.supervise(in: place, serves: true)
    }

    private func openRunning(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let recorder = try RecorderSearch(place).recorder(called: session)
        let link = try await recorder.ask(json: false, in: place) { (client) throws(ControlClientFailure) in
            try client.pageLink()
        }
        guard let link else {
            throw CommandFailure(
                .unavailable, "the recording \(recorder.text) has no web address",
                next: "Start it with --listen \(OwnPipeline.listen), or with control.listen in its pipeline file.")
        }
        await place.openPage(link)
        return .finished
    }

    /// Waits until this process accepts control connections, then opens its own web page.
    private func openOwn(in place: ProcessEnvironment) async {
        while !Task.isCancelled {
            await pause(for: .milliseconds(200))
            guard let own = RecorderSearch(place).running().first(where: { $0.process == getpid() }) else { continue }
            let link = try? await own.ask(json: false, in: place) {
                (client) throws(ControlClientFailure) in try client.pageLink()
            }
            guard let link else { continue }
            return await place.openPage(link)
        }
    }
}

extension ProcessEnvironment {
    /// The maximum time to wait until xdg-open reports that it cannot start a browser.
    private static let patience = Duration.seconds(3)

    /// Opens a web page in the user's browser. If that is impossible, prints the page's address.
    func openPage(_ link: String) async {
        let isOpened = await BlockingCalls.perform { [self] in start(link) }
        if !isOpened { output.write("\(link)\n") }
    }

    /// Opens a link in the user's browser. Returns false if there is no display, if `xdg-open` is missing, or if it
    /// cannot start a browser. Blocks.
    private func start(_ link: String) -> Bool {
        let screens = ["DISPLAY", "WAYLAND_DISPLAY"].map { environment[$0, default: ""] }
        guard screens.contains(where: { !$0.isEmpty }),
            case .success(let program) = ProgramSearch.find("xdg-open", "/usr/bin/xdg-open", environment["PATH"]),
            let path = try? PageEntrance.make(for: link, state: stateFolder + "/control")
        else { return false }
        guard
            let child = try? ChildProcess(
                program, [PageEntrance.address(of: path)], environment: environment, silent: [0, 1, 2])
        else { return false }
        // Some versions of xdg-open run until the browser is closed. If xdg-open still runs after this time, the
        // browser has started.
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if child.hasEnded(waits: false) { return child.wait() == 0 }
            poll(nil, 0, 50)
        }
        return true
    }
}
