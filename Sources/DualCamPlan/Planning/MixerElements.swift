package import DualCamConfig

/// The elements that a mixer is made of.
package struct MixerElements: Sendable, Equatable {
    /// The element that draws.
    package var drawing: String
    /// The elements that bring each picture into the memory that is drawn in; before its queue.
    package var before: [String] = []
    /// The elements that bring the drawn picture back.
    package var behind: [String] = []
    /// The Debian package of the plugin; `nil`: the program's own.
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
    /// The issues of the requested mixer: what this machine lacks, or what it cannot draw.
    var mixerIssues: [PlanIssue] {
        guard pipeline.outputs.contains(.combined), let combined = pipeline.combined else { return [] }
        return [lack(combined.mixer)].compactMap(\.self) + cuts(combined)
    }

    private func lack(_ mixer: Mixer) -> PlanIssue? {
        let elements = MixerElements(mixer)
        let word = mixer.rawValue
        guard let package = elements.package, mixer != .compositor else { return nil }
        if let missing = elements.all.first(where: { !machine.elements.contains($0) }) {
            // The plugin offers its elements only where it finds a chip.
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

/// The combined picture waits for a camera's frame that is late. A recorder can wait: nothing is shown to anybody, and a frame is
/// composed as soon as every camera has delivered (GstAggregator's `latency`).
extension FrameRate {
    private static let patience: Int64 = 200_000_000
    /// A frame's length is rounded down: six frames of 1/30 s are 200 ms, though 2 ns less.
    private static let slack: Int64 = 1000

    /// Whole frames of the time that is waited, rounded up; of a camera that is made later, its frames wait as much longer.
    private func lateFrames(_ more: Int64) -> Int {
        Int((Self.patience + max(0, more) + frameNanoseconds - 1 - Self.slack) / frameNanoseconds)
    }

    /// The time that a combined picture of this rate waits, in nanoseconds: whole frames, where one is not longer than that by itself.
    ///
    /// - Parameter wait: how much earlier the camera is made that is made earliest, in nanoseconds.
    package func mixerLatency(wait: Int64) -> Int64 {
        frameNanoseconds > Self.patience
            ? Self.patience + max(0, wait) : Int64(lateFrames(wait)) * frameNanoseconds
    }

    /// The longest time in nanoseconds that a camera may claim to be late: what is live says that each of its frames takes as long as
    /// it lasts, and the combined picture would wait a minute for a camera that delivers one a minute.
    package static var longestLatency: Int64 { patience }

    /// Room for what a camera of this rate delivers meanwhile, the frame being drawn and the one after it; behind the mixer, for the
    /// frames that it has caught up on.
    var mixerBuffers: Int { mixerBuffers(wait: 0) }

    /// - Parameter wait: how much later the camera is made than the one that is made earliest, in nanoseconds.
    package func mixerBuffers(wait: Int64) -> Int { lateFrames(wait) + 2 }
}
