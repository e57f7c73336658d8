package import DualCamConfig

/// The plan of a camera or a microphone, and of its part of the graph. This part is removed when the input is lost, and
/// created again when the input returns.
package struct InputPlan: Sendable, Equatable {
    package var name: InputName
    /// The branches that are removed together with the input, such as `back.source` and `back.encoder`.
    package var branches: [BranchID]
    /// The pad through which all buffers of the input pass.
    package var pad: PadReference
    /// The slate that the combined picture shows while the camera is lost; `nil` if the combined picture cannot show
    /// the camera.
    package var slate: SlatePlan?
    /// True when the input was already missing when the plan was made. For a missing camera, the plan then lacks all
    /// branches of the camera; for a missing microphone, it lacks only the device.
    package var isAbsent = false
    /// True for a missing microphone whose device must be searched for again, because the pipeline file does not name
    /// it: `auto`, or the sound of a camera.
    package var isSearched = false
    /// A clause for messages about the USB bus of the camera and the other devices on that bus:
    /// `it hangs on USB bus 1 (480 Mbit/s) with camera back`.
    package var busPeers: String?
    /// The path of the device node of a V4L2 camera; `nil` for other inputs.
    package var device: String?
    /// True when the camera's device accepts any frame rate within a range. The caps of its source element may then not
    /// list the requested rate.
    package var takesAnyRate = false
    /// A full sentence that tells users how the input's pictures are converted to the requested size and rate; `nil` if
    /// they are not converted.
    package var conversion: String?
    /// The pad at which each of the camera's pictures has a frame number from the driver or the test source; `nil` if
    /// the pictures are not numbered.
    package var numbers: PadReference?
    /// The pad that the camera's H.264 stream passes through if it is recorded without re-encoding; `nil` for other
    /// inputs.
    package var keyed: PadReference?
    /// The check for incomplete pictures directly after the camera's device; `nil` if pictures are not checked.
    package var inspection: FrameInspection?
    /// The pad at which the camera's pictures are delayed by `delay`; `nil` for a microphone or a missing camera.
    package var delayed: PadReference?
    /// True if the camera's device delivers H.264.
    package var deliversH264 = false
    /// The delay of the input's pictures or sound in nanoseconds. A negative value moves them earlier.
    package var delay: Int64 = 0
    /// The controls that are set on the camera's device before pictures are captured.
    package var controls: [CameraControl] = []
}

/// A check for incomplete pictures directly after a camera's device.
package struct FrameInspection: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// Every picture must be a complete JPEG picture of this size.
        case jpeg(FrameSize)
        /// Every picture must be a raw picture with at least this number of bytes; `nil` if the number is unknown.
        case raw(bytes: Int?)
        case h264
    }

    package var form: Form
    /// True when damaged pictures are recorded; false when they are dropped. They are counted in both cases.
    package var keepsDamaged: Bool

    package init(_ form: Form, keepsDamaged: Bool = false) { (self.form, self.keepsDamaged) = (form, keepsDamaged) }
}

/// A dark picture with a text, shown while a camera is lost. It has the same format as the camera's pictures.
package struct SlatePlan: Sendable, Equatable {
    /// The name of the camera as it appears in the slate's text.
    package var camera: String
    package var elements: [ElementPlan]
    /// The links between the elements of the slate. The last element's source pad is left unlinked.
    package var links: [LinkPlan]
    /// The name of the element that draws the slate's text, which is taken from the element's property `text`; `nil` if
    /// the element is not installed.
    package var writer: String?
    /// The mixer pad to which the slate is linked while the camera is lost.
    package var input: PadReference
    /// The pad of the camera's tee that is linked to the mixer pad `input` while the camera delivers pictures.
    package var camerasTee: PadReference

    /// Returns the text of the slate in Pango's markup.
    ///
    /// - Parameters:
    ///   - time: the local time of the loss, such as `14:05:03`.
    ///   - hasDevice: true if the camera's device is connected but receives no signal.
    package func text(since time: String, hasDevice: Bool = false) -> String {
        let name = camera.reduce(into: "") { text, character in
            text += ["&": "&amp;", "<": "&lt;", ">": "&gt;"][character] ?? String(character)
        }
        return
            "<span weight=\"bold\" size=\"200%\">\(name)</span>\n\(hasDevice ? "signal lost" : "no signal")\nsince \(time)"
    }
}
