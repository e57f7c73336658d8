internal import DualCamDevices
import DualCamGraph
import DualCamPlan
package import DualCamProcess
package import DualCamRecordings
import DualCamSession

extension Take {
    /// Runs the worker of `dualcam serve`, which records one take after another and reloads a changed pipeline file.
    /// Returns the worker's exit code.
    package func serve() async throws(CommandFailure) -> ExitCode {
        let pace = try ClockRate(place.environment, for: prepared.inputs.pipeline)
        let takeLoop = TakeLoop(try await production())
        let reloader = Reloader(self, takeLoop)
        let reloading = Task { [controller] in
            for await content in controller.reloads { await reloader.apply(content) }
        }
        defer { reloading.cancel() }
        return await follow(
            takeLoop.events, takeLoop, pace, stop: { reason in Task { await takeLoop.stop(reason) } },
            run: { await takeLoop.serve(recordsAtOnce: worker.records && worker.resume == nil) })
    }

    /// Returns the values that the take loop needs: the description of a session, the session's dependencies, and a
    /// function that creates the standby pipeline.
    func production() async throws(CommandFailure) -> TakeLoop.Production {
        let (order, dependencies, pace) = try await beginning()
        var plan = plan
        // Each take waits for its own delay, so the plan of the standby pipeline has none.
        plan.delay = nil
        return TakeLoop.Production(order: order, dependencies: dependencies) {
            [plan, inputs = prepared.inputs, place, earlier = Self.earlier(order)] () throws(GraphFailure) in
            let search = CameraSearch(inputs, plan)
            return try StandbyPipeline(
                plan: plan, clockRate: pace.rate, findAgain: { try search.plan(for: $0) },
                findMicrophone: { try search.plan(for: $0, $1) }, earlier: earlier, drawing: place.imageDrawing)
        }
    }
}
