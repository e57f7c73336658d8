extension PlanBuilder {
    /// Adds `filesrc ! demuxer`, followed by `elements`, which must not be empty. The demuxer is linked to them when
    /// its pad appears.
    ///
    /// The repetition of the clip is controlled at the sink pad of the last of these elements. A demuxer pad whose name
    /// contains no number exists from the start.
    mutating func addClip(
        _ clip: ClipFacts, pad: String, elements: [ElementPlan], prefix: String, branch: BranchID,
        picture: LoopPlan.Picture? = nil
    ) -> PadReference {
        chain([
            ElementPlan(
                "filesrc", name: "\(prefix).source", branch: branch, [Property("location", .string(clip.path))]),
            ElementPlan(clip.demuxer, name: "\(prefix).demuxer", branch: branch),
        ])
        let demuxed = PadReference("\(prefix).demuxer", pad)
        let last = chain(elements, after: demuxed)
        for index in plan.links.indices where plan.links[index].from == demuxed {
            plan.links[index].whenPadAppears = pad.contains("%")
            plan.loops.append(
                LoopPlan(
                    demuxer: "\(prefix).demuxer", start: picture == nil ? clip.soundStart : clip.start,
                    length: clip.length,
                    pad: PadReference(last.element, "sink"), picture: picture))
        }
        return last
    }

    /// Returns the decoder elements of the clip. The last one, which outputs raw frames, has the name `back.decoder`
    /// for the camera `back`.
    package func decoders(_ factories: [String], prefix: String, branch: BranchID, cost: Double) -> [ElementPlan] {
        factories.enumerated().map { index, factory in
            let isLast = index == factories.count - 1
            let name = isLast ? "\(prefix).decoder" : "\(prefix).decoder-input" + (index == 0 ? "" : "-\(index + 1)")
            return .decoder(factory, name: name, branch: branch, cost: cost)
        }
    }
}

extension ClipFacts.Video {
    /// The colorimetry that must be preserved when the clip's picture is scaled; `nil` if the clip does not declare
    /// any.
    var pinnedColorimetry: String? {
        guard let colorimetry, format.map(Colour.isConverted) != true else { return colorimetry }
        return Colour.seen(colorimetry, in: size, chromaSite: nil).colorimetry
    }

    /// Returns an element that corrects the range of values in the demuxer's caps; empty if the range is already
    /// correct. The correction is needed because the parser gives the caps precedence over the declaration in the
    /// stream.
    package func rangeCorrection(_ name: String, _ branch: BranchID) -> [ElementPlan] {
        guard isMisread, let colorimetry else { return [] }
        let caps = StructurePlan("video/x-h264", [Property("colorimetry", .string(colorimetry))])
        return [ElementPlan("capssetter", name: name, branch: branch, [Property("caps", .caps(caps))])]
    }
}

extension ElementPlan {
    /// Returns a decoder element. It uses a single thread if that is fast enough for the stream, because libav holds
    /// back one frame for each additional thread.
    static func decoder(_ factory: String, name: String, branch: BranchID, cost: Double) -> ElementPlan {
        let isLibav = factory.hasPrefix("avdec_h26")
        return ElementPlan(
            factory, name: name, branch: branch, isLibav && cost <= 0.6 ? [Property("max-threads", .int(1))] : [])
    }
}
