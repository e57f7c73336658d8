import DualCamSession
import Soup

/// The routes to what is known of the machine's speed.
enum CalibrationRoutes {
    static let all = [known, measure]

    private static let path = "/api/v1/calibration"

    private static let known = TableRoute(
        path: path, name: "calibration", summary: "what 'dualcam calibrate' has measured of this machine",
        success: [.json("The figures; without any where nothing was measured.", "Calibration")], refusals: [404, 500]
    ) { call throws(RouteRefusal) in WebResponse(200, try await call.thePipeline.calibration()) }

    private static let measure = TableRoute(
        method: .post, path: path, name: "calibrate",
        summary: "measures this machine, as 'dualcam calibrate' does; a recording that begins ends it",
        arguments: ActionRoutes.arguments([], example: [:]), success: [.begun],
        refusals: [404, 409, 413, 415, 500, 503], isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        let library = try call.theLibrary
        let order = SessionWork.Order(.calibrate)
        if let same = library.works.first(where: { $0.order == order && $0.state == .running }) {
            return WebResponse(202, ["work": same.json])
        }
        try await call.checkNothingIsRecorded()
        try await call.thePipeline.checkIsCalm()
        let work = try await library.start(order)
        // One that began before the work was there has not ended it.
        do throws(RouteRefusal) { try await call.checkNothingIsRecorded() } catch {
            library.endMeasuring(work.id)
            throw error
        }
        return WebResponse(202, ["work": work.json])
    }
}

extension RouteCall {
    fileprivate func checkNothingIsRecorded() async throws(RouteRefusal) {
        guard await routes.controller.state().phase != .standby else { return }
        throw RouteRefusal(
            .control(.notNow), "Nothing is measured while something is recorded.",
            advice: "Ask when the take is over, and dualcam stands by.")
    }
}

/// The JSON Schema of it.
enum CalibrationSchemas {
    static var all: [JSONValue.Member] {
        let text: JSONValue = ["type": "string"]
        let encoder = InterfaceSchemas.object([
            .init("name", text),
            .init(
                "cores", ["type": "number", "description": "Kept busy by 1920x1080 at 30 frames a second and 8 Mbps."]),
            .init("at-once", ["type": "integer", "description": "Such pictures that this machine encodes at a time."]),
        ])
        let figures = InterfaceSchemas.object([
            .init("measured", InterfaceSchemas.orNull("string")), .init("cores", ["type": "integer"]),
            .init("encoders", ["type": "array", "items": encoder]), .init("notes", ["type": "array", "items": text]),
            .init("problem", InterfaceSchemas.orNull("string")),
        ])
        return [.init("Calibration", figures)]
    }
}
