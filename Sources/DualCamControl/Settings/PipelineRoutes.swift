import DualCamRecordings
import DualCamSession
import Soup

/// The routes that access the pipeline file, list the machine's devices and encoders, and return the machine's
/// calibration.
enum PipelineRoutes {
    static let all = [file, save, check, schema, devices, encoders, calibration, calibrate]

    private static let file = TableRoute(
        path: "/api/v1/pipeline", name: "pipeline",
        summary: "the pipeline file as it is on the disk, and whether it can be saved",
        success: [.json("The file.", "PipelineFile")], refusals: [403, 404, 500]
    ) { call throws(RouteRefusal) in
        // The pipeline file may contain secrets, such as the web addresses of hooks.
        guard call.maySeeSecrets else { throw .secretFile }
        return WebResponse(200, try await call.pipeline.file())
    }

    private static let save = TableRoute(
        method: .put, path: "/api/v1/pipeline", name: "save-pipeline",
        summary:
            "save the pipeline file, unless 'check' finds a problem or a change that may not be made over the network",
        arguments: Schema.arguments(
            [
                "text": text,
                "hash": Schema.text.explained(
                    "The 'hash' of the file that was read. If the file has changed since, nothing is written."),
            ], example: ["text": example, "hash": .string(exampleHash)]),
        success: [.json("The file is saved.", "PipelineSaved")], refusals: [404, 409, 413, 415, 422, 500],
        isTold: true
    ) { call throws(RouteRefusal) in
        let arguments = try call.arguments(["text", "hash"], documents: ["text"])
        guard let text = arguments["text"]?.text, let hash = arguments["hash"]?.text else { throw .noText }
        return WebResponse(200, try await call.pipeline.save(text, over: hash))
    }

    private static let check = TableRoute(
        method: .post, path: "/api/v1/pipeline/check", name: "check-pipeline",
        summary:
            "check a text in place of the pipeline file, like 'dualcam check': its problems, changes that may not be made over the network, and when each change takes effect",
        arguments: Schema.arguments(
            ["text": text], optional: ["variants": variants],
            example: ["text": example, "variants": [.object([]), ["cameras.back.size": "640x360"]]]),
        success: [.json("The results of the check.", "PipelineCheck")], refusals: [404, 413, 415, 500]
    ) { call throws(RouteRefusal) in
        let arguments = try call.arguments(["text", "variants"], documents: ["text", "variants"])
        guard let text = arguments["text"]?.text else { throw .noText }
        var question: PlanRequest?
        if let list = arguments["variants"] {
            question = PlanRequest(variants: try settings(list), asksDevices: await !call.isRecording)
        }
        return WebResponse(200, try await call.pipeline.check(text, question))
    }

    /// The maximum number of variants that one request may plan.
    private static let most = 40

    private static func settings(_ list: JSONValue) throws(RouteRefusal) -> [[Setting]] {
        guard let list = list.list, list.count <= most else { throw .noVariants(most) }
        var variants: [[Setting]] = []
        for one in list {
            guard let members = one.members else { throw .noVariants(most) }
            let settings = members.compactMap { member in member.value.text.map { Setting(member.key, $0) } }
            guard settings.count == members.count else { throw .noVariants(most) }
            variants.append(settings)
        }
        return variants
    }

    private static let schema = TableRoute(
        path: "/api/v1/pipeline/schema", name: "pipeline-schema",
        summary: "the JSON Schema of pipeline files, as 'dualcam schema' prints it",
        success: [.object("The schema.")], refusals: [404]
    ) { call throws(RouteRefusal) in WebResponse(200, try await call.pipeline.schema()) }

    private static let devices = TableRoute(
        path: "/api/v1/devices", name: "devices",
        summary:
            "the cameras and microphones of the machine, as 'dualcam devices --json' prints them; during a recording, no device is queried",
        success: [.json("The devices.", "Devices")], refusals: [404, 409, 500]
    ) { call throws(RouteRefusal) in
        WebResponse(200, try await call.pipeline.devices(isRecording: await call.isRecording))
    }

    private static let encoders = TableRoute(
        path: "/api/v1/encoders", name: "encoders",
        summary: "the encoders that dualcam knows, as 'dualcam encoders --json' prints them",
        success: [.json("The encoders.", "Encoders")], refusals: [404, 500]
    ) { call throws(RouteRefusal) in WebResponse(200, try await call.pipeline.encoders()) }

    private static let calibration = TableRoute(
        path: "/api/v1/calibration", name: "calibration",
        summary: "the measurements of this machine by 'dualcam calibrate'",
        success: [.json("The measurements, if there are any.", "Calibration")], refusals: [404, 500]
    ) { call throws(RouteRefusal) in WebResponse(200, try await call.pipeline.calibration()) }

    private static let calibrate = TableRoute(
        method: .post, path: "/api/v1/calibration", name: "calibrate",
        summary: "measure this machine, like 'dualcam calibrate'; a recording that begins ends the measurement",
        arguments: Schema.arguments(), success: [.begun],
        refusals: [404, 409, 413, 415, 500, 503], isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        let library = try call.library
        let order = Job.Order(.calibrate)
        if let same = library.jobs.first(where: { $0.order == order && $0.state == .running }) {
            return .begun(same)
        }
        try await call.checkNothingIsRecorded()
        try await call.pipeline.checkIsCalm()
        let work = try await library.start(order)
        // A recording stops measurements only when it begins. If it began before this job was queued, stop the job
        // here.
        do throws(RouteRefusal) { try await call.checkNothingIsRecorded() } catch {
            library.endMeasuring(work.id)
            throw error
        }
        return .begun(work)
    }

    private static let text = Schema.text.explained("The content of the whole file.")
    private static let variants = Schema.list(["type": "object", "additionalProperties": Schema.text]).explained(
        "At most \(most) variants, each with sizes, rates, encoders and layouts by their keys. For each variant, the cost of the text with these keys changed is planned."
    )
    static let example: JSONValue = "cameras: {back: auto, front: auto}\n"
    /// The SHA-256 digest of the pipeline file's text in the example of a request.
    private static let exampleHash = "fe7518d3b0c0663cdeaaef2877b3b59c05aec444dbb130cf51d499c193ed29e0"
}

extension RouteCall {
    /// The pipeline file that the recorder offers to clients.
    /// - Throws: `not-found` if the recorder offers no pipeline file.
    var pipeline: PipelineAccess {
        get throws(RouteRefusal) {
            guard let pipeline = routes.pipeline else {
                throw RouteRefusal(
                    .notFound, "No pipeline file is shown here.", advice: "Ask a recording of a pipeline file.")
            }
            return pipeline
        }
    }

    fileprivate func checkNothingIsRecorded() async throws(RouteRefusal) {
        guard await isRecording else { return }
        throw RouteRefusal(
            .control(.notNow), "Nothing is measured while something is recorded.",
            advice: "Ask when the take is over, and dualcam stands by.")
    }
}

extension RouteRefusal {
    fileprivate static let secretFile = RouteRefusal(
        .readOnly, "The pipeline file may hold secrets, and is shown to those who direct.",
        advice: "Ask whoever records for the link that directs.")

    fileprivate static var noText: RouteRefusal {
        RouteRefusal(
            .control(.badRequest), "The text is missing.", advice: "Send the whole file as 'text', and its 'hash'.")
    }

    fileprivate static func noVariants(_ most: Int) -> RouteRefusal {
        RouteRefusal(
            .control(.badRequest), "Those are not variants.",
            advice: "Send at most \(most) objects of keys and their values as texts.")
    }
}
