internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// The router that passes each GStreamer bus message to the branch whose element sent it.
@PipelineActor
struct MessageRouter {
    let live: LiveElements
    let inputs: [any InputBranch]
    let outputs: [OutputName: EncoderBranch]
    let previews: PreviewSwitcher

    /// Passes one bus message to the branch that it concerns. Must be called for the messages in order. Slow work runs
    /// in a separate task, so that the next message is not delayed.
    func handle(_ message: BusMessage) {
        switch message.kind {
        case .error(let error, let details): fail(message.source, branch(of: message), error, details)
        case .warning(let error, _): live.warn(branch(of: message), error.message)
        case .childEndOfStream(let child):
            for output in outputs.values {
                if let writer = output.files.writer(ofSink: child) { Task { await output.files.finish(writer) } }
            }
        case .latency: live.pipeline.recalculateLatency()
        case .qualityOfService(let lost?, let before): countSkipped(branch(of: message), lost, before: before)
        case .level(let peak, let rms, let end): tellLevels(of: message.source, peak, rms, until: end)
        case .qualityOfService, .endOfStream: break
        }
    }

    /// Returns the branch whose bin contains the element that sent the message; `nil` if the element belongs to no
    /// branch.
    private func branch(of message: BusMessage) -> BranchID? { message.owner as? BranchID }

    private func fail(_ element: String, _ branch: BranchID?, _ error: LibraryError, _ details: String) {
        let failure = live.plan.failure(of: error, in: branch, element: element)
        if tellTrial(of: element, failure, error) { return }
        switch branch {
        case .source(let input)?: fail(input, element, failure, error)
        case .encoder(let output)?:
            if outputs[output]?.registerFailure() == true { live.failures.report(failure.advised) }
        case .preview?: previews.handle(failure.advised)
        case .files(let output)?: fail(outputs[output]?.files, element, failure, error, details)
        default: live.failures.report(failure.advised)
        }
    }

    /// Ends the trial of a new microphone device if the failed element belongs to that device. Returns true in this
    /// case. The recording continues with the old device.
    private func tellTrial(of element: String, _ failure: GraphFailure, _ error: LibraryError) -> Bool {
        var failure = failure
        failure.message = "microphone: \(error.message)"
        return inputs.contains { $0.handleTrialFailure(of: element, failure) }
    }

    private func fail(_ name: InputName, _ element: String, _ told: GraphFailure, _ error: LibraryError) {
        guard let input = inputs.first(where: { $0.name == name }), input.registerFailure() else { return }
        guard let device = live.plan.device(of: element) else {
            return input.tell((told.ofClip(in: live, name, error, told.message) ?? told).advised)
        }
        let peers = input.plan?.busPeers
        Task {
            var failure = await explained(told, name, device, error)
            // If VIDIOC_STREAMON fails, v4l2src reports this general error for every reason
            // (gst_v4l2src_decide_allocation).
            if told.code != .deviceBusy, error.resource == .settings, let peers { failure.suspectBus(peers) }
            input.tell(failure.advised)
        }
    }

    private func fail(
        _ files: FileBranch?, _ element: String, _ told: GraphFailure, _ error: LibraryError, _ details: String
    ) {
        // An abandoned file has already been reported: after its sink has failed, a muxer reports another error without
        // the reason.
        guard let files, !files.hasGivenUp(element) else { return }
        guard let writer = files.writer(of: element) else { return live.failures.report(told.advised) }
        var failure = told
        let path = writer.request.path
        // A disk's error message is complete. A muxer's message is only general, so the details are added.
        let reason = error.resource == nil && !details.isEmpty ? "\(error.message) \(details)" : error.message
        failure.message = "\(path) cannot be written on: \(reason.replacing(writer.file?.sinkPath ?? path, with: path))"
        if let output = failure.output,
            let clip = told.ofClip(in: live, InputName(output.rawValue), error, failure.message)
        {
            failure = clip
        }
        files.fail(writer) { [live, failure] refusal in
            live.failures.report((refusal?.explain(failure, of: path) ?? failure).advised)
        }
    }

