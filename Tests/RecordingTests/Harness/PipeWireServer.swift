import DualCamTestKit
import Foundation
import Testing

/// A PipeWire server for one test, with its session manager. Both end when the value is released.
///
/// The server has one audio source, `drifting`, with one channel of 8000 samples per second. It delivers what is
/// written to `pipe`.
final class PipeWireServer: Sendable {
    private let folder: TemporaryFolder
    private let processes = Lock([Process]())

    var pipe: String { folder.path + "/pipe" }

    /// The environment of programs that use this server.
    var environment: [String: String] { ["PIPEWIRE_RUNTIME_DIR": folder.path] }

    init() throws {
        folder = try #require(TemporaryFolder())
        try Data(Self.configuration(pipe: pipe).utf8).write(to: URL(filePath: folder.path + "/server.conf"))
        try start()
    }

    /// Starts the server and its session manager. Blocks until the server answers.
    private func start() throws {
        let commands = [["pipewire", "-c", folder.path + "/server.conf"], ["dbus-run-session", "--", "wireplumber"]]
        let started = try commands.map { words in
            let process = process(words)
            try process.run()
            return process
        }
        processes.with { $0 = started }
        while !ask(["info", "0"]) { try #require(started[0].isRunning, "the PipeWire server has ended") }
    }

    private func process(_ words: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = TestHome.environment(environment)
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        return process
    }

    /// Adds a silent audio source that stays until it is removed. Blocks.
    func add(_ node: String) {
        ask([
            "create-node", "adapter",
            "{ factory.name=support.null-audio-sink node.name=\(node) media.class=Audio/Source/Virtual"
                + " object.linger=true audio.position=[ FL FR ] }",
        ])
    }

    func remove(_ node: String) { ask(["destroy", node]) }

    /// Kills the server as in a crash; its session manager then ends by itself. Blocks.
    func crash() {
        let running = processes.with { $0 }
        if let server = running.first, server.isRunning { kill(server.processIdentifier, SIGKILL) }
        for process in running { process.waitUntilExit() }
    }

    /// Sends a signal to the server. SIGSTOP makes it hang, and SIGCONT makes it run again.
    func send(_ signal: Int32) {
        if let server = processes.with({ $0.first }), server.isRunning { kill(server.processIdentifier, signal) }
    }

    /// Restarts the server if it has crashed, and adds an audio source. Blocks until the server answers.
    func restore(_ node: String) throws {
        if processes.with({ !($0.first?.isRunning ?? false) }) { try start() }
        add(node)
    }

    /// Sends a request to the server; returns false if it does not answer. Blocks.
    @discardableResult
    private func ask(_ words: [String]) -> Bool {
        let process = process(["pw-cli"] + words)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Ends the server; a program that writes to the pipe finds it closed. The session manager then ends by itself, and
    /// with it the message bus that `dbus-run-session` has started for it.
    func end() {
        guard let server = processes.with({ $0.first }), server.isRunning else { return }
        server.terminate()
        // A process that hangs ends only after this.
        send(SIGCONT)
    }

    deinit { end() }

    private static func configuration(pipe: String) -> String {
        """
        context.properties = { core.daemon = true core.name = pipewire-0 default.clock.rate = 48000 }
        context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
        context.modules = [
          { name = libpipewire-module-protocol-native } { name = libpipewire-module-metadata }
          { name = libpipewire-module-spa-node-factory } { name = libpipewire-module-client-node }
          { name = libpipewire-module-client-device } { name = libpipewire-module-access }
          { name = libpipewire-module-adapter } { name = libpipewire-module-link-factory }
          { name = libpipewire-module-session-manager }
          { name = libpipewire-module-pipe-tunnel
            args = {
              tunnel.mode = source pipe.filename = "\(pipe)" audio.format = S16LE audio.rate = 8000 audio.channels = 1
              stream.props = { node.name = drifting media.class = Audio/Source } } }
        ]
        context.objects = [
          { factory = spa-node-factory
            args = {
              factory.name = support.node.driver node.name = Dummy-Driver node.group = pipewire.dummy
              priority.driver = 20000 } }
        ]
        """
    }
}
