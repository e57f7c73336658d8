package import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
internal import DualCamTiming
internal import GStreamer

extension RecordingPipeline {
    package func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime? {
        guard !live.isClosed else { throw .unable("nothing is recorded any more") }
        switch direction {
        case .picture(let picture): return try await combined.show(picture)
        case .sound(let sound):
            guard let microphone = microphone(sound.microphone.input) else { throw .noSound }
            return try await microphone.audio.follow(sound)
        case .controls(let cameras): return try await set(cameras)
        case .bitrate(let output, let bitrate):
            guard let encoder = outputs[output] else { throw .unable("there is no output \(output)") }
            try encoder.rate.direct(bitrate)
            // The change applies from the first frame that has not entered the encoder yet.
            return encoder.valve?.reached.map { RunningTime(nanoseconds: $0.running) }
        case .microphone(let name, let device):
            guard let microphone = microphone(name) else { throw .noSound }
            return try await microphone.change(to: device)
        case .delay(let name, let delay): return try await make(name, later: delay)
        case .pause: return try pause()
        case .resume: return try resume()
        }
    }

    /// Pauses the recording. Throws `refused` if it is already paused or about to end.
    /// - Returns: the running time at which the pause begins; `nil` if the recording has not begun, in which case it
    ///   begins with a pause.
    private func pause() throws(GraphFailure) -> RunningTime? {
        let (now, hasBegun) = (live.now, live.window.start != nil)
        let time = live.window.change { $0.pause(at: now) }
        guard time != nil || !hasBegun else { throw .unable("the recording is paused already, or about to end") }
        return time.map { RunningTime(nanoseconds: $0) }
    }

    /// Resumes a paused recording with a key frame in every output. An output that records a camera's own H.264 resumes
    /// later, with the camera's next key frame. Throws `refused` if the recording is not paused.
    /// - Returns: the running time at which the pause ends; `nil` if the recording has not begun.
    private func resume() throws(GraphFailure) -> RunningTime? {
        let cadence = live.plan.outputCadence
        let now = live.now
        guard let time = live.window.change({ $0.resume(at: now, cadence) }) else {
            guard live.window.start == nil else { throw .unable("the recording is not paused") }
            return nil
        }
        let place = live.window.recorded(time)
        for encoder in outputs.values { encoder.askForKeyFrame(at: place) }
        return RunningTime(nanoseconds: time)
    }

    /// Sets controls of one or more cameras, one camera after another.
    /// - Returns: the running time of the first frame that shows all changes; `nil` if a camera delivers no frame in
    ///   time.
    private func set(_ directed: [DirectedControls]) async throws(GraphFailure) -> RunningTime? {
        let branches = try directed.map { (one) throws(GraphFailure) in
            guard let camera = camera(one.camera), camera.plan?.device != nil else {
                throw .unable("camera \(one.camera) has no controls")
            }
            return (camera, one.controls)
        }
        for (camera, _) in branches { try camera.requirePresence() }
        var settled: [(CameraBranch, Int64)] = []
        for (camera, controls) in branches {
            try camera.requirePresence()
            settled.append((camera, try await camera.controls.set(controls)))
        }
        var latest: Int64?
        for (camera, time) in settled {
            guard let frame = await camera.firstFrame(from: time) else { return nil }
            latest = max(latest ?? frame, frame)
        }
        return latest.map { RunningTime(nanoseconds: $0) }
    }

    package func controls() async -> [InputName: [ControlFacts]] {
        var found: [InputName: [ControlFacts]] = [:]
        for camera in cameras where !live.isClosed && camera.isSteady {
            if let facts = await camera.controls.facts() { found[camera.name] = facts }
        }
        return found
    }

    package func preview(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem> {
        try await previews.begin(request)
    }

    /// Returns the next picture of a camera or of the combined output at full size.
    ///
    /// - Throws: `refused` for an output that this recording does not have, `notNow` for a lost camera or a paused
    ///   combined picture, `timeout` if no picture arrives.
    package func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot {
        guard !live.isClosed else { throw .unable("nothing is recorded any more", picture: .over) }
        guard output != .combined else {
            return try await stills.still(
                of: output, at: try combined.pictures(), isEncoded: false, as: format, live.plan.timeouts(of: .mixer))
        }
        guard let camera = camera(InputName(output.rawValue)) else {
            throw .unable("camera \(output) is not opened by this recording", picture: .notOpened)
        }
        let (pad, isEncoded) = try camera.pictures()
        return try await stills.still(of: output, at: pad, isEncoded: isEncoded, as: format, camera.timeouts)
    }

    package func statistics() -> GraphStatistics {
        files.look()
        live.silences.observe(silences)
        if !live.isClosed, live.window.start != nil { for encoder in encoders { encoder.findHang() } }
        if let now = live.pipeline.runningTime { live.reporter.tellDue(at: Int64(clamping: now)) }
        let outputs = encoders.map { encoder in
            let written = encoder.files.written
            return GraphStatistics.Output(
                name: encoder.output, frames: written.frames, dropped: live.reporter.dropped(by: encoder.output),
                bytes: written.bytes, largestFile: encoder.files.largestFile)
        }
        let branches = self.inputs
        let inputs = live.plan.inputs.map { input in
            let branch = branches.first { $0.name == input.name }
            var told = GraphStatistics.Input(
                name: input.name, isLost: branch?.isLost ?? false, idle: live.silences[.input(input.name)],
                timeouts: live.plan.timeouts(of: input.name))
            told.damaged = branch?.arrivals?.damagedFromTheStart ?? 0
            return told
        }
        var statistics = GraphStatistics(
            now: live.pipeline.runningTime.map { RunningTime(nanoseconds: Int64($0)) }, outputs: outputs,
            inputs: inputs, sounds: microphones.compactMap(\.statistics),
            branches: encoders.compactMap(\.statistics))
        statistics.previews = previews.count
        return statistics
    }

    /// Applies a throttle to all outputs and previews, to reduce load. Does nothing if the throttle is unchanged.
    func follow(_ wanted: Throttle) async throws(GraphFailure) {
        let before = live.throttle
        guard !live.isClosed, wanted != before else { return }
        live.throttle = wanted
        if wanted.previewsRest { await previews.endAll(.previewsRest) }
        // All outputs change at the same running time, the current one. In every branch, frames that have not arrived
        // yet have later times.
        let now = live.now
        for encoder in encoders {
            if let entry = encoder.entry { encoder.rate.follow(entry, from: now) }
        }
        for encoder in encoders where wanted.fastestPresets != before.fastestPresets { await encoder.preparePreset() }
        if wanted.combinedBitrate != before.combinedBitrate { outputs[.combined]?.rate.followBitrate() }
        guard wanted.combinedRests != before.combinedRests else { return }
        if wanted.combinedRests { await previews.leave(.combined) }
        try await wanted.combinedRests ? combined.rest() : combined.wake()
        if !wanted.combinedRests { await previews.renew() }
    }

    func abandonStalledInputs() async throws(GraphFailure) {
        for encoder in encoders { encoder.holdBack() }
        try await valves.abandonStalled()
    }

    /// The times for which inputs, encoders and streams have been silent: the time since each input's last buffer, the
    /// time since each stream's last frame, and the time for which pictures have waited for each encoder.
    private var silences: [FairSilence.Subject: Duration] {
        var silences = valves.silences
        for input in inputs { silences[.input(input.name)] = input.idle }
        for encoder in encoders { silences[.encoder(encoder.output)] = encoder.valve?.held }
        return silences
    }
}
