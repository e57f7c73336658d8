package import DualCamPlan

/// The sound sources of this machine, and the servers whose sources are unknown.
package struct SoundSources: Sendable, Equatable {
    /// A reason why the sources of a server are unknown.
    package enum Gap: Sendable, Equatable {
        /// The server of this name does not answer.
        case hangs(String)
        /// A PipeWire server is there, but not the program `pw-dump`, which lists its sources.
        case noProgram

        /// A sentence that says what is unknown, and what to do.
        package var text: String {
            switch self {
            case .hangs(let server):
                "\(server) does not answer, so its devices are missing here. Start it again, for example with 'systemctl --user restart \(server.lowercased())'."
            case .noProgram:
                "The program pw-dump is missing, so the devices of PipeWire are missing here. It is in Debian's package pipewire-bin."
            }
        }
    }

    package var listings: [MicrophoneListing] = []
    package var gaps: [Gap] = []

    /// True if the nodes of PipeWire are unknown.
    var lacksNodes: Bool { gaps.contains { $0 == .noProgram || $0 == .hangs(PipeWireNode.server) } }
}
