import DualCamConfig
import DualCamPlan

/// The draft of a pipeline file for the devices of this machine.
struct PipelineDraft: Equatable {
    struct Camera: Equatable {
        var name: String
        /// The device of the drafted camera; `nil` if no camera was found. In that case, the recording uses the next
        /// camera that is connected.
        var device: FoundCamera?
        var mode: CommonMode
    }

    enum Sound: Equatable {
        case device(MicrophoneListing)
        case automatic
        case none
    }

    var name = "dualcam"
    var cameras: [Camera]
    var sound = Sound.automatic
    /// The layout of the combined picture; `nil` to record no combined picture.
    var layout: String?
    var directory = Recording().directory
    /// The name of the encoder that the draft uses; `auto` if no suitable encoder is known.
    var encoder = "auto"
    /// The names of the other encoders that this machine can use, for a comment in the file.
    var otherEncoders: [String] = []
    /// The path of the JSON schema for pipeline files, for a comment in the file; `nil` if it is not installed.
    var schema: String?
    /// A sentence that warns that this machine may be too slow for the recording; `nil` if it is fast enough.
    var doubt: String?

    private static let names = ["back", "front", "third", "fourth"]

    /// Creates a draft with `count` cameras of 1280x720 at 30 frames a second.
    ///
    /// - Parameter devices: The cameras to use. If there are fewer than `count`, the others use the next connected
    ///   cameras.
    init(_ devices: [FoundCamera], count: Int) {
        let mode = CommonMode(size: FrameSize(width: 1280, height: 720), rate: FrameRate(30))
        cameras = Self.names.prefix(count).enumerated().map { index, name in
            Camera(name: name, device: index < devices.count ? devices[index] : nil, mode: mode)
        }
        layout = count > 2 ? "grid" : count == 2 ? "pip" : nil
    }

    /// The text of the pipeline file, with comments for the user.
    var text: String {
        let parts = [
            (schema.map { ["# yaml-language-server: $schema=\($0)"] } ?? []) + [
                "# Written by dualcam for what it found. 'dualcam plan' shows what the file records and what that costs."
            ]
                + (doubt.map { ["# \($0)"] } ?? []) + ["name: \(Self.quoted(name))"],
            ["cameras:"] + cameras.flatMap(lines), microphone, combined, encoders,
            [
                "recording:", "  directory: \(Self.quoted(directory))", "  container: mov               # or mp4, mkv",
                "  # segment: 10min              # a new file every ten minutes, without a gap",
            ],
        ]
        return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
    }

    private func lines(_ camera: Camera) -> [String] {
        let device = camera.device.map { "\(Self.quoted($0.notation))   # \(Self.comment(on: $0))" }
        let modes = (camera.device?.facts).map { ModeChooser.common(to: [$0]) } ?? []
        let others = modes.filter { $0 != camera.mode }.prefix(4).map(Self.words).joined(separator: ", ")
        return [
            "  \(camera.name):", "    device: \(device ?? "auto                # the next camera that is connected")",
            "    size: \(camera.mode.size.notation)" + (others.isEmpty ? "" : "             # also: \(others)"),
            "    rate: \(camera.mode.rate.notation)",
        ]
    }

    private static func comment(on camera: FoundCamera) -> String {
        switch camera {
        case .device(let device):
            device.card.printable + (device.portReason.map { ", \($0.text)" } ?? "")
                + (device.isBusy ? ", in use by another program just now" : "")
        case .other(let other): other.title.printable
        }
    }

    static func words(_ mode: CommonMode) -> String { "\(mode.size.notation) at \(mode.rate.notation)" }

    private var microphone: [String] {
        switch sound {
        case .device(let found):
            [
                "microphone: \(Self.quoted(found.notation.notation))   # \(found.title.printable); \"none\" records no sound"
            ]
        case .automatic: ["microphone: auto              # \"none\" records no sound"]
        case .none: ["microphone: none              # \"auto\" takes the first that is connected"]
        }
    }

    private var combined: [String] {
        guard let layout else { return [] }
        let inset =
            layout == "pip" && cameras.count > 1
            ? ["  inset: {camera: \(cameras[1].name), position: bottom-right, size: 25%}"] : []
        return [
            "combined:                     # one more file with all of it; leave the section out for none",
            "  layout: \(layout)   # \(LayoutName.builtInWords.filter { $0 != layout }.joined(separator: ", "))",
            "  main: \(cameras[0].name)",
        ] + inset
    }

    private var encoders: [String] {
        let others = otherEncoders.isEmpty ? "" : "   # these do as well: \(otherEncoders.joined(separator: ", "))"
        return ["encoders:", "  default: {use: \(encoder)}\(others)"]
    }

    /// Returns a string as a YAML scalar in double quotes (YAML 1.2.2, 7.3.1).
    private static func quoted(_ text: String) -> String {
        "\"" + text.printable.reduce(into: "") { $0 += ("\"\\".contains($1) ? "\\" : "") + String($1) } + "\""
    }
}
