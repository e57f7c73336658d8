package import DualCamConfig

/// The GStreamer elements that a mixer of the combined picture needs.
package struct MixerElements: Sendable, Equatable {
    /// The mixer element that draws the combined picture.
    package var drawing: String
    /// The elements before each of the mixer's input queues that upload a picture into the mixer's memory.
    package var before: [String] = []
    /// The elements behind the mixer that download the drawn picture.
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
    /// The problems with the requested mixer: missing elements, or pictures that it cannot draw.
    var mixerIssues: [PlanIssue] {
        guard pipeline.outputs.contains(.combined), let combined = pipeline.combined else { return [] }
        return [lack(combined.mixer)].compactMap(\.self) + cuts(combined)
    }

    private func lack(_ mixer: Mixer) -> PlanIssue? {
        let elements = MixerElements(mixer)
        let word = mixer.rawValue
        guard let package = elements.package, mixer != .compositor else { return nil }
        if let missing = elements.all.first(where: { !machine.elements.contains($0) }) {
            // The plugin registers its elements only if it finds a chip.
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

/// The time for which the combined picture waits for a camera's late frame (GstAggregator's `latency`). A recorder can
/// wait, because nobody watches live. As soon as every camera has delivered, the mixer composes the frame without
/// waiting.
extension FrameRate {
    private static let patience: Int64 = 200_000_000
    /// The rounding tolerance in nanoseconds, because a frame's length is rounded down: six frames of 1/30 s are 200 ms
    /// less 2 ns.
    private static let slack: Int64 = 1000

    /// Returns the mixer's waiting time for late frames as a number of frames, rounded up. `more` is the extra wait in
    /// nanoseconds for a delayed camera.
    private func lateFrames(_ more: Int64) -> Int {
        Int((Self.patience + max(0, more) + frameNanoseconds - 1 - Self.slack) / frameNanoseconds)
    }

    /// Returns the latency in nanoseconds of the mixer for a combined picture of this rate. It is a multiple of the
    /// frame length, unless a single frame is longer than the waiting time.
    ///
    /// - Parameter wait: the number of nanoseconds by which the earliest camera is moved earlier.
    package func mixerLatency(wait: Int64) -> Int64 {
        frameNanoseconds > Self.patience
            ? Self.patience + max(0, wait) : Int64(lateFrames(wait)) * frameNanoseconds
    }

    /// The longest latency in nanoseconds that a camera may report to the mixer. A live source reports the duration of
    /// its frames. Without a limit, a camera with one frame a minute would delay the combined picture by a minute.
    package static var longestLatency: Int64 { patience }

    /// The queue size in frames before the mixer for a camera of this rate: its frames during the latency, the frame
    /// being drawn and the next one. A queue of this size behind the mixer holds the frames that the mixer composes in
    /// a burst to catch up.
    var mixerBuffers: Int { mixerBuffers(wait: 0) }

    /// Returns the queue size in frames before the mixer for a camera of this rate that is delayed.
    ///
    /// - Parameter wait: the number of nanoseconds by which this camera is later than the camera that is moved
    ///   earliest.
    package func mixerBuffers(wait: Int64) -> Int { lateFrames(wait) + 2 }
}
