import DualCamConfig
import Testing

/// One row for each kind of error: the file and the whole message.
@Suite struct DiagnosticTests {
    @Test(arguments: [
        (
            "cameras:\n  back:\n    sise: 1920x1080\n",
            """
            pip.yaml:3:5: error: cameras.back.sise: unknown key; did you mean 'size'?
                sise: 1920x1080
                ^
            """
        ),
        (
            twoCameras + "machine: {temperature: /sys}\n",
            """
            pip.yaml:4:11: error: machine.temperature: unknown key; accepted: sysfs, proc
            machine: {temperature: /sys}
                      ^
            """
        ),
        (
            twoCameras + "microphones: {a: test}\nmicrophone: pulse\n",
            """
            pip.yaml:5:1: error: microphone: there is a section 'microphones' as well; name this one there, or leave it out
            microphone: pulse
            ^
            """
        ),
        (
            "cameras: {microphone: test}\n",
            """
            pip.yaml:1:11: error: cameras.microphone: a camera cannot be called 'microphone'; the word has a meaning of its \
            own; choose another
            cameras: {microphone: test}
                      ^
            """
        ),
        (
            "name: empty\n",
            """
            pip.yaml:1:1: error: cameras: at least one camera is needed; write one as in cameras: {back: {device: auto}}
            name: empty
            ^
            """
        ),
        (
            "cameras: {}\n",
            """
            pip.yaml:1:1: error: cameras: at least one camera is needed; write one as in cameras: {back: {device: auto}}
            cameras: {}
            ^
            """
        ),
        (
            twoCameras + "name: a\nname: b\n",
            """
            pip.yaml:5:1: error: name: duplicate key; first on line 4
            name: b
            ^
            """
        ),
        (
            twoCameras + "[a, b]: c\n",
            """
            pip.yaml:4:1: error: a key must be a word
            [a, b]: c
            ^
            """
        ),
        (
            twoCameras + "recording: [mov]\n",
            """
            pip.yaml:4:1: error: recording: a list, where a section is needed; write its keys indented below, without '-' or \
            brackets
            recording: [mov]
            ^
            """
        ),
        (
            twoCameras + "recording: {outputs: back}\n",
            """
            pip.yaml:4:22: error: recording.outputs: a list is needed; write it in brackets, as in [a, b], or auto
            recording: {outputs: back}
                                 ^
            """
        ),
        (
            twoCameras + "recording:\n  name:\n    a: b\n",
            """
            pip.yaml:5:3: error: recording.name: is a section, but one value is needed; put a text that begins with '{' in quotes
              name:
              ^
            """
        ),
        (
            twoCameras + "recording:\n  container:\n",
            """
            pip.yaml:5:3: error: recording.container: has no value; write one, or leave the key out
              container:
              ^
            """
        ),
        (
            "[a]",
            "pip.yaml:1:1: error: a list, where a section is needed; write its keys indented below, without '-' or brackets\n[a]\n^"
        ),
    ])
    func structure(text: String, message: String) { #expect(diagnostics(text) == message) }

    @Test(arguments: [
        (
            "encoders: {default: {bitrate: 8}}", 31,
            "encoders.default.bitrate: '8' has no unit; write bps, kbps, Mbps or Gbps, as in 8Mbps, or auto"
        ),
        (
            "encoders: {default: {bitrate: 1kbps}}", 31,
            "encoders.default.bitrate: '1kbps' is out of range; accepted: 10kbps ... 10Gbps, or auto"
        ),
        (
            "encoders: {back: {preset: auto}}", 27,
            "encoders.back.preset: 'auto' means nothing here; leave the key out to use that of encoders.default"
        ),
        ("encoders: {back: {use: \"\"}}", 24, "encoders.back.use: must not be empty"),
        (
            "encoders: {back: {use: social, quality: maximum}}", 24,
            "encoders.back.use: 'social' is a quality, and 'quality' is maximum; keep one"
        ),
        (
            "encoders: {audio: {use: mp3}}", 25,
            "encoders.audio.use: unknown value 'mp3'; accepted: aac, opus, flac, pcm"
        ),
        (
            "recording: {segment: 10}", 22,
            "recording.segment: '10' has no unit; write ms, s, min, h or d, as in 10min, or off"
        ),
        (
            "recording: {segment: 10MB}", 22,
            "recording.segment: 'MB' is not a unit of a length of time; write ms, s, min, h or d, as in 10min, or off"
        ),
        ("recording: {container: mpv}", 24, "recording.container: unknown value 'mpv'; did you mean 'mov'?"),
        (
            "recording: {directory: ~bob/x}", 24,
            "recording.directory: '~bob/x' names somebody's home folder; write the folder in full"
        ),
        (
            "recording: {name: \"a/{output}\"}", 19,
            "recording.name: a file name cannot contain '/'; write the folder in recording.directory"
        ),
        (
            "recording: {name: \"{date}\"}", 19,
            "recording.name: does not contain {output}; without it all outputs would have the same file"
        ),
        ("recording: {name: \"{ouput}\"}", 19, "recording.name: unknown placeholder 'ouput'; did you mean 'output'?"),
        (
            "recording: {name: \"{output\"}", 19,
            "recording.name: has a brace without its partner; write placeholders as in {date}_{output}"
        ),
        ("recording: {name: \"\"}", 19, "recording.name: must not be empty"),
        ("recording: {duration: 0s}", 23, "recording.duration: '0s' is out of range; accepted: 1ms ... 36500d, or off"),
        ("microphone: {gain: 13dB}", 20, "microphone.gain: '13dB' is out of range; accepted: -12dB ... 12dB"),
        ("microphone: {rate: 48kHz}", 20, "microphone.rate: '48kHz' is not a whole number; write one without a unit"),
        ("microphone: {channels: 9}", 24, "microphone.channels: '9' is out of range; accepted: 1 ... 8"),
        (
            "microphone: {wind-filter: maybe}", 27,
            "microphone.wind-filter: 'maybe' is neither on nor off; write on or off"
        ),
        ("microphone: {mode: inframe}", 20, "microphone.mode: unknown value 'inframe'; did you mean 'in-frame'?"),
        ("microphone: {bits: 20}", 20, "microphone.bits: '20' is not a size that a sample can have; accepted: 16, 24"),
        (
            "microphone: {expect: [silence]}", 23,
            "microphone.expect[0]: unknown value 'silence'; did you mean 'silent'?"
        ),
        ("microphone: puls", 13, "microphone.device: unknown microphone 'puls'; did you mean 'pulse'?"),
        ("microphone: 'alsa:'", 13, "microphone.device: 'alsa' needs a name; write it as in alsa:hw:1,0"),
        (
            "microphones: {}", 1,
            "microphones: no microphone is named; write one as in microphones: {room: {device: auto}}, or microphone: none"
        ),
        (
            "microphones: {Room: test}", 15,
            "microphones.Room: 'Room' is not a name; write small letters, digits, '-' and '_', a letter or digit first"
        ),
        (
            "microphones: {auto: test}", 15,
            "microphones.auto: a microphone cannot be called 'auto'; the word has a meaning of its own; choose another"
        ),
        (
            "microphones: {a: pulse, b: {device: pulse}}", 37,
            "microphones.b.device: microphone 'a' has this device already; give each its own"
        ),
        (
            "microphones: {a: {gane: 3dB}}", 19,
            "microphones.a.gane: unknown key; accepted: device, of, rate, channels, gain, wind-filter, mode, bits, expect, delay"
        ),
        (
            "microphones: {a: test, b: test, c: test, d: test, e: test, f: test, g: test, h: test, i: test}", 1,
            "microphones: 9 microphones are too many; a recording takes 8"
        ),
        ("recording: {sound: mixed}", 20, "recording.sound: unknown value 'mixed'; accepted: tracks, mix"),
        (
            "storage: {retain: 30}", 19,
            "storage.retain: '30' is neither an age nor a size; write it as in 30d or 500GB, or off"
        ),
        ("storage: {retain: 0d}", 19, "storage.retain: '0d' is out of range; accepted: 1ms ... 36500d"),
        (
            "storage: {warn-at: [1GB, 2]}", 26,
            "storage.warn-at[1]: '2' has no unit; write B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, as in 2GB"
        ),
        ("budget: {limit: 90%}", 17, "budget.limit: '90%' is not a number; write one from 0.1 to 1"),
        ("budget: {limit: 1.5}", 17, "budget.limit: '1.5' is out of range; accepted: 0.1 ... 1"),
        ("budget: {shed: [preview, preview]}", 26, "budget.shed[1]: is listed twice"),
        ("machine: {sysfs: ''}", 18, "machine.sysfs: must not be empty"),
    ])
    func values(line: String, column: Int, message: String) {
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(twoCameras + line) == "pip.yaml:4:\(column): error: \(message)\n\(line)\n\(caret)")
    }

