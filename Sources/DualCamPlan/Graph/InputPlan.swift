package import DualCamConfig

/// A camera or a microphone with its own part of the graph. That part is removed when the input is lost, and created
/// again when it returns.
package struct InputPlan: Sendable, Equatable {
    package var name: InputName
    /// The branches that are removed with the input: `back.source` and `back.encoder`.
    package var branches: [BranchID]
    /// The pad through which all of the input's buffers pass.
    package var pad: PadReference
    /// The slate that replaces the camera in the combined picture while it is lost; `nil` if the camera cannot be shown
    /// there.
    package var slate: SlatePlan?
    /// True when the input was missing when the recording was planned. A missing camera's branches are not in the plan
    /// yet; a missing microphone's branches are, and wait for the device.
    package var isAbsent = false
    /// A description of the camera's USB bus and the other devices on it: `it hangs on USB bus 1 (480 Mbit/s) with
    /// camera back`.
    package var busPeers: String?
    /// The path of the device node of a V4L2 camera; `nil` for other inputs.
    package var device: String?
    /// True when the camera's device accepts any frame rate of a range. The caps of its source element may then lack
    /// the requested rate.
    package var takesAnyRate = false
    /// One full sentence about how the input's pictures are converted to the requested form; `nil` if they need no
    /// conversion.
    package var conversion: String?
    /// The pad behind which a camera's pictures carry frame numbers, given by its driver or the test source; `nil` if
    /// they have no numbers.
    package var numbers: PadReference?
    /// The pad through which an H.264 stream passes as its camera or clip encoded it; `nil` if no such stream is
    /// recorded.
    package var keyed: PadReference?
    /// The completeness check of a device's pictures where they leave the device; `nil` if they are not checked.
    package var inspection: FrameInspection?
    /// The pad behind which the camera's pictures are delayed by `delay`; `nil` for a missing camera or a microphone.
    package var delayed: PadReference?
    /// The delay of the input's pictures in nanoseconds; a negative value moves them earlier.
    package var delay: Int64 = 0
    /// The controls that are set on the camera before it is opened for pictures.
    package var controls: [CameraControl] = []
}

/// The completeness check of a camera's pictures where they leave its device.
package struct FrameInspection: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// Complete JPEG pictures of this size.
        case jpeg(FrameSize)
        /// Raw pictures of at least this many bytes; `nil` if the number is not known.
        case raw(bytes: Int?)
        case h264
    }

    package var form: Form
    /// True when damaged pictures are recorded nevertheless; they are counted in any case.
    package var keepsDamaged: Bool

    package init(_ form: Form, keepsDamaged: Bool = false) { (self.form, self.keepsDamaged) = (form, keepsDamaged) }
}

/// A black picture with a text, in the camera's format, that replaces a lost camera.
package struct SlatePlan: Sendable, Equatable {
    /// The camera's name as the slate's text shows it.
    package var camera: String
    package var elements: [ElementPlan]
    /// The links between the slate's elements; the last element's source pad is free.
    package var links: [LinkPlan]
    /// The name of the element that draws the slate's text, in its property `text`; `nil` if this machine has no such
    /// element.
    package var writer: String?
    /// The mixer's pad to which the slate is linked in place of the camera.
    package var input: PadReference
    /// The pad of the camera's tee that is linked to `input` while the camera works.
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
