internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

// MARK: Inspecting pictures
extension CameraBranch {
    /// Returns a probe that looks for damaged pictures of the camera, reports them, and drops them before other
    /// elements receive them. With `damaged: keep` in the pipeline file, it drops only those that would make a decoder
    /// or muxer fail. Each dropped picture counts as a lost frame. Returns `nil` if the camera's pictures are not
    /// inspected.
    func inspector(of input: InputPlan) -> FrameInspector? {
        guard let inspection = input.inspection,
            let branch = live.plan.branches.first(where: { $0.name == .source(name) })
        else { return nil }
        let (reporter, window, pipeline, arrivals) = (live.reporter, live.window, live.pipeline, arrivals)
        return FrameInspector(inspection) { [name] isKept, time in
            if !isKept { arrivals?.touch() }
            guard let time, window.counts(at: UInt64(clamping: time)) else { return }
            reporter.damaged(name, isKept: isKept, at: time)
            if !isKept { reporter.lost(1, in: branch, pipeline) }
        } onDoubt: { [name] incomplete in
            let finding = incomplete > 0 ? "\(incomplete) of its first 30 lack a part" : "they are not understood"
            reporter.yield(
                .warning(
                    branch: branch.name,
                    text:
                        "camera \(name): its JPEG pictures cannot be checked for missing parts (\(finding)), so damaged pictures may be in the file"
                ))
        }
    }

    /// Restricts the camera's source element to the requested mode. This is needed because v4l2src may not list the
    /// requested frame rate, even though the device accepts any rate.
    func offerRate(in part: GraphPart) throws(GraphFailure) {
        guard let input = part.inputs.first(where: { $0.name == name }), input.takesAnyRate, !input.isAbsent,
            part.elements.contains(where: { $0.name == "\(name).mode" }),
            let caps = try live.pad("\(name).mode", "sink").possibleCaps
        else { return }
        try live.pad("\(name).source", "src").addProbe(.answers) { info in
            info.offerOnly(caps)
            return .pass
        }
    }

    /// Starts to measure the time between key frames of a camera that encodes its own pictures.
    func followKeyFrames(in part: GraphPart) throws(GraphFailure) {
        guard let pad = part.inputs.first(where: { $0.name == name })?.keyed,
            part.elements.contains(where: { $0.name == pad.element })
        else { return }
        let watch = KeyFrameWatch { [name, reporter = live.reporter] distance in
            reporter.yield(
                .keyFrames(name, .nanoseconds(distance.length), at: RunningTime(nanoseconds: distance.from)))
        }
        watch.install(on: try live.pad(pad))
    }

    /// Starts to analyse the camera's pictures, for example to detect black ones. Analyses the decoded pictures if the
    /// pipeline decodes them, otherwise the encoded ones.
    func lookAtPictures(among own: Set<String>) throws(GraphFailure) {
        guard let name = ["\(name).tee", "\(name).delivered"].first(where: own.contains) else { return }
        PictureTap(self.name, isGrabber: timeouts.isGrabber, live.reporter).install(on: try live.pad(name, "sink"))
    }
}
