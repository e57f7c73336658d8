package import DualCamPlan

extension GraphFailure {
    package static func tookTooLong(_ what: String, _ limit: Duration) -> GraphFailure {
        GraphFailure(
            .timeout, message: "\(what) did not end within \(limit.components.seconds) s",
            advice: "The files written so far are playable; if it happens again, run with --verbose and report it.")
    }

    /// Returns a `diskFailed` error for a file of the session that cannot be read. `reason` explains why; `nil` if
    /// unknown.
    package static func unread(_ path: String, _ reason: String? = nil) -> GraphFailure {
        GraphFailure(
            .diskFailed, message: "'\(path)' cannot be read\(reason.map { ": \($0)" } ?? "")",
            advice: "'dualcam audit' tells whether it is whole.")
    }

    /// Returns a `refused` error for a request that the running graph cannot carry out.
    package static func unable(_ reason: String, picture: PictureObstacle? = nil, advice: String = "") -> GraphFailure {
        GraphFailure(.refused, picture: picture, message: reason, advice: advice)
    }

    /// The error for a request that concerns sound while none is recorded.
    package static var noSound: GraphFailure {
        .unable("no sound is recorded", advice: "Begin a recording with a 'microphone' in its pipeline file.")
    }

    /// Adds to this error's message that the camera's USB bus may have no bandwidth left, and sets advice for this
    /// case.
    ///
    /// - Parameter busPeers: the text of `InputPlan.busPeers`, which names the cameras on the same bus.
    package mutating func suspectBus(_ busPeers: String) {
        message += "; \(busPeers), which may have no room left for its stream ('No space left on device')"
        advice =
            "Write `format: mjpeg`, a lower rate or a smaller size for a camera on that bus, or plug one of them into another; "
            + "'dualcam plan' shows what they take of it."
    }
}