    /// Checks whether a failed camera's device still exists and which process uses it. Returns the error with this
    /// information added.
    private func explained(
        _ failure: GraphFailure, _ input: InputName, _ device: String, _ error: LibraryError
    ) async -> GraphFailure {
        do throws(GraphFailure) {
            return try await blocking("looking at \(device)", within: .seconds(1)) {
                DeviceUsers.explain(failure, camera: input.rawValue, device: device, reason: error.message)
            }
        } catch {
            live.warn(failure.branch, error.message)
            return failure
        }
    }

    /// Counts the frames that a camera's driver has skipped. v4l2src reports each gap in the driver's sequence numbers
    /// as a duration (`lost`, in nanoseconds). Gaps before the recording's start are ignored.
    private func countSkipped(_ branch: BranchID?, _ lost: UInt64, before: UInt64?) {
        let now = before ?? live.pipeline.runningTime
        guard live.window.counts(at: now), let now,
            case .source? = branch,
            let plan = live.plan.branches.first(where: { $0.name == branch }),
            let frame = (plan.convertedRate ?? plan.rate)?.frameNanoseconds
        else { return }
        let count = min(
            (Int64(clamping: lost) + frame / 2) / frame, (Int64(clamping: now) - (live.window.start ?? 0)) / frame)
        if count > 0 { live.reporter.lost(Int(count), in: plan, live.pipeline) }
    }

    /// Reports the levels of a microphone's sound to the session.
    ///
    /// - Parameters:
    ///   - meter: the name of the element that measured the levels.
    ///   - peak: the peak level of each channel, in decibels relative to full scale.
    ///   - rms: the mean level of each channel, in the same unit.
    ///   - end: the running time at which the measurement ended, in nanoseconds.
    private func tellLevels(of meter: String, _ peak: [Double], _ rms: [Double], until end: UInt64) {
        guard let sound = live.plan.sounds.first(where: { $0.meter == meter }) else { return }
        let level = { (decibel: Double) in
            decibel.isNaN ? -120 : (max(-120, min(0, decibel)) * 10).rounded() / 10
        }
        var levels = SoundLevels(of: sound.input, peak: peak.map(level), rms: rms.map(level))
        let time = Int64(clamping: end)
        // A measurement covers the tenth of a second before its time. The middle of this interval is checked.
        let rests = live.clips[sound.input]?.rests(at: time - 50_000_000) ?? false
        levels.isClipResting = rests && live.plan.clip(of: sound.input) != nil
        live.reporter.yield(.levels(levels, at: RunningTime(nanoseconds: time)))
    }
}

extension GraphFailure {
    /// Returns a copy of the error whose message names the clip that replaces the input, if the clip's content caused
    /// the error. Returns `nil` for a system error, such as a disk error, or if the input is not a clip.
    @PipelineActor
    fileprivate func ofClip(
        in live: LiveElements, _ input: InputName, _ error: LibraryError, _ reason: String
    ) -> GraphFailure? {
        if var cut = live.clipFiles[input]?.cut(input) {
            (cut.branch, cut.output, cut.input) = (branch, output, self.input)
            return cut
        }
        guard error.resource == nil, let path = live.plan.clip(of: input) else { return nil }
        // For a microphone's clip, the position is unknown and is left out.
        let place = live.clips[input]?.position.map { ", \(Double($0 / 10_000_000) / 100) s into it" } ?? ""
        var failure = self
        failure.code = .deviceFormat
        failure.message = "the clip \(path) cannot be played on\(place): \(reason)"
        failure.advice = "Play it with 'gst-play-1.0'; 'ffmpeg -i CLIP -c:v libx264 NEW.mp4' makes a clean one."
        return failure
    }
}
