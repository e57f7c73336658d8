public import DualCamConfig
public import DualCamSession
internal import Evdev

/// Keys of an input device that direct a session.
public struct KeyDoor: Sendable {
    private let presses: KeyPresses
    private let actions: [UInt16: KeyDevice.Action]

    /// Opens the device.
    ///
    /// - Throws: When it cannot be opened, or it or the kernel lacks one of the keys.
    public init(_ keys: KeyDevice) throws(DoorFailure) {
        var codes: [(name: String, code: UInt16)] = []
        var actions: [UInt16: KeyDevice.Action] = [:]
        for action in KeyDevice.Action.allCases {
            guard let name = keys.names[action] else { continue }
            guard let code = KeyCode.named(name) else {
                throw DoorFailure(
                    "control.keys.\(action.rawValue): there is no key \(name)",
                    advice: "The program 'evtest' shows the names of a device's keys.")
            }
            codes.append((name, code))
            actions[code] = action
        }
        do throws(InputFailure) {
            presses = try KeyPresses(device: keys.device, keys: codes)
        } catch {
            throw DoorFailure("control.keys: \(error.message)", advice: error.advice)
        }
        self.actions = actions
    }

    /// Directs the session until the device goes, or `close` is called.
    ///
    /// - Parameter note: Gets one sentence for each key that was refused.
    public func serve(_ desk: any ControlDesk, note: @Sendable (String) -> Void) async {
        for await code in presses.codes {
            guard let action = actions[code] else { continue }
            await Self.perform(action, by: desk, note: note)
        }
    }

    public func close() { presses.close() }

    static func perform(_ action: KeyDevice.Action, by desk: any ControlDesk, note: @Sendable (String) -> Void) async {
        guard let name = await command(for: action, at: desk) else { return }
        do throws(ControlRefusal) {
            _ = try await desk.perform(ControlCommand(name))
        } catch {
            note("The key for \(action.rawValue) did nothing: \(error.message)")
        }
    }

    private static func command(for action: KeyDevice.Action, at desk: any ControlDesk) async -> ControlCommand.Name? {
        let phase = await desk.state().phase
        switch action {
        case .record: return MediaKey.play.command(in: phase)
        case .pause: return MediaKey.pause.command(in: phase)
        case .playPause: return MediaKey.playPause.command(in: phase)
        case .stop: return MediaKey.stop.command(in: phase)
        case .mark: return .mark
        case .swap: return .swap
        case .split: return .split
        }
    }
}
