import DualCamConfig
internal import DualCamDevices
import DualCamPlan
package import DualCamProcess

/// Plans a worker's recording before any device is opened. Waits for missing devices if the pipeline file requests it.
package struct Opening {
    var order: WorkerOrder
    var place: ProcessEnvironment

    package init(order: WorkerOrder, place: ProcessEnvironment) {
        (self.order, self.place) = (order, place)
    }

    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(2)

    private var request: PipelineRequest { order.request }
    /// True if notes are not printed, because of `--quiet` or because an earlier worker has already printed them.
    private var isQuiet: Bool { order.quiet || order.goesOn }

    /// Loads the pipeline file, finds the devices, and plans the recording. Returns `nil` if the user ended the program
    /// while it waited for a device.
    package func prepare(controller: ShutdownCoordinator, pulse: HeartbeatWriter) async throws(CommandFailure)
        -> PreparedRecording?
    {
        let loaded = try Preparation.load(request, in: place)
        try await place.startGStreamer(quiet: order.quiet)
        BlockingCalls.begin { [request] in
            MachineProbe.loadPlugins(for: request.simulate ? loaded.pipeline.simulated() : loaded.pipeline)
        }
        let recording = loaded.pipeline.recording
        if !order.goesOn, recording.missingCamera == .wait || recording.missingMicrophone == .wait {
            guard try await wait(for: loaded.pipeline, controller: controller, pulse: pulse) else { return nil }
        }
        let prepared: PreparedRecording
        do throws(CommandFailure) { prepared = try await plan(loaded) } catch {
            // A process that continues a recording may lack inputs, but not all of them.
            guard order.goesOn, error.exitCode == .unavailable,
                recording.missingCamera == .wait || recording.missingMicrophone == .wait,
                try await missing(of: loaded.pipeline) != nil
            else { throw error }
            guard try await wait(for: loaded.pipeline, controller: controller, pulse: pulse) else { return nil }
            prepared = try await plan(loaded)
        }
        if !isQuiet {
            prepared.noteCalibration(in: place)
            for notice in prepared.graph.notices { place.note("note: " + notice, .warning) }
        }
        return prepared
    }

    private func plan(_ loaded: LoadedPipeline) async throws(CommandFailure) -> PreparedRecording {
        try await BlockingCalls.perform { [request, order, place] () throws(CommandFailure) in
            var prepared = try Preparation.plan(
                request, loaded, store: CalibrationStore(place), follows: order.goesOn || order.restarts > 0,
                goesOn: order.goesOn, in: place)
            // A recording that has already begun continues even if its cost is too high.
            if !order.goesOn {
                try prepared.remark(on: loaded, of: request, under: order.serves ? .serve : .run, in: place)
            }
            return prepared
        }
    }

    /// Waits for missing cameras if `recording.missing-camera` is `wait`, and for missing microphones if
    /// `recording.missing-microphone` is `wait`. Returns `false` if the user ends the program.
    private func wait(for pipeline: Pipeline, controller: ShutdownCoordinator, pulse: HeartbeatWriter)
        async throws(CommandFailure) -> Bool
    {
        var pipeline = request.simulate ? pipeline.simulated() : pipeline
        if pipeline.recording.missingCamera != .wait { pipeline.cameras = [] }
        if pipeline.recording.missingMicrophone != .wait { pipeline.microphones = [] }
        var pause = Self.firstPause
        var told: String?
        while let missing = try await missing(of: pipeline) {
            await controller.listen(in: place)
            await pulse.enter(.waiting)
            if told != missing.message {
                told = missing.message
                if !order.quiet {
                    place.note("waiting: " + Sentence.ended(missing.message) + " Ctrl-C ends it.", .warning)
                }
            }
            guard await controller.pause(pause) else { return false }
            pause = min(pause * 2, Self.longestPause)
        }
        await pulse.enter(.preparing)
        return true
    }

    /// Returns the error for the first missing device; `nil` if no device is missing.
    private func missing(of pipeline: Pipeline) async throws(CommandFailure) -> GraphFailure? {
        try await BlockingCalls.perform { () throws(CommandFailure) in
            do throws(GraphFailure) {
                _ = try MachineProbe.resolve(pipeline)
                return nil
            } catch {
                return error.code == .deviceMissing ? error : nil
            }
        }
    }
}
