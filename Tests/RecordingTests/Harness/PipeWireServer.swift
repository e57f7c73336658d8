import DualCamTestKit
import Foundation
import Testing

/// A PipeWire server of a test's own, with its session manager; both end with the value.
///
/// It has one source of sound, `drifting`, of 8000 samples a second and one channel: what is written to `pipe`.
final class PipeWireServer: Sendable {
    private let folder: TemporaryFolder
    private let processes: [Process]

    var pipe: String { folder.path + "/pipe" }

    /// What a program that speaks to it has in its environment.
    var environment: [String: String] { ["PIPEWIRE_RUNTIME_DIR": folder.path] }

    init() throws {
        folder = try #require(TemporaryFolder())
        let file = folder.path + "/server.conf"
        try Data(Self.configuration(pipe: folder.path + "/pipe").utf8).write(to: URL(filePath: file))
        let environment = TestHome.environment(["PIPEWIRE_RUNTIME_DIR": folder.path])
        let commands = [["pipewire", "-c", file], ["dbus-run-session", "--", "wireplumber"]]
        processes = try commands.map { words in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/" + words[0])
            process.arguments = Array(words.dropFirst())
            process.environment = environment
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            return process
        }
    }

    /// Ends both; whoever writes to the pipe sees it closed.
    func end() { for process in processes.reversed() where process.isRunning { process.terminate() } }

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
