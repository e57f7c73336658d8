import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamSession
import Glibc

/// Lets media keys, and the keys of an input device, control the recording. If these keys cannot be used, the recording
/// continues without them.
struct RemoteKeys {
    private let player: MediaPlayer?
    private let playing: Task<Void, Never>?
    private let listening: Task<Void, Never>?

    init(_ control: Control, to controller: any SessionController, in place: ProcessEnvironment) {
        let note = { @Sendable (text: String) in place.note("warning: " + text, .warning) }
        let address = MediaPlayer.address(place.environment) { place.files.kind(of: $0) != .missing }
        if control.mediaKeys, let address {
            let player = MediaPlayer(controller, note: note)
            // The player is identified by the process id of the supervisor, which stays the same when another worker is
            // started.
            playing = Task { await player.serve(on: address, process: getppid()) }
            self.player = player
        } else {
            (player, playing) = (nil, nil)
        }
        listening = Self.open(control.keys, note).map { keys in Task { await keys.serve(controller, note: note) } }
    }

    private static func open(_ device: KeyDevice?, _ note: (String) -> Void) -> KeyInput? {
        guard let device else { return nil }
        do throws(Refusal) { return try KeyInput(device) } catch {
            note("\(Sentence.ended(error.message)) \(error.hint ?? "")")
            return nil
        }
    }

    func close() async {
        listening?.cancel()
        await player?.close()
        await playing?.value
        await listening?.value
    }
}
