import DualCamRecordings
package import DualCamSession
internal import GStreamer
internal import Soup

/// Presents a session as a media player on the desktop's message bus (MPRIS 2.2). Media keys and headset buttons can
/// then record, pause and stop.
package actor MediaPlayer {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"

    private let controller: any SessionController
    private let note: @Sendable (String) -> Void
    private var service: BusService?
    private var isClosed = false

    /// Creates a media player for a session without registering it on the bus.
    /// - Parameter note: receives one sentence for users if media keys stop working.
    package init(_ controller: any SessionController, note: @escaping @Sendable (String) -> Void) {
        (self.controller, self.note) = (controller, note)
    }

    /// Returns the D-Bus address of the user's session bus; `nil` if there is none. Does not start a bus.
    ///
    /// - Parameter exists: returns true if a file exists at a path.
    package static func address(_ environment: [String: String], exists: (String) -> Bool) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty, exists(folder + "/bus") else { return nil }
        return "unix:path=\(folder)/bus"
    }

    /// Registers the media player on the bus and updates it until the session ends or `close` is called.
    ///
    /// - Parameter process: the process id at the end of the bus name `org.mpris.MediaPlayer2.dualcam.instancePID`.
    package func serve(on address: String, process: Int32) async {
        let note = note
        let service = BusService(path: Self.path) { [controller] (call) throws(BusError) in
            try await Self.carryOut(call, by: controller)
        } tell: { news in
            switch news {
            case .named: break
            case .nameLost: note("Media keys are not heard: somebody else has the name on the session bus.")
            case .disconnected: note("Media keys are not heard any more: the session bus has gone.")
            }
        }
        self.service = service
        // Subscribes to the events before the state is read, so that no change is missed.
        let news = await controller.news()
        var state = await controller.state()
        do throws(LibraryError) {
            try await service.open(
                address, name: "\(Self.root).dualcam.instance\(process)", interfaces: Self.interfaces(state),
                properties: [Self.root: Self.identity, Self.player: Self.properties(of: state)])
        } catch {
            note("Media keys are not heard: the session bus at \(address) cannot be used: \(error.message)")
            return
        }
        for await piece in news where !isClosed {
            guard case .event = piece else { continue }
            let last = state
            state = await controller.state()
            await service.put(
                Self.properties(of: state), into: Self.player, silently: Self.silent(state, after: last))
        }
        await close()
    }

    /// Removes the media player from the bus.
    package func close() async {
        isClosed = true
        await service?.close()
        service = nil
    }

    /// Executes the method call that a media key sends over the bus. Throws if the session rejects the command.
    private static func carryOut(_ call: BusCall, by controller: any SessionController) async throws(BusError) {
        guard call.interface == player, let key = keys[call.method] else { return }
        let phase = await controller.state().phase
        guard let name = key.command(in: phase) else { return }
        do throws(ControlRefusal) {
            _ = try await controller.perform(ControlCommand(name))
        } catch {
            throw BusError(errorName(error.code), error.text)
        }
    }

    private static let keys: [String: MediaKey] = [
        "Play": .play, "Pause": .pause, "PlayPause": .playPause, "Stop": .stop,
    ]

    /// Returns the D-Bus error name for an error code of the control interface, such as `org.dualcam.Error.NotNow`.
    private static func errorName(_ code: ControlRefusal.Code) -> String {
        let words = code.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return "org.dualcam.Error." + words.joined()
    }
}

// MARK: Properties
extension MediaPlayer {
    private static let identity: [String: BusValue] = [
        "CanQuit": .boolean(false), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
        "Identity": .string("dualcam"), "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
    ]

    static func properties(of state: ControlState) -> [String: BusValue] {
        let length = recorded(state)
        let isUsable = [.standby, .recording, .paused].contains(state.phase)
        let status =
            switch state.phase {
            case .recording: "Playing"
            case .paused: "Paused"
            default: "Stopped"
            }
        let title = state.folder?.split(separator: "/").last.map(String.init) ?? state.name
        return [
            "PlaybackStatus": .string(status), "Rate": .double(1), "MinimumRate": .double(1), "MaximumRate": .double(1),
            "Volume": .double(1), "Position": .integer(length),
            "Metadata": .dictionary([
                "mpris:trackid": .path("/org/dualcam/take"), "mpris:length": .integer(length),
                "xesam:title": .string(title),
            ]),
            "CanGoNext": .boolean(false), "CanGoPrevious": .boolean(false), "CanSeek": .boolean(false),
            "CanPlay": .boolean(isUsable), "CanPause": .boolean(isUsable && state.phase != .standby),
            "CanControl": .boolean(true),
        ]
    }

    /// Returns the recorded duration in microseconds; 0 before recording starts.
    private static func recorded(_ state: ControlState) -> Int64 {
        guard let length = state.status?.recorded else { return 0 }
        let (seconds, attoseconds) = length.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// Returns the names of the properties whose changes are not signalled on the bus. `Position` is never signalled.
    /// `Metadata` is not signalled if only the recording's length has grown.
    private static func silent(_ state: ControlState, after last: ControlState) -> Set<String> {
        state.phase == last.phase && state.folder == last.folder ? ["Position", "Metadata"] : ["Position"]
    }
}

extension MediaPlayer {
    /// Returns the introspection XML of the MPRIS interfaces (https://specifications.freedesktop.org/mpris-spec/2.2).
    /// Properties that are writable in the specification are read-only here.
    static func interfaces(_ state: ControlState) -> String {
        """
        <node>
          <interface name="\(root)">
            <method name="Raise"/>
            <method name="Quit"/>
            \(declarations(identity))
          </interface>
          <interface name="\(player)">
            <method name="Next"/>
            <method name="Previous"/>
            <method name="Pause"/>
            <method name="PlayPause"/>
            <method name="Stop"/>
            <method name="Play"/>
            <method name="Seek"><arg direction="in" name="Offset" type="x"/></method>
            <method name="SetPosition">
              <arg direction="in" name="TrackId" type="o"/>
              <arg direction="in" name="Position" type="x"/>
            </method>
            <method name="OpenUri"><arg direction="in" name="Uri" type="s"/></method>
            \(declarations(properties(of: state)))
          </interface>
        </node>
        """
    }

    private static func declarations(_ properties: [String: BusValue]) -> String {
        properties.map { #"<property name="\#($0.key)" type="\#($0.value.type)" access="read"/>"# }.joined()
    }
}