    @Test(arguments: [
        (
            "{device: '${CAMERA}'}", 18,
            "device: the environment variable CAMERA is not set; set it, or write ${CAMERA:-default}"
        ),
        ("{device: '${CAMERA'}", 18, "device: '${' without '}'; write ${NAME} or ${NAME:-default}"),
        ("{device: '${1}'}", 18, "device: '1' is not a variable's name; write ${NAME} or ${NAME:-default}"),
        ("{device: test:smtpe}", 18, "device: unknown test pattern 'smtpe'; did you mean 'smpte'?"),
        ("{device: 'file:'}", 18, "device: 'file' needs a name; write it as in file:clip.mp4"),
        ("{device: http://x/y}", 18, "device: 'http://' is not a known network camera; accepted: rtsp://, srt://"),
        ("{size: 1080}", 16, "size: '1080' is not a size; write WIDTHxHEIGHT in pixels, as in 1920x1080"),
        ("{rate: 29.97}", 16, "rate: '29.97' is not a frame rate; write the fraction 30000/1001"),
        ("{rotate: 45}", 18, "rotate: unknown value '45'; accepted: none, 90, 180, 270, mirror"),
        ("{zoom: 20}", 16, "zoom: '20' is out of range; accepted: 0.5 ... 10"),
        ("{zoom-centre: {x: 50}}", 27, "zoom-centre.x: '50' has no unit; write it as in 25%"),
        (
            "{controls: {Gain: 3}}", 21,
            "controls.Gain: 'Gain' is not a name; write small letters, digits, '-' and '_', a letter or digit first"
        ),
        ("{controls: {gain: ''}}", 27, "controls.gain: must not be empty"),
        (
            "{controls: {gain: [1]}}", 21,
            "controls.gain: is a list, but one value is needed; put a text that begins with '[' in quotes"
        ),
        (
            "{controls: indoor}", 20,
            "controls.preset: there is no preset 'indoor'; add a section as in controls: {indoor: {white-balance: 3200}}"
        ),
    ])
    func cameras(camera: String, column: Int, message: String) {
        let line = "  back: \(camera)"
        let place = "pip.yaml:2:\(column): error: cameras.back."
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics("cameras:\n\(line)\n") == "\(place)\(message)\n\(line)\n\(caret)")
    }

    @Test(arguments: [
        ("Back", "'Back' is not a name; write small letters, digits, '-' and '_', a letter or digit first"),
        ("combined", "a camera cannot be called 'combined'; the word has a meaning of its own; choose another"),
        ("audio", "a camera cannot be called 'audio'; the word has a meaning of its own; choose another"),
    ])
    func cameraNames(name: String, message: String) {
        let shown = "pip.yaml:2:3: error: cameras.\(name): \(message)\n  \(name): auto\n  ^"
        #expect(diagnostics("cameras:\n  \(name): auto\n") == shown)
    }

    @Test(arguments: ["/dev/video0", "usb-046d_C920"])
    func twoCamerasOnOneDevice(device: String) {
        let text = "cameras:\n  back: \(device)\n  front: {device: \(device)}\n"
        let message = """
            pip.yaml:3:19: error: cameras.front.device: camera 'back' has this device already; give each camera its own
              front: {device: \(device)}
                              ^
            """
        #expect(diagnostics(text) == message)
    }
}
