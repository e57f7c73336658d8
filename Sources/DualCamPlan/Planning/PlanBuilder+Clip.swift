extension PlanBuilder {
    /// Adds `filesrc ! demuxer`, followed by `elements`, which must not be empty. The demuxer is linked to them when
    /// its pad appears. A demuxer pad whose name contains no number exists from the start.
    ///
    /// The clip is played repeatedly. The end of each repetition is detected at the sink pad of the last of `elements`.
    ///
    /// - Parameters:
    ///   - pad: the demuxer's pad for the stream, such as `video_%u`.
    ///   - prefix: the prefix of the names of the added elements.
    ///   - picture: the camera that plays the clip; `nil` if only the clip's sound is played.
    /// - Returns: the source pad of the last element.
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

    /// Returns the decoder elements with the given factory names. The last one, which outputs raw frames, has the name
    /// `back.decoder` if the prefix is `back`.
    ///
    /// - Parameter cost: the number of cores that are busy decoding.
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
