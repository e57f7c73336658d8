import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

/// Settings of a pipeline file that have no effect.
@Suite struct IdleSettingsTests {
    private static let three = "cameras: {back: test, front: test, side: test}\n"
    private static let pip = "combined: {layout: pip}\n"

    private static func notices(_ text: String) throws -> [String] {
        let loaded = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml",
            context: LoadContext(environment: [:], home: "/home/ada"))
        return loaded.pipeline.idleSettings.map {
            loaded.written.issue(at: $0.keyPath, $0.message, hint: $0.hint).remark
        }
    }

    @Test(arguments: [
        (
            "combined: {layout: stacked, inset: {size: 30%}}",
            "p.yaml:2:29: combined.inset: layout 'stacked' has no inset; write combined.layout: pip, or leave it out."
        ),
        (
            "combined: {layout: grid, main: back}",
            "p.yaml:2:32: combined.main: layout 'grid' puts every camera in its own place; leave it out, or write layout: dominant."
        ),
        (
            "combined: {layout: front-primary, inset: {camera: back}}",
            "p.yaml:2:51: combined.inset.camera: layout 'front-primary' puts every camera in its own place; leave it out."
        ),
        (
            "combined: {inset: {border-colour: red}}",
            "p.yaml:2:35: combined.inset.border-colour: there is no border; write a width in combined.inset.border."
        ),
        (
            "combined: {divider: {width: 4}}",
            "p.yaml:2:12: combined.divider: layout 'pip' has no lines between its pictures; write combined.inset.border, or "
                + "leave it out."
        ),
        (
            "combined: {layout: grid, divider: {colour: red}}",
            "p.yaml:2:44: combined.divider.colour: there is no line; write a width in combined.divider.width."
        ),
        (
            "combined: {motion: {easing: spring}}",
            "p.yaml:2:29: combined.motion.easing: nothing moves while combined.motion.duration is off; write how long it "
                + "takes, as in 500ms."
        ),
        (
            "combined: {transition: {duration: 1s}}",
            "p.yaml:2:12: combined.transition: kind: cut has neither a duration nor a direction; write another kind, as in "
                + "dissolve."
        ),
        (
            "combined: {switch: {cameras: [back, front]}}",
            "p.yaml:2:21: combined.switch.cameras: nothing switches while combined.switch.every is off; write an interval "
                + "there, as in 30s."
        ),
        (
            "combined: {overlays: {t: {text: a, outline: 0, outline-colour: red, plate-opacity: 10%}}}",
            """
            p.yaml:2:64: combined.overlays.t.outline-colour: there is no outline; write a width in outline.
            p.yaml:2:84: combined.overlays.t.plate-opacity: there is no plate; write its colour in plate.
            """
        ),
        (
            "layouts: {desk: {back: {border-colour: red}}}",
            """
            p.yaml:2:40: layouts.desk.back.border-colour: there is no border; write a width in border.
            p.yaml:2:11: layouts.desk: no combined picture is made; record one, or leave this layout out.
            """
        ),
        (
            "recording: {outputs: [back]}\ncombined: {}\nencoders: {front: {use: x264}}",
            """
            p.yaml:3:1: combined: no combined picture is made: recording.outputs leaves it out; add combined there, or leave \
            this section out.
            p.yaml:4:12: encoders.front: 'front' is not recorded: recording.outputs leaves it out; add it there, or leave this out.
            p.yaml:1:23: cameras.front: it is in no output: recording.outputs leaves it out, and no combined picture is made; add \
            it there, or leave this camera out.
            """
        ),
        (
            "recording: {segment: off, name: '{output}_{segment}'}",
            "p.yaml:2:33: recording.name: {segment} is 000 in every name while recording.segment is off; leave it out, or "
                + "write a length there."
        ),
        (
            "recording: {sound: mix}",
            "p.yaml:2:20: recording.sound: there are not several microphones; leave it out, or name more under microphones."
        ),
        (
            "microphone: none\nrecording: {missing-microphone: wait}\nencoders: {audio: {use: opus}}",
            """
            p.yaml:4:12: encoders.audio: no sound is recorded; name a microphone.
            p.yaml:3:33: recording.missing-microphone: no microphone is recorded; leave it out.
            """
        ),
        (
            "microphone: {device: pulse, of: back}",
            "p.yaml:2:33: microphone.of: its device is named: pulse; leave one of the two out."
        ),
        (
            "encoders: {audio: {use: flac, bitrate: 96kbps}}",
            "p.yaml:2:40: encoders.audio.bitrate: flac loses nothing and has no bitrate; leave it out, or write use: aac."
        ),
        (
            "control: {viewers: on}",
            "p.yaml:2:20: control.viewers: nobody is listened to over TCP; write an address in control.listen."
        ),
        (
            "control: {listen: 8080, token: off, viewers: on}",
            """
            p.yaml:2:46: control.viewers: everybody may direct the recording while control.token is off; leave it out, or write \
            token: on.
            """
        ),
        (
            "control: {tls: on}",
            "p.yaml:2:16: control.tls: nobody is listened to over TCP; write an address in control.listen."
        ),
        (
            "storage: {delete-only: backed-up}",
            "p.yaml:2:24: storage.delete-only: no session is ever deleted by itself; write a limit in storage.retain, or "
                + "when-full: delete-oldest, or leave it out."
        ),
        (
            "backup: {bandwidth: 20Mbps}",
            "p.yaml:2:1: backup: nothing is copied while backup.to is off; write a place there, as in nas:recordings, or leave "
                + "this out."
        ),
        (
            "hooks: {limit: 5s}",
            "p.yaml:2:16: hooks.limit: nothing is called at any event; name a program at one, or leave this out."
        ),
        (
            "recording: {outputs: [back]}\nstorage: {when-full: drop-combined}",
            """
            p.yaml:3:22: storage.when-full: there is no combined output beside another one, and the recording stops; write \
            when-full: stop, or record a combined picture beside a camera.
            p.yaml:1:23: cameras.front: it is in no output: recording.outputs leaves it out, and no combined picture is made; add \
            it there, or leave this camera out.
            """
        ),
        (
            "recording: {outputs: [back]}\nbudget: {shed: [preset, combined-rate, combined]}",
            """
            p.yaml:3:10: budget.shed: no output is there for combined-rate, combined; leave them out.
            p.yaml:1:23: cameras.front: it is in no output: recording.outputs leaves it out, and no combined picture is made; add \
            it there, or leave this camera out.
            """
        ),
        (
            "combined: {}\nrecording: {outputs: [combined]}\nbudget: {shed: [isolated-rate]}",
            "p.yaml:4:10: budget.shed: no output is there for isolated-rate; leave it out."
        ),
        (
            "combined: {overlays: {t: {text: a, position: center, margin: 40}}}",
            "p.yaml:2:62: combined.overlays.t.margin: its position keeps no margin; write a corner in position, or leave it out."
        ),
        // Settings that have an effect, or that repeat the default.
        ("combined: {overlays: {t: {text: a, position: top-right, margin: 40}}}\nbudget: {shed: [combined]}", ""),
        ("storage: {delete-only: backed-up, retain: 30d}", ""),
        ("hooks: {limit: 5s, finished: https://a.example/x}", ""),
        ("combined: {layout: pip, inset: {size: 30%, border: 2, border-colour: red}}", ""),
        ("combined: {layout: dominant, main: front, inset: {camera: back}, divider: {width: 4, colour: red}}", ""),
        ("combined: {layout: stacked, inset: {size: 25%}, transition: {duration: 500ms}}", ""),
        ("combined: {transition: {kind: wipe, duration: 1s}, motion: {duration: 1s, easing: spring}}", ""),
    ])
    func settingsWithoutEffect(line: String, notices: String) throws {
        let text = "cameras: {back: test, front: test}\n" + line + "\n"
        #expect(try Self.notices(text).joined(separator: "\n") == notices)
    }

    @Test(
        arguments: [
            (
                pip,
                "p.yaml:1:36: cameras.side: layout 'pip' does not show this camera; write combined.layout: grid, or name it in "
                    + "combined.main; while it is recorded it can be switched to."
            ),
            (
                "combined: {layout: desk}\nlayouts: {desk: {back: {}, front: {}}}\n",
                "p.yaml:1:36: cameras.side: layout 'desk' does not show this camera; give it a rectangle in layouts.desk; while it "
                    + "is recorded it can be switched to."
            ),
            ("combined: {layout: grid}\n", ""), ("combined: {main: side, inset: {camera: front}}\n", nil),
            ("combined: {switch: {every: 10s}}\n", ""), ("", ""),
        ] as [(String, String?)])
    func camerasThatAreNotShown(text: String, notice: String?) throws {
        let back =
            "p.yaml:1:11: cameras.back: layout 'pip' does not show this camera; write combined.layout: grid, or name it in "
        let expected = notice ?? back + "combined.main; while it is recorded it can be switched to."
        #expect(try Self.notices(Self.three + text).joined(separator: "\n") == expected)
    }

    /// Settings for sound have no effect if no sound is recorded, even with their default values.
    @Test(
        arguments: [
            ("microphone: none\nrecording: {sound: tracks}", ["recording.sound"]),
            (
                "microphone: none\nrecording: {missing-microphone: fail}\nencoders: {audio: {use: aac}}",
                ["recording.missing-microphone", "encoders.audio"]
            ),
            ("microphone: none\nrecording: {missing-microphone: wait}", []), ("recording: {sound: tracks}", []),
            ("microphone: none", []),
        ] as [(String, [String])])
    func whatIsWrittenAboutSoundThatIsNotRecorded(text: String, keys: [String]) throws {
        let loaded = try PipelineLoader.load(
            Array(("cameras: {back: test}\n" + text + "\n").utf8), named: "p.yaml",
            context: LoadContext(environment: [:], home: "/home/ada"))
        #expect(loaded.pipeline.unheardDefaults(among: loaded.written.givenKeys).map(\.keyPath) == keys)
    }

    /// A camera that is drawn in place of another one counts as visible.
    @Test func aWiderViewIsShown() throws {
        let text = "cameras: {back: {device: test, wide: {camera: ultra}}, front: test, ultra: test}\n" + Self.pip
        #expect(try Self.notices(text) == [])
    }
}
