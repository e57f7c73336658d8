import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// The worker of `dualcam serve`: a loop of takes that records take after take, and takes over a pipeline file that has changed.
struct Serving {
    var take: Take

    func serve() async throws(CommandFailure) -> ExitCode {
        let pace = try Pace(take.place.environment, for: take.prepared.inputs.pipeline)
        let takeLoop = TakeLoop(try await take.production())
        let reloader = Reloader(take, takeLoop)
        let reloading = Task { [take] in
            for await content in take.controller.reloads { await reloader.takeOver(content) }
        }
        defer { reloading.cancel() }
        return await take.follow(
            takeLoop.events, takeLoop, pace, stop: { reason in Task { await takeLoop.stop(reason) } },
            run: { await takeLoop.serve(recordsAtOnce: take.worker.records && take.worker.resume == nil) })
    }
}

extension Take {
    /// Returns the production from which a loop of takes makes its takes.
    func production() async throws(CommandFailure) -> TakeLoop.Production {
        let (order, dependencies, pace) = try await beginning()
        var plan = plan
        // Every take says for itself how long it waits.
        plan.delay = nil
        return TakeLoop.Production(order: order, dependencies: dependencies) {
            [plan, inputs = prepared.inputs, place, earlier = Self.earlier(order)] () throws(GraphFailure) in
            let search = CameraReturn(inputs, plan)
            return try StandbyPipeline(
                plan: plan, clockRate: pace.rate, findAgain: { try search.plan(for: $0) },
                findMicrophone: { try search.plan(for: $0, $1) }, earlier: earlier, drawing: place.imageDrawing)
        }
    }
}
