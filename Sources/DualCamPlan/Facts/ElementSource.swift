package import DualCamConfig

/// A GStreamer element as the source of a camera's pictures, for cameras that are not V4L2 devices.
package struct ElementSource: Sendable, Equatable {
    private let device: CameraDevice
    /// The name of the source element's factory.
    package let factory: String
    let debianPackage: String

    /// Creates the source of a camera; `nil` if this kind of device is not read with a GStreamer source element.
    package init?(_ device: CameraDevice) {
        self.device = device
        switch device {
        case .libcamera: (factory, debianPackage) = ("libcamerasrc", "gstreamer1.0-libcamera")
        case .pipewire: (factory, debianPackage) = ("pipewiresrc", "gstreamer1.0-pipewire")
        case .screen: (factory, debianPackage) = ("ximagesrc", "gstreamer1.0-x")
        case .decklink: (factory, debianPackage) = ("decklinkvideosrc", "gstreamer1.0-plugins-bad")
        case .auto, .path, .stable, .test, .file, .network: return nil
        }
    }

    /// True if the source is the screen of an X server.
    package var isScreen: Bool { if case .screen = device { true } else { false } }

    /// The source in the notation of the pipeline file, such as `screen` or `pipewire:42`.
    package var words: String {
        switch device {
        case .libcamera(let name): Self.words("libcamera", name)
        case .pipewire(let name): Self.words("pipewire", name)
        case .screen(let name): Self.words("screen", name)
        case .decklink(let number): "decklink:\(number)"
        case .auto, .path, .stable, .test, .file, .network: factory
        }
    }

    private static func words(_ kind: String, _ name: String?) -> String { name.map { "\(kind):\($0)" } ?? kind }

    var properties: [Property] {
        switch device {
        case .libcamera(let name): name.map { [Property("camera-name", .string($0))] } ?? []
        case .pipewire(let name):
            // The buffers belong to the PipeWire server, and their time stamps do not use the pipeline's clock. A
            // screen that does not change sends no buffers.
            [
                Property("do-timestamp", .bool(true)), Property("always-copy", .bool(true)),
                Property("keepalive-time", .int(250)),
            ]
                + (name.map { [Property("target-object", .string($0))] } ?? [])
        case .screen(let name):
            [Property("use-damage", .bool(false)), Property("show-pointer", .bool(true))]
                + (name.map { [Property("display-name", .string($0))] } ?? [])
        case .decklink(let number):
            [
                Property("device-number", .int(Int64(number))),
                Property("mode", .enumeration(type: "GstDecklinkModes", nick: "auto")),
                Property("drop-no-signal-frames", .bool(true)),
            ]
        case .auto, .path, .stable, .test, .file, .network: []
        }
    }

    /// Returns the caps that the source element must produce. All other properties of the pictures are converted after
    /// the element.
    func caps(_ camera: Camera) -> StructurePlan {
        switch device {
        case .libcamera:
            StructurePlan(
                "video/x-raw",
                [
                    Property("format", .string("NV12")), Property("width", .int(Int64(camera.size.width))),
                    Property("height", .int(Int64(camera.size.height))),
                ])
        case .screen:
            StructurePlan(
                "video/x-raw",
                [Property("framerate", .fraction(camera.rate.numerator, camera.rate.denominator))])
        default: StructurePlan("video/x-raw")
        }
    }
}
