package import DualCamConfig
import DualCamRecordings
package import DualCamSession
internal import Evdev

/// An input device whose keys control a session. The device may be disconnected and connected again.
package struct KeyInput: Sendable {
    typealias Opening = @Sendable () throws(InputFailure) -> KeyPresses

    /// The interval between attempts to open an input device that is missing.
    private static let pace = Duration.seconds(1)

    private let device: String
    private let actions: [UInt16: KeyDevice.Action]
    private let open: Opening
    private let first: Result<KeyPresses, InputFailure>

    /// Opens the input device. If the device is missing, `serve` opens it once it appears.
    ///
    /// - Throws: an error if access is denied, if the device is not an input device, or if one of the keys is unknown
    ///   to the device or the kernel.
    package init(_ keys: KeyDevice) throws(Refusal) {
        let device = keys.device
        try self.init(keys) { codes throws(InputFailure) in try KeyPresses(device: device, keys: codes) }
    }

    /// Creates the key input of a device.
    /// - Parameter open: opens the device and checks that it has the given keys.
    init(
        _ keys: KeyDevice,
        open: @escaping @Sendable ([(name: String, code: UInt16)]) throws(InputFailure) -> KeyPresses
    ) throws(Refusal) {
        var codes: [(name: String, code: UInt16)] = []
        var actions: [UInt16: KeyDevice.Action] = [:]
        for action in KeyDevice.Action.allCases {
            guard let name = keys.names[action] else { continue }
            guard let code = KeyPresses.code(named: name) else {
                throw Refusal(
                    "control.keys.\(action.rawValue): there is no key \(name)",
                    hint: "The program 'evtest' shows the names of a device's keys.")
            }
            codes.append((name, code))
            actions[code] = action
        }
        let wanted = codes
        (device, self.actions) = (keys.device, actions)
        self.open = { () throws(InputFailure) in try open(wanted) }
        first = Result(catching: self.open)
        if case .failure(let failure) = first, !failure.isAbsence {
            throw Refusal("control.keys: \(failure.message)", hint: failure.advice)
        }
    }

    /// Carries out the action of each key that is pressed, until the calling task is cancelled.
    ///
    /// - Parameter note: receives one sentence for users when an action is rejected and when the device disappears or
    ///   appears.
    package func serve(_ controller: any SessionController, note: @Sendable (String) -> Void) async {
        var presses: KeyPresses?
        switch first {
        case .success(let open): presses = open
        case .failure(let failure):
            note("control.keys: \(failure.message). Its keys are heard as soon as it is there.")
        }
        while !Task.isCancelled {
            if let present = presses {
                await hear(present, controller, note)
                presses = nil
                if !Task.isCancelled { note("The keys of '\(device)' are not heard any more: it has gone.") }
            } else {
                presses = await waitForDevice(note)
                if presses != nil { note("The keys of '\(device)' are heard.") }
            }
        }
        presses?.close()
    }

    private func hear(_ presses: KeyPresses, _ controller: any SessionController, _ note: @Sendable (String) -> Void)
        async
    {
        for await code in presses.codes {
            guard let action = actions[code] else { continue }
            await Self.perform(action, by: controller, note: note)
        }
        presses.close()
    }

    /// Waits until the input device appears and opens it; returns `nil` if the task was cancelled.
    private func waitForDevice(_ note: @Sendable (String) -> Void) async -> KeyPresses? {
        var told: InputFailure?
        while true {
            do throws(InputFailure) { return try open() } catch {
                // A device that has just appeared may be unreadable until udev has processed it.
                if !error.isAbsence, error != told {
                    note("control.keys: \(error.message). \(error.advice)")
                    told = error
                }
            }
            do { try await Task.sleep(for: Self.pace) } catch { return nil }
        }
    }

    static func perform(
        _ action: KeyDevice.Action, by controller: any SessionController, note: @Sendable (String) -> Void
    ) async {
        guard let name = await command(for: action, at: controller) else { return }
        do throws(ControlRefusal) {
            _ = try await controller.perform(ControlCommand(name))
        } catch {
            note("The key for \(action.rawValue) did nothing: \(error.message)")
        }
    }

    private static func command(for action: KeyDevice.Action, at controller: any SessionController) async
        -> ControlCommand.Name?
    {
        let phase = await controller.state().phase
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

/// A media key of a headset, a keyboard or a remote control.
package enum MediaKey: String, Sendable, Equatable, CaseIterable {
    /// The key starts recording, or resumes it after a pause.
    case play
    case pause
    /// The key toggles between play and pause.
    case playPause = "play-pause"
    case stop

    /// Returns the command for this key in a phase of the recording; `nil` if the key does nothing in that phase.
    package func command(in phase: ControlState.Phase) -> ControlCommand.Name? {
        switch (self, phase) {
        case (.play, .standby), (.playPause, .standby): .record
        case (.play, .paused), (.playPause, .paused): .resume
        case (.pause, .recording), (.playPause, .recording): .pause
        case (.stop, .recording), (.stop, .paused): .stop
        default: nil
        }
    }
}
