package import DualCamConfig

/// A camera or the microphone: what of the graph is its own, and so is taken out when it is lost and made anew when it
/// returns.
package struct InputPlan: Sendable, Equatable {
    package var name: InputName
    /// The branches that go with it: `back.source` and `back.encoder`.
    package var branches: [BranchID]
    /// Everything that it delivers passes here.
    package var pad: PadReference
    /// The slate that stands for it in the combined picture while it is lost; `nil` where it is not seen.
    package var slate: SlatePlan?
    /// True when the input was missing when the recording was planned: a camera's branches are not in the plan yet; a
    /// microphone's are, and wait.
    package var isAbsent = false
    /// Where a camera hangs on the USB, and with whom: `it hangs on USB bus 1 (480 Mbit/s) with camera back`.
    package var busPeers: String?
    /// The node of a V4L2 camera.
    package var device: String?
    /// True when the device takes any rate of a range: the list of its source element may lack the rate that is asked for.
    package var takesAnyRate = false
    /// One full sentence on what becomes of a device's pictures that are not what is asked for; `nil`: they are.
    package var conversion: String?
    /// The pad behind which a camera's pictures pass with the numbers that its driver, or the test source, gave them; `nil`: they have none.
    package var numbers: PadReference?
    /// The pad that an H.264 stream passes as its camera, or clip, has encoded it; `nil`: none is recorded so.
    package var keyed: PadReference?
    /// The inspection of a device's pictures where they leave it; `nil`: none.
    package var inspection: FrameInspection?
    /// The pad behind which a camera's pictures are later by its delay; `nil`: it is not there, or a microphone.
    package var delayed: PadReference?
    /// The time by which its pictures are made later, in nanoseconds; below zero: earlier.
    package var delay: Int64 = 0
    /// The controls that are set on it before it is opened for pictures.
    package var controls: [CameraControl] = []
}

/// The requirements for whole pictures of a camera where they leave its device.
package struct FrameInspection: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// JPEG pictures of this size.
        case jpeg(FrameSize)
        /// Raw pictures of so many bytes at least; `nil`: not known.
        case raw(bytes: Int?)
        case h264
    }

    package var form: Form
    /// Damaged pictures are counted and recorded all the same.
    package var keepsDamaged: Bool

    package init(_ form: Form, keepsDamaged: Bool = false) { (self.form, self.keepsDamaged) = (form, keepsDamaged) }
}

/// A black picture with a text, of the same form as the camera's, that takes its place.
package struct SlatePlan: Sendable, Equatable {
    /// The camera, as the text names it.
    package var camera: String
    package var elements: [ElementPlan]
    /// Among the elements; the last one's source pad is free.
    package var links: [LinkPlan]
    /// The element with the `text`; `nil` where this machine has none that writes.
    package var writer: String?
    /// The pad to which the slate is linked in the camera's place.
    package var input: PadReference
    /// The camera's own pad that is linked there: a tee's.
    package var camerasTee: PadReference

    /// Returns the text of the slate, in Pango's markup.
    ///
    /// - Parameters:
    ///   - time: local, as `14:05:03`.
    ///   - hasDevice: its device is there, and lacks the signal that it takes in.
    package func text(since time: String, hasDevice: Bool = false) -> String {
        let name = camera.reduce(into: "") { text, character in
            text += ["&": "&amp;", "<": "&lt;", ">": "&gt;"][character] ?? String(character)
        }
        return
            "<span weight=\"bold\" size=\"200%\">\(name)</span>\n\(hasDevice ? "signal lost" : "no signal")\nsince \(time)"
    }
}
