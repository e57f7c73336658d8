import DualCamConfig

extension ControlForm {
    /// What each command is for, and what it takes.
    static func table(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        switch name {
        case .layout, .inset, .divider, .zoom: moved(picture(name), by: motion)
        case .main, .swap: moved(picture(name), by: motion + transition)
        case .switching:
            (
                "change the main camera by itself",
                [Parameter("every", .text, "off, or after how long", example: "10s")]
            )
        case .look, .adjust: colours(name)
        case .overlay: overlay
        case .control, .controls, .bitrate: device(name)
        case .gain, .mute, .sound, .microphone, .windFilter: sound(name)
        case .pause, .resume, .mark, .record, .stop, .split: take(name)
        }
    }

    private static func picture(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        let camera = Parameter("camera", .text, "the camera", example: "back")
        switch name {
        case .layout:
            return ("arrange the combined picture", [Parameter("layout", .text, "the layout", example: "stacked")])
        case .main: return ("choose the camera that fills the picture", [camera])
        case .swap: return ("swap the main camera and the one beside or over it", [])
        case .zoom: return ("zoom into a camera", [camera] + zoom)
        case .divider: return ("draw lines between cameras that lie side by side", divider)
        default: return ("move, resize or frame the inset", inset)
        }
    }

    private static var zoom: [Parameter] {
        [
            Parameter("factor", .number(0.5...10), "how far", example: .integer(2), isRequired: false),
            Parameter("preset", .text, "a preset of the camera's", example: "tight", isRequired: false),
            Parameter("x", .text, "the centre, from the left", example: "50%", isRequired: false),
            Parameter("y", .text, "the centre, from the top", example: "50%", isRequired: false),
            Parameter(
                "rate", .number(ZoomWish.rates), "how fast, in octaves a second", example: .integer(1),
                isRequired: false),
        ]
    }

    private static func moved(_ form: (String, [Parameter]), by how: [Parameter]) -> (String, [Parameter]) {
        (form.0, form.1 + how)
    }

    /// How a change comes.
    private static var motion: [Parameter] {
        let easings = Parameter.Kind.word(Easing.allCases.map(\.rawValue))
        return [
            Parameter("over", .text, "how long it takes, or off", example: "500ms", isRequired: false),
            Parameter("easing", easings, "how it proceeds", example: "ease-in-out", isRequired: false),
        ]
    }

    private static var transition: [Parameter] {
        let kinds = Parameter.Kind.word(Transition.Kind.allCases.map(\.rawValue))
        let directions = Parameter.Kind.word(Transition.Direction.allCases.map(\.rawValue))
        return [
            Parameter("transition", kinds, "how the new picture comes", example: "dissolve", isRequired: false),
            Parameter("direction", directions, "where to it moves", example: "left", isRequired: false),
        ]
    }

    private static var overlay: (String, [Parameter]) {
        (
            "show, hide or write what lies over the combined picture",
            [
                Parameter("overlay", .text, "its name in the pipeline file", example: "title"),
                Parameter("text", .text, "what it says", example: "Lesson 4", isRequired: false),
                Parameter("on", .flag, "whether it is shown", example: .bool(true), isRequired: false),
            ]
        )
    }

    private static var inset: [Parameter] {
        [
            Parameter("camera", .text, "the camera", example: "front", isRequired: false),
            Parameter("position", .position, "where", example: "top-left", isRequired: false),
            Parameter("size", .text, "its width, of the canvas's", example: "25%", isRequired: false),
            Parameter("margin", .whole(0...16384), "pixels from the edges", example: .integer(20), isRequired: false),
            Parameter("radius", .whole(0...1024), "of its corners in pixels", example: .integer(24), isRequired: false),
            Parameter("border", .whole(0...256), "of its border in pixels", example: .integer(4), isRequired: false),
            Parameter("border-colour", .text, "a word, or #rrggbb", example: "white", isRequired: false),
            Parameter("shadow", .whole(0...256), "of its shadow in pixels", example: .integer(16), isRequired: false),
            Parameter("opacity", .text, "of all of it", example: "100%", isRequired: false),
        ]
    }

    private static var divider: [Parameter] {
        [
            Parameter("width", .whole(0...64), "in pixels; 0: none", example: .integer(4), isRequired: false),
            Parameter("colour", .text, "a word, or #rrggbb", example: "white", isRequired: false),
        ]
    }

    private static func colours(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        let camera = Parameter(
            "camera", .text, "a camera, or combined, which it is without", example: "back", isRequired: false)
        guard name == .look else {
            return (
                "adjust the colours of the combined picture, or of a camera",
                [
                    camera,
                    Parameter(
                        "exposure", .number(Adjustment.exposures), "stops", example: .ratio(0.5), isRequired: false),
                    Parameter("contrast", .text, "-100% ... 100%", example: "10%", isRequired: false),
                    Parameter("saturation", .text, "-100% ... 100%", example: "-20%", isRequired: false),
                    Parameter(
                        "temperature", .number(Adjustment.temperatures), "mired, warmer above 0",
                        example: .integer(20), isRequired: false),
                ]
            )
        }
        return (
            "give the combined picture, or a camera in it, a look",
            [
                Parameter("look", .text, "the look, or a .cube file", example: "vivid", isRequired: false), camera,
                Parameter("intensity", .text, "how much of it", example: "60%", isRequired: false),
            ]
        )
    }

    private static func device(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        let camera = Parameter("camera", .text, "the camera", example: "back")
        switch name {
        case .control:
            return (
                "set a camera's control",
                [
                    camera, Parameter("control", .text, "its name", example: "brightness"),
                    Parameter("value", .value, "its value", example: .integer(128)),
                ]
            )
        case .controls:
            var all = camera
            all.isRequired = false
            return (
                "set a camera's controls, or all cameras', to a preset of the pipeline file",
                [Parameter("preset", .text, "the preset", example: "indoor"), all]
            )
        default:
            return (
                "change an output's bitrate",
                [
                    Parameter("output", .text, "the output", example: "combined"),
                    Parameter("bitrate", .text, "the bitrate", example: "6Mbps"),
                ]
            )
        }
    }

    private static func sound(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        let on = Parameter("on", .flag, "whether", example: .bool(true))
        let which = Parameter(
            "microphone", .text, "which, where there are several", example: "room", isRequired: false)
        switch name {
        case .gain:
            let gain = Parameter("gain", .text, "-12dB ... 12dB", example: "3dB")
            return ("make the sound louder or softer", [gain, which])
        case .mute: return ("record silence, or sound again", [on, which])
        case .windFilter: return ("cut rumble below speech", [on, which])
        case .sound:
            let mode = Parameter("mode", .text, "the mode", example: "studio")
            return ("choose how the sound is cleaned", [mode, which])
        default:
            let device = Parameter("device", .text, "the device", example: "pulse")
            return ("record another microphone", [device, which])
        }
    }

    private static func take(_ name: ControlCommand.Name) -> (String, [Parameter]) {
        switch name {
        case .pause: ("record nothing for a while", [])
        case .resume: ("record on after a pause", [])
        case .mark: ("mark a moment", [Parameter("text", .text, "what it is", example: "answer", isRequired: false)])
        case .record:
            (
                "begin a take",
                [
                    Parameter("duration", .text, "stop after this long", example: "10min", isRequired: false),
                    Parameter("until", .text, "stop at this time of day", example: "17:30", isRequired: false),
                    Parameter("delay", .text, "count down for this long first", example: "5s", isRequired: false),
                ]
            )
        case .split: ("go on in new files now", [])
        default: ("finish the files", [])
        }
    }
}
