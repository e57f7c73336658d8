package import DualCamConfig

/// The GStreamer elements that are needed to draw the combined picture with a mixer.
package struct MixerElements: Sendable, Equatable {
    /// The factory name of the mixer element.
    package var drawing: String
    /// The factory names of the elements before each input of the mixer, which copy pictures to the mixer's memory.
    package var before: [String] = []
    /// The factory names of the elements after the mixer, which copy the drawn picture back to main memory.
    package var behind: [String] = []
    /// The Debian package that contains the mixer's plugin; `nil` if the mixer is part of dualcam.
    package var package: String?

    package init(_ mixer: Mixer) {
        switch mixer {
        case .dualcam: drawing = "dualcammixer"
        case .compositor: (drawing, package) = ("compositor", "gstreamer1.0-plugins-base")
        case .gl:
            (drawing, package) = ("glvideomixerelement", "gstreamer1.0-gl")
            (before, behind) = (["glupload", "glcolorconvert"], ["glcolorconvert", "gldownload"])
        case .va:
            (drawing, package) = ("vacompositor", "gstreamer1.0-plugins-bad")
            (before, behind) = (["vapostproc"], ["vapostproc"])
        }
    }

    package var all: [String] { before + [drawing] + behind }
}

extension PipelineChecks {
    /// The issues with the requested mixer: missing elements, and pictures that the mixer cannot draw.
    var mixerIssues: [PlanIssue] {
        guard pipeline.outputs.contains(.combined), let combined = pipeline.combined else { return [] }
        return [lack(combined.mixer)].compactMap(\.self) + cuts(combined)
    }

    private func lack(_ mixer: Mixer) -> PlanIssue? {
        let elements = MixerElements(mixer)
        let word = mixer.rawValue
        guard let package = elements.package, mixer != .compositor else { return nil }
        if let missing = elements.all.first(where: { !machine.elements.contains($0) }) {
            // The plugin registers its elements only if the machine has a graphics chip that supports VA-API.
            let chip = mixer == .va ? "; it needs a graphics chip with VA-API, too" : ""
            return PlanIssue(
                "combined.mixer", "this machine has no GStreamer element `\(missing)`, which the mixer `\(word)` needs",
                hint: "install the package \(package)\(chip), or write `mixer: dualcam`", code: .elementMissing)
        }
        guard machine.silentMixers.contains(mixer) else { return nil }
        return PlanIssue(
            "combined.mixer", "the mixer `\(word)` is installed, but drew no test picture on this machine",
            hint: "it needs a graphics chip and its driver; write `mixer: dualcam` to do without", code: .elementMissing
        )
    }

    private func cuts(_ combined: Combined) -> [PlanIssue] {
        guard combined.mixer == .va else { return [] }
        let geometry = LayoutGeometry(combined, in: pipeline)
        return geometry.placements.filter { $0.source != nil }.prefix(1).map { placement in
            let zoomed = geometry.cameras.contains { $0.name == placement.camera && $0.zoom > 1 }
            let hint = zoomed ? "write `zoom: 1`, or `mixer: dualcam`" : "write `fit: contain`, or `mixer: dualcam`"
            return PlanIssue(
                zoomed ? "cameras.\(placement.camera).zoom" : "combined.fit",
                "the mixer `va` draws cameras whole, and \(placement.camera)'s picture would have to be cut", hint: hint
            )
        }
    }
}

/// Computes how long the combined picture waits for late frames of a camera (GstAggregator's `latency`), and how many
/// frames its queues must hold. Waiting does no harm, because nobody watches a recording live. If all cameras have
/// delivered their frames, the mixer draws at once.
extension FrameRate {
    private static let patience: Int64 = 200_000_000
    /// The rounding tolerance in nanoseconds. It is needed because the duration of a frame is rounded down: six frames
    /// at 30 frames per second last 200 ms minus 2 ns.
    private static let slack: Int64 = 1000

    /// Returns the number of frames that the mixer waits for late pictures, rounded up.
    ///
    /// - Parameter more: the number of nanoseconds that the mixer waits in addition, for a delayed camera.
    private func lateFrames(_ more: Int64) -> Int {
        Int((Self.patience + max(0, more) + frameNanoseconds - 1 - Self.slack) / frameNanoseconds)
    }

    /// Returns the latency of the mixer in nanoseconds for a combined picture with this frame rate: the waiting time of
    /// 200 ms plus `wait`. It is rounded up to whole frames, unless a single frame lasts longer than 200 ms.
    ///
    /// - Parameter wait: the number of nanoseconds by which the camera with the lowest delay is shifted to an earlier
    ///   time.
    package func mixerLatency(wait: Int64) -> Int64 {
        frameNanoseconds > Self.patience
            ? Self.patience + max(0, wait) : Int64(lateFrames(wait)) * frameNanoseconds
    }

    /// The maximum latency in nanoseconds that a camera may report to the mixer. A live source reports the duration of
    /// its frames. Without this limit, a camera with one frame per minute would delay the combined picture by a minute.
    package static var longestLatency: Int64 { patience }

    /// The size, in frames, of the queue before the mixer for a camera with this frame rate. The queue holds the frames
    /// that arrive during the latency, the frame being drawn, and the next one.
    ///
    /// A queue of the same size after the mixer holds the frames that the mixer draws in a burst when it catches up.
    package var mixerBuffers: Int { mixerBuffers(wait: 0) }

    /// Returns the size, in frames, of the queue before the mixer for a delayed camera with this frame rate.
    ///
    /// - Parameter wait: the number of nanoseconds by which this camera is later than the camera with the earliest
    ///   pictures.
    package func mixerBuffers(wait: Int64) -> Int { lateFrames(wait) + 2 }
}
