package import DualCamConfig

/// A camera or the microphone: its own part of the graph, which is removed when the input is lost and created again
/// when it returns.
package struct InputPlan: Sendable, Equatable {
    package var name: InputName
    /// The branches that are removed with the input: `back.source` and `back.encoder`.
    package var branches: [BranchID]
    /// The pad through which all of the input's buffers pass.
    package var pad: PadReference
    /// The slate that replaces the input in the combined picture while it is lost; `nil` if it is not seen there.
    package var slate: SlatePlan?
    /// True when the input was missing when the recording was planned. A missing camera's branches are not in the plan
    /// yet; a missing microphone's are, and wait.
    package var isAbsent = false
    /// The camera's USB bus and the other devices on it: `it hangs on USB bus 1 (480 Mbit/s) with camera back`.
    package var busPeers: String?
    /// The device node of a V4L2 camera.
    package var device: String?
    /// True when the device takes any rate of a range. The caps of its source element may then lack the requested rate.
    package var takesAnyRate = false
    /// One full sentence on how a device's pictures are converted to the requested form; `nil` if they need no
    /// conversion.
    package var conversion: String?
    /// The pad behind which a camera's pictures carry the numbers that its driver or the test source gave them; `nil`:
    /// they have none.
    package var numbers: PadReference?
    /// The pad that an H.264 stream passes as its camera or clip encoded it; `nil`: no such stream is recorded.
    package var keyed: PadReference?
    /// The inspection of a device's pictures where they leave it; `nil`: none.
    package var inspection: FrameInspection?
    /// The pad behind which a camera's pictures are delayed by `delay`; `nil` for a missing camera or a microphone.
    package var delayed: PadReference?
    /// The delay of the input's pictures in nanoseconds; a negative value moves them earlier.
    package var delay: Int64 = 0
    /// The controls that are set on the camera before it is opened for pictures.
    package var controls: [CameraControl] = []
}

/// The checks for whole pictures of a camera where they leave its device.
package struct FrameInspection: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// JPEG pictures of this size.
        case jpeg(FrameSize)
        /// Raw pictures of at least this many bytes; `nil`: the number is not known.
        case raw(bytes: Int?)
        case h264
    }

    package var form: Form
    /// True when damaged pictures are counted but recorded all the same.
    package var keepsDamaged: Bool

    package init(_ form: Form, keepsDamaged: Bool = false) { (self.form, self.keepsDamaged) = (form, keepsDamaged) }
}

/// A black picture with a text, in the camera's format, that replaces a lost camera.
package struct SlatePlan: Sendable, Equatable {
    /// The name of the camera in the text.
    package var camera: String
    package var elements: [ElementPlan]
    /// The links between the elements; the last element's source pad is free.
    package var links: [LinkPlan]
    /// The element with the property `text`; `nil` if this machine has no element that draws text.
    package var writer: String?
    /// The pad to which the slate is linked in the camera's place.
    package var input: PadReference
    /// The tee pad of the camera that is usually linked to `input`.
    package var camerasTee: PadReference

    /// Returns the text of the slate in Pango's markup.
    ///
    /// - Parameters:
    ///   - time: the local time of the loss, as `14:05:03`.
    ///   - hasDevice: true if the camera's device is connected but has no input signal.
    package func text(since time: String, hasDevice: Bool = false) -> String {
        let name = camera.reduce(into: "") { text, character in
            text += ["&": "&amp;", "<": "&lt;", ">": "&gt;"][character] ?? String(character)
        }
        return
            "<span weight=\"bold\" size=\"200%\">\(name)</span>\n\(hasDevice ? "signal lost" : "no signal")\nsince \(time)"
    }
}
