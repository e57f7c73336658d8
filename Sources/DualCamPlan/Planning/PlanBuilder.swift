package import DualCamConfig

/// Builds the plan of a graph element by element.
package struct PlanBuilder {
    package let decisions: PlanDecisions
    package var plan = GraphPlan()
    /// The encoded sound streams, in the order of the tracks.
    var encodedSounds: [EncodedSound] = []

    package var pipeline: Pipeline { decisions.pipeline }

    package init(decisions: PlanDecisions) { self.decisions = decisions }

    static func build(_ decisions: PlanDecisions) -> GraphPlan {
        var builder = PlanBuilder(decisions: decisions)
        (builder.plan.notes, builder.plan.notices) = (decisions.notes, decisions.notices)
        builder.plan.maxLoss = decisions.pipeline.recording.maxLoss
        builder.plan.delay = decisions.pipeline.recording.delay
        builder.plan.preRoll = decisions.pipeline.recording.preRoll.map { PreRollPlan(length: $0) }
        builder.plan.format = decisions.format
        if decisions.pipeline.isComposedLater { builder.plan.laterRate = decisions.pipeline.combined?.rate }
        builder.addSound()
        for camera in decisions.cameras { builder.addCamera(camera) }
        builder.addCombined()
        for output in decisions.pipeline.outputs { builder.addOutput(output) }
        builder.notePast()
        return builder.plan
    }

    /// Adds elements to the plan and links them in a row. If `start` is not `nil`, that pad is linked to the first
    /// element.
    /// - Returns: the source pad of the last element; `start` if `elements` is empty.
    @discardableResult
    package mutating func chain(_ elements: [ElementPlan], after start: PadReference? = nil) -> PadReference {
        plan.chain(elements, after: start)
    }
}

extension ElementPlan {
    static func tee(_ name: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan("tee", name: name, branch: branch, [Property("allow-not-linked", .bool(true))])
    }

    package static func caps(_ name: String, _ branch: BranchID, _ caps: StructurePlan) -> ElementPlan {
        ElementPlan("capsfilter", name: name, branch: branch, [Property("caps", .caps(caps))])
    }

    /// Returns an element to be placed between a tee and a queue. It stops errors from the elements after it, so that
    /// the tee continues to supply its other branches.
    static func guarding(_ queue: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan("errorignore", name: "\(queue)-guard", branch: branch, [Property("ignore-eos", .bool(true))])
    }

    /// Returns a queue with the given limits; 0 means no limit. When it is full, a leaky queue drops its oldest
    /// buffers, and any other queue blocks the elements before it.
    package static func queue(
        _ name: String, _ branch: BranchID, buffers: Int = 0, bytes: Int = 0, seconds: Int = 0, isLeaky: Bool = false
    ) -> ElementPlan {
        let limits = [
            Property("max-size-buffers", .int(Int64(buffers))), Property("max-size-bytes", .int(Int64(bytes))),
            Property("max-size-time", .int(Int64(seconds) * 1_000_000_000)),
        ]
        let leaky = Property("leaky", .enumeration(type: "GstQueueLeaky", nick: "downstream"))
        return ElementPlan("queue", name: name, branch: branch, limits + (isLeaky ? [leaky] : []))
    }

    /// Returns the muxer for files in a container. For GIF and WebP it is `qtmux`, because these files are created
    /// later from an intermediate video.
    ///
    /// - Parameters:
    ///   - index: the properties for the index of mov and mp4 files; empty to write the index at the end.
    ///   - cluster: the maximum duration of a Matroska cluster in nanoseconds; `nil` for the default of the element.
    package static func muxer(
        _ container: ExportContainer, _ name: String, _ branch: BranchID, index: [Property] = [], cluster: Int64? = nil
    ) -> ElementPlan {
        switch container {
        case .mov, .gif, .webp: ElementPlan("qtmux", name: name, branch: branch, index)
        case .mp4, .m4a: ElementPlan("mp4mux", name: name, branch: branch, index)
        case .ogg: ElementPlan("oggmux", name: name, branch: branch)
        case .mkv:
            ElementPlan(
                "matroskamux", name: name, branch: branch,
                [Property("offset-to-zero", .bool(true))]
                    + (cluster.map { [Property("max-cluster-duration", .int($0))] } ?? [])
                    + [Property("writing-app", .string("dualcam"))])
        }
    }

    /// The factory name of the element that adds tags to a stream.
    package static let titler = "taginject"

    /// Returns the element that sets the title of a track to the names of its microphones; empty if they have no names.
    package static func titling(_ microphones: [String], _ name: String, _ branch: BranchID) -> [ElementPlan] {
        guard !microphones.isEmpty else { return [] }
        // The title is quoted. Otherwise, GStreamer would parse `a+b` as flags and `10` as a number.
        let title = "title=(string)\"\(microphones.joined(separator: "+"))\""
        return [ElementPlan(titler, name: name, branch: branch, [Property("tags", .string(title))])]
    }
}

extension StructurePlan {
    /// Returns the caps of raw video with the given format, size, rate and colours.
    package static func raw(_ format: String?, _ size: FrameSize, _ rate: FrameRate, colour: Colour? = nil)
        -> StructurePlan
    {
        var caps = StructurePlan("video/x-raw")
        if let format { caps.fields.append(Property("format", .string(format))) }
        caps.fields += geometry(size, rate)
        if let colour {
            caps.fields.append(Property("colorimetry", .string(colour.colorimetry)))
            if let site = colour.chromaSite { caps.fields.append(Property("chroma-site", .string(site))) }
        }
        return caps
    }

    static func geometry(_ size: FrameSize, _ rate: FrameRate) -> [Property] {
        [
            Property("width", .int(Int64(size.width))), Property("height", .int(Int64(size.height))),
            Property("framerate", .fraction(rate.numerator, rate.denominator)),
        ]
    }
}

extension PadReference {
    /// True for a source pad of a tee, which may also supply other branches.
    var isTee: Bool { pad == "src_%u" }
}
