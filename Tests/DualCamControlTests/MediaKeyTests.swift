@testable import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamControl
@testable import Evdev

@Suite struct MediaKeyTests {
    @Test(
        arguments: [
            (.play, [.standby: .record, .paused: .resume]),
            (.pause, [.recording: .pause]),
            (.playPause, [.standby: .record, .recording: .pause, .paused: .resume]),
            (.stop, [.recording: .stop, .paused: .stop]),
        ] as [(MediaKey, [ControlState.Phase: ControlCommand.Name])])
    func aKeyMeansWhatThePhaseMakesOfIt(key: MediaKey, commands: [ControlState.Phase: ControlCommand.Name]) {
        for phase in ControlState.Phase.allCases { #expect(key.command(in: phase) == commands[phase]) }
    }

    @Test(
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/a"),
            (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/1"], "unix:path=/run/user/1/bus"),
            (["XDG_RUNTIME_DIR": "/run/user/2"], nil), (["XDG_RUNTIME_DIR": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func theSessionBusIsWhereTheEnvironmentSays(environment: [String: String], address: String?) {
        #expect(MediaPlayer.address(environment) { $0 == "/run/user/1/bus" } == address)
    }
}

/// A real message bus, with dbus-send and dbus-monitor as other programs.
@Suite struct MediaPlayerTests {
    private static let name = "org.mpris.MediaPlayer2.dualcam.instance4242"
    private static let player = "org.mpris.MediaPlayer2.Player."

    @Test(.timeLimit(.minutes(10))) func aPlayerOnTheBusDirectsTheSession() async throws {
        let bus = try await SessionBus()
        let (controller, notes) = (MediaController(), Notes())
        let media = MediaPlayer(controller) { notes.add($0) }
        let serving = Task { await media.serve(on: bus.address, process: 4242) }
        #expect(await bus.hears(#"string "\#(Self.name)""#))

        #expect(await bus.get(Self.name, "org.mpris.MediaPlayer2", "Identity").contains(#"string "dualcam""#))
        #expect(await bus.status(Self.name) == "Stopped")
        for (method, phase, word) in [
            ("Play", ControlState.Phase.recording, "Playing"), ("PlayPause", .paused, "Paused"),
            ("Play", .recording, "Playing"), ("Pause", .paused, "Paused"), ("PlayPause", .recording, "Playing"),
        ] {
            #expect(await bus.call(Self.name, Self.player + method).code == 0)
            #expect(await controller.state().phase == phase)
            #expect(await bus.hears(#"string "\#(word)""#))
            #expect(await bus.status(Self.name) == word)
        }
        let metadata = await bus.get(Self.name, String(Self.player.dropLast()), "Metadata")
        #expect(metadata.contains(#"string "DualCam_1""#) && metadata.contains("int64 7250000"))
        #expect(await bus.call(Self.name, Self.player + "Stop").code == 0)
        #expect(await controller.done == [.record, .pause, .resume, .pause, .resume, .stop])

        await controller.refuse()
        let refused = await bus.call(Self.name, Self.player + "Play")
        #expect(refused.code == 1)
        #expect(refused.text == "Error org.dualcam.Error.NotNow: It is too late. Come earlier.\n")

        await controller.end()
        await serving.value
        #expect(await bus.hears(#"string "\#(Self.name)""#))
        #expect(await bus.call(Self.name, Self.player + "Play").code == 1)
        #expect(notes.all == [])
        bus.end()
    }

    @Test(.timeLimit(.minutes(10))) func aBusThatGoesIsANote() async throws {
        let bus = try await SessionBus()
        let (controller, notes) = (MediaController(), Notes())
        let media = MediaPlayer(controller) { notes.add($0) }
        let serving = Task { await media.serve(on: bus.address, process: 4242) }
        #expect(await bus.hears(#"string "\#(Self.name)""#))
        bus.end()
        #expect(await notes.first() == "Media keys are not heard any more: the session bus has gone.")
        await controller.end()
        await serving.value
        #expect(notes.all.count == 1)
    }

    @Test func noBusAtTheAddressIsANote() async {
        let notes = Notes()
        await MediaPlayer(MediaController()) { notes.add($0) }.serve(on: "unix:path=/nowhere/bus", process: 1)
        #expect(
            notes.all == [
                "Media keys are not heard: the session bus at unix:path=/nowhere/bus cannot be used: "
                    + "Could not connect: No such file or directory"
            ])
    }
}

@Suite struct KeyInputTests {
    @Test func keysDoWhatTheirActionsSay() async {
        let (controller, notes) = (MediaController(), Notes())
        for action in KeyDevice.Action.allCases + [.playPause, .playPause] {
            await KeyInput.perform(action, by: controller) { notes.add($0) }
        }
        #expect(await controller.done == [.record, .pause, .resume, .stop, .mark, .swap, .split, .record, .pause])
        await controller.refuse()
        await KeyInput.perform(.mark, by: controller) { notes.add($0) }
        #expect(notes.all == ["The key for mark did nothing: It is too late."])
    }

    @Test(arguments: [
        ("KEY_NONSENSE", "control.keys.mark: there is no key KEY_NONSENSE"),
        ("KEY_A", "control.keys: '/dev/null' is not an input device"),
    ])
    func aDeviceThatCannotBeUsedIsNamed(key: String, message: String) {
        var keys = KeyDevice()
        (keys.device, keys.names) = ("/dev/null", [.mark: key])
        let failure = #expect(throws: Refusal.self) { _ = try KeyInput(keys) }
        #expect(failure?.message == message)
    }

    /// A device that disappears is reported, is used again after its return, and its keys work as before.
    @Test(.timeLimit(.minutes(10))) func aDeviceMayComeAndGo() async throws {
        let (controller, notes, plug) = (MediaController(), Notes(), Plug())
        var keys = KeyDevice()
        (keys.device, keys.names) = ("/dev/input/remote", [.mark: "KEY_A"])
        let endpoint = try KeyInput(keys) { (_) throws(InputFailure) in try plug.open() }
        let serving = Task { await endpoint.serve(controller) { notes.add($0) } }
        for count in 1...2 {
            plug.come()
            await plug.press(30)
            while await controller.done.count < count { await Task.yield() }
            plug.go()
        }
        while notes.all.count < 5 { await Task.yield() }
        serving.cancel()
        await serving.value
        #expect(
            notes.all == [
                "control.keys: it is away. Its keys are heard as soon as it is there.",
                "The keys of '/dev/input/remote' are heard.",
                "The keys of '/dev/input/remote' are not heard any more: it has gone.",
                "The keys of '/dev/input/remote' are heard.",
                "The keys of '/dev/input/remote' are not heard any more: it has gone.",
            ])
        #expect(await controller.done == [.mark, .mark])
    }
}

/// A device that is imitated by a pipe.
private final class Plug: Sendable {
    private let end = Lock<Int32?>(nil)
    private let isThere = Lock(false)

    func come() { isThere.with { $0 = true } }

    func go() {
        isThere.with { $0 = false }
        end.with { end in
            if let end { close(end) }
            end = nil
        }
    }

    func open() throws(InputFailure) -> KeyPresses {
        guard isThere.with({ $0 }) else { throw InputFailure("it is away", advice: "", isAbsence: true) }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        // Without this flag, a program that another test starts would keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        end.with { $0 = ends[1] }
        return KeyPresses(taking: ends[0])
    }

    /// Sends an event (input(7)) once the device is being read.
    func press(_ code: UInt16) async {
        while end.with({ $0 }) == nil { await Task.yield() }
        let bytes = [UInt8](repeating: 0, count: 16) + [1, 0, UInt8(code), 0, 1, 0, 0, 0]
        end.with { if let end = $0 { _ = write(end, bytes, bytes.count) } }
    }
}
