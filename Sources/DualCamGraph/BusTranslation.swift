internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// One bus message, in order.
    func take(_ message: BusMessage) async {
        switch message.kind {
        case .error(let error, _): await fail(message.source, error)
        case .warning(let error, _): reporter.yield(.warning(branch: branch(of: message.source), text: error.message))
        case .childEndOfStream(let child):
            if let writer = writers.first(where: { $0.sinkName == child }) { await finish(writer) }
        case .latency: pipeline.recalculateLatency()
        case .qualityOfService(let lost?, let before): countSkipped(message.source, lost, before: before)
        case .level(let peak, let rms, let end): tellLevels(of: message.source, peak, rms, until: end)
        case .qualityOfService, .endOfStream, .stateChanged, .other: break
        }
    }

    private func fail(_ source: String, _ error: LibraryError) async {
        if let audition, audition.names.contains(source) {
            return audition.seen.giveUp(
                GraphFailure(
                    code(of: error, source: source), branch: audition.branch, message: "microphone: \(error.message)"))
        }
        let branch = branch(of: source)
        let input = branch.flatMap { branch in plan.inputs.first { $0.branches.contains(branch) && branch.isSource } }
        if let branch, input != nil || branch.isEncoder {
            // What an element says after it has failed, or while it is taken out, follows from that.
            guard !isBeingTakenOut(branch), failedBranches.insert(branch).inserted else { return }
        }
        var failure = GraphFailure(
            code(of: error, source: source), branch: branch, output: branch.flatMap(output),
            message: "\(branch?.rawValue ?? source): \(error.message)")
        if let device = device(of: source) {
            failure = await explained(
                failure, camera: input?.name.rawValue ?? source, device: device, reason: error.message)
            // v4l2src says no more when VIDIOC_STREAMON was refused, whatever the reason (gst_v4l2src_decide_allocation).
            if error.resource == .settings, let crowd = input?.crowd { failure.suspectBus(crowd) }
        }
        failure.advice = advice(for: failure.code, failure.advice)
        if let input { return report(failure, of: input) }
        if let branch, branch.isEncoder, let output = failure.output { failedEncoders.insert(output) }
        if let writer = writers.first(where: { $0.elements.contains { $0.name == source } }) {
            failure.message = "\(writer.request.path) cannot be written on: \(error.message)"
            await takeOut(writer)
        }
        report(failure)
    }

    /// Looks through the machine's processes for who has the device.
    private func explained(_ failure: GraphFailure, camera: String, device: String, reason: String) async
        -> GraphFailure
    {
        do throws(GraphFailure) {
            return try await blocking("finding out who uses \(device)", within: .seconds(1)) {
                .success(DeviceUsers.explain(failure, camera: camera, device: device, reason: reason))
            }
        } catch {
            reporter.yield(.warning(branch: failure.branch, text: error.message))
            return failure
        }
    }

    private func report(_ failure: GraphFailure, of input: InputPlan) {
        var failure = failure
        (failure.input, failure.output) = (input.name, nil)
        // Whoever asked for its return is told.
        if lost.contains(input.name) { arrivals[input.name]?.giveUp(failure) } else { report(failure) }
    }

    private func isBeingTakenOut(_ branch: BranchName) -> Bool {
        if changing.contains(branch.rawValue) { return true }
        return plan.inputs.contains {
            $0.branches.contains(branch) && lost.contains($0.name) && !returning.contains($0.name)
        }
    }

    /// What to do about it, where nothing closer to the device is known.
    private func advice(for code: GraphFailure.Code, _ known: String) -> String {
        guard known.isEmpty else { return known }
        return switch code {
        case .diskFull: "Free some space, or choose another disk with --output DIR or recording.directory."
        case .diskFailed, .outputNotCreated:
            "Look at the disk and its messages ('dmesg'), or choose another one with --output DIR."
        case .encoderFailed, .elementMissing: "Choose another encoder: 'dualcam encoders' lists those at hand."
        case .deviceMissing, .deviceBusy, .deviceFormat:
            "Look at 'dualcam devices'; --simulate records test pictures instead."
        case .refused, .notNow: ""
        case .timeout, .fault: "If it happens again, run with GST_DEBUG=3 and report it."
        }
    }

    /// v4l2src tells each gap in the driver's sequence by the time it lacks; what lies before the start is not missed.
    private func countSkipped(_ source: String, _ lost: UInt64, before: UInt64?) {
        let now = before ?? pipeline.runningTime
        guard line.isRecording(at: now), let now, let start = line.start, let branch = branch(of: source),
            branch.isSource, let plan = plan.branches.first(where: { $0.name == branch }),
            let frame = plan.rate?.frameNanoseconds
        else { return }
        let count = min((Int64(clamping: lost) + frame / 2) / frame, (Int64(clamping: now) - start) / frame)
        if count > 0 { reporter.lost(Int(count), in: plan, pipeline) }
    }

    /// An element's branch; a writer's elements carry their segment behind the template's name.
    func branch(of element: String) -> BranchName? {
        if let known = plan.elements.first(where: { $0.name == element }) { return known.branch }
        let template = element.lastIndex(of: ".").map { String(element[..<$0]) } ?? element
        return plan.outputs.lazy.flatMap(\.elements).first { $0.name == template }?.branch
    }

    private func output(of branch: BranchName) -> OutputName? {
        if let known = plan.branches.first(where: { $0.name == branch }) { return known.output }
        return plan.outputs.first { $0.elements.contains { $0.branch == branch } }?.name
    }

    /// The V4L2 device an element reads from.
    private func device(of element: String) -> String? {
        guard let plan = plan.elements.first(where: { $0.name == element && $0.factory == "v4l2src" }),
            case .string(let path)? = plan.properties.first(where: { $0.name == "device" })?.value
        else { return nil }
        return path
    }

    private func code(of error: LibraryError, source: String) -> GraphFailure.Code {
        let isWriter = plan.outputs.contains { $0.elements.contains { source.hasPrefix($0.name + ".") } }
        let isEncoder = plan.outputs.contains { $0.videoEncoder == source }
        switch error.resource {
        case .noSpaceLeft: return .diskFull
        case .busy: return .deviceBusy
        case .settings: return .deviceFormat
        case .openWrite, .openReadWrite: return isWriter ? .outputNotCreated : .deviceMissing
        case .some: return isWriter ? .diskFailed : .deviceMissing
        case nil: return isWriter ? .diskFailed : isEncoder ? .encoderFailed : .deviceFormat
        }
    }
}

extension GraphFailure {
    /// - Parameter crowd: `InputPlan.crowd`.
    mutating func suspectBus(_ crowd: String) {
        message += "; \(crowd), which may have no room left for its stream ('No space left on device')"
        advice =
            "Write `format: mjpeg`, a lower rate or a smaller size for a camera on that bus, or plug one of them into another; "
            + "'dualcam plan' shows what they take of it."
    }
}

extension BranchName {
    /// True for a camera's or a microphone's way from its device.
    fileprivate var isSource: Bool { rawValue.hasSuffix(".source") }

    /// True for a picture's way through its encoder.
    fileprivate var isEncoder: Bool { rawValue.hasSuffix(".encoder") && !rawValue.hasPrefix("audio.") }
}
