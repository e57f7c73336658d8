package import DualCamPlan

/// The sound sources of this machine, and the servers whose sources are unknown.
package struct SoundSources: Sendable, Equatable {
    /// A sound server that lists its sources.
    package enum Server: Sendable {
        case pulseAudio, pipeWire

        /// The systemd unit that restarts the server. On a machine with PipeWire, a service of PipeWire answers as
        /// PulseAudio does.
        var unit: String {
            switch self {
            case .pulseAudio: PipeWireNode.hasServer ? "pipewire-pulse" : "pulseaudio"
            case .pipeWire: "pipewire"
            }
        }

        /// The server of a source element that reads from a server.
        package init(of element: String) { self = element == NodeTrial.element ? .pipeWire : .pulseAudio }

        fileprivate var title: String {
            switch self {
            case .pulseAudio: "PulseAudio"
            case .pipeWire: "PipeWire"
            }
        }
    }

    /// A reason why the sources of a server are unknown.
    package enum Gap: Sendable, Equatable {
        /// The server does not answer in time.
        case hangs(Server)
        /// A PipeWire server is running, but the program `pw-dump`, which lists its sources, is not installed.
        case noProgram

        /// The gap's reason and what to do, in sentences for users.
        package var text: String {
            switch self {
            case .hangs(let server):
                "\(server.title) does not answer, so its devices\(server == .pulseAudio ? " and those of ALSA" : "") are missing here. Restart it: 'systemctl --user restart \(server.unit)'."
            case .noProgram:
                "The program pw-dump is missing, so the devices of PipeWire are missing here. It is in Debian's package pipewire-bin."
            }
        }
    }

    package var listings: [MicrophoneListing] = []
    package var gaps: [Gap] = []

    /// True if the nodes of PipeWire are unknown.
    var lacksNodes: Bool { gaps.contains { $0 == .noProgram || $0 == .hangs(.pipeWire) } }
}
