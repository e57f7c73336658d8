import DualCamConfig
import DualCamControl
import DualCamSession
import Glibc

/// Media keys and the keys of an input device. Without them a recording goes on as well.
struct RemoteKeys {
    private let player: MediaPlayer?
    private let keys: KeyDoor?
    private let tasks: [Task<Void, Never>]

    init(_ control: Control, to desk: any ControlDesk, in place: Workplace) {
        let note = { @Sendable (text: String) in place.note("warning: " + text, .warning) }
        var tasks: [Task<Void, Never>] = []
        let address = MediaPlayer.address(place.environment) { place.files.kind(of: $0) != .missing }
        if control.mediaKeys, let address {
            let player = MediaPlayer(desk, note: note)
            // As the socket is named: by the supervisor, which stays the same.
            tasks.append(Task { await player.serve(on: address, process: getppid()) })
            self.player = player
        } else {
            player = nil
        }
        keys = Self.open(control.keys, note)
        if let keys { tasks.append(Task { await keys.serve(desk, note: note) }) }
        self.tasks = tasks
    }

    private static func open(_ device: KeyDevice?, _ note: (String) -> Void) -> KeyDoor? {
        guard let device else { return nil }
        do throws(DoorFailure) { return try KeyDoor(device) } catch {
            note("\(Sentence.ended(error.message)) \(error.advice)")
            return nil
        }
    }

    func close() async {
        keys?.close()
        await player?.close()
        for task in tasks { await task.value }
    }
}
