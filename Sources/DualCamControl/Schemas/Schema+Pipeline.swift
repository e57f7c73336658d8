import DualCamRecordings

/// The JSON schemas of the pipeline file, its plan and the machine's devices.
extension Schema {
    static var pipeline: JSONValue {
        [
            "PipelineFile": file, "PipelineProblem": problem, "PipelineChanges": changes, "PlannedOutput": output,
            "PlannedCost": cost, "PipelinePlan": plan, "PipelineCheck": check, "PipelineSaved": saved,
            "Devices": object(["cameras": objects, "microphones": objects]), "Encoders": object(["encoders": objects]),
            "Calibration": calibration,
        ]
    }

    private static var file: JSONValue {
        object([
            "name": text, "path": text, "text": text, "hash": text,
            "obstacle": maybeText.explained("The reason why the file cannot be saved; null if it can."),
            "copy": maybeText.explained("The file that is written instead; null if there is none."),
            "reloads": flag.explained("True if a running dualcam applies a change."),
            "drafted": maybeText.explained(
                "The time at which dualcam wrote the file by itself for the devices that it found; null if it did not."),
            "simulated": flag.explained("Test pictures replace the cameras."),
        ])
    }

    private static var cost: JSONValue {
        object(
            [
                "total": number.explained("The highest share of any resource."),
                "binding": words(["cpu", "memory", "disk", "usb", "hardware"]),
                "limit": number.explained("The share that may be used: 'budget.limit'."), "fits": flag,
                "refused": flag.explained("True if 'run' refuses to record it."), "measured": flag, "margin": number,
                "cpu": object(["cores": number], isOpen: true), "memory": number, "disk": number, "usb": number,
                "hardware": number, "branches": objects,
            ], required: ["total", "binding", "limit", "fits", "refused", "measured", "margin", "cpu", "branches"])
    }

    private static var output: JSONValue {
        object(
            [
                "name": text, "codec": text, "encoder": text, "width": whole, "height": whole, "rate": text,
                "bitrate": whole, "bytes-per-hour": whole,
            ], isOpen: true)
    }

    private static var plan: JSONValue {
        object([
            "obstacle": maybeText.explained("The reason why there is no plan; null if there is one."),
            "cost": orNull(reference("PlannedCost")),
            "bytes-per-hour": maybeWhole, "outputs": list(reference("PlannedOutput")),
            "directory": maybeText.explained("The folder in which the sessions' folders would be created."),
        ])
    }

    private static var problem: JSONValue {
        object([
            "file": text, "line": maybeWhole, "column": maybeWhole, "length": maybeWhole, "key": text,
            "message": text, "advice": text,
        ])
    }

    private static var changes: JSONValue {
        object([
            "live": texts.explained("Take effect at once."),
            "take": texts.explained("Take effect from the next take on."),
            "graph": texts.explained("Take effect from the next take on; the cameras are off for a moment."),
            "start": texts.explained("Take effect when dualcam is started again."),
        ])
    }

    private static var check: JSONValue {
        let problems = list(reference("PipelineProblem"))
        return object([
            "problems": problems, "notices": problems, "changes": orNull(reference("PipelineChanges")),
            "plans": list(reference("PipelinePlan")).explained("One plan for each of the requested 'variants'."),
        ])
    }

    private static var saved: JSONValue {
        object([
            "path": text, "hash": text, "copied": flag, "reloads": flag,
            "changes": orNull(reference("PipelineChanges")),
        ])
    }

    private static var calibration: JSONValue {
        let encoder = object([
            "name": text,
            "cores": number.explained(
                "The number of cores that 1920x1080 at 30 frames a second and 8 Mbps keeps busy."),
            "at-once": whole.explained("The number of such pictures that this machine encodes at a time."),
        ])
        return object([
            "measured": maybeText, "cores": whole, "encoders": list(encoder), "notes": texts, "problem": maybeText,
        ])
    }
}
