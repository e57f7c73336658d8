internal import DualCamConfig
package import DualCamPlan
internal import GStreamer

extension GraphPlan {
    /// Returns the `GraphFailure` for an element's error. The result depends on the error's domain and code, never on
    /// its text.
    ///
    /// - Parameters:
    ///   - branch: the branch that owns the element; `nil` if none does.
    ///   - element: the name of the element that reported the error.
    func failure(of error: LibraryError, in branch: BranchID?, element: String) -> GraphFailure {
        GraphFailure(
            code(of: error, in: branch, element), branch: branch, output: branch.flatMap(output),
            message: "\(branch?.rawValue ?? element): \(error.message)")
    }

    private func output(of branch: BranchID) -> OutputName? {
        if let known = branches.first(where: { $0.name == branch }) { return known.output }
        return outputs.first { $0.elements.contains { $0.branch == branch } }?.name
    }

    /// Returns the path of the V4L2 device that the element of this name reads; `nil` if it is not a `v4l2src`.
    func device(of element: String) -> String? {
        guard let plan = elements.first(where: { $0.name == element && $0.factory == "v4l2src" }),
            case .string(let path)? = plan.properties.first(where: { $0.name == "device" })?.value
        else { return nil }
        return path
    }

    /// Returns the path of the clip that replaces a camera or a microphone; `nil` if the input is not a clip.
    func clip(of input: InputName) -> String? {
        let source = elements.first { $0.factory == "filesrc" && $0.branch == .source(input) }
        guard case .string(let path)? = source?.properties.first(where: { $0.name == "location" })?.value else {
            return nil
        }
        return path
    }

    private func code(of error: LibraryError, in branch: BranchID?, _ element: String) -> GraphFailure.Code {
        let isWriter = if case .files? = branch { true } else { false }
        switch error.resource {
        case .noSpaceLeft: return .diskFull
        case .busy: return .deviceBusy
        case .settings: return .deviceFormat
        case .openWrite, .openReadWrite: return isWriter ? .outputNotCreated : .deviceMissing
        case .some: return isWriter ? .diskFailed : .deviceMissing
        case nil:
            let isEncoder = outputs.contains { $0.videoEncoder == element }
            return isWriter ? .diskFailed : isEncoder ? .encoderFailed : .deviceFormat
        }
    }
}

extension GraphFailure {
    /// A copy of this error in which missing advice is filled in with general advice for the error's code.
    package var advised: GraphFailure {
        guard advice.isEmpty else { return self }
        var failure = self
        failure.advice =
            switch code {
            case .diskFull: "Free some space, or choose another disk with --output DIR or recording.directory."
            case .diskFailed, .outputNotCreated:
                "Look at the disk and its messages ('dmesg'), or choose another one with --output DIR."
            case .encoderFailed, .elementMissing: "Choose another encoder: 'dualcam encoders' lists those at hand."
            case .deviceMissing, .deviceBusy, .deviceFormat:
                "Look at 'dualcam devices'; --simulate records test pictures instead."
            case .refused, .notNow, .fileTooLarge: ""
            case .timeout, .fault: "If it happens again, run with --verbose and report it."
            }
        return failure
    }

    static func silent(_ name: InputName) -> GraphFailure {
        GraphFailure(
            .timeout, branch: .source(name), input: name,
            message: "camera \(name) is there, but no picture comes from it",
            advice: "It is tried again and again; if nothing comes for minutes, unplug it and plug it in again.")
    }

    static func lost(_ camera: InputName) -> GraphFailure {
        GraphFailure(
            .notNow, picture: .cameraLost, message: "camera \(camera) is lost and delivers no picture",
            advice: "Ask again when it has returned.")
    }

    static let notRunning = GraphFailure(
        .notNow, picture: .notRunning, message: "the cameras do not run yet",
        advice: "Try again when the recording has begun.")

    static func hung(_ output: OutputName, _ branch: BranchID) -> GraphFailure {
        GraphFailure(
            .encoderFailed, branch: branch, output: output,
            message: "\(branch): the encoder hangs: it has taken no picture for a second, though pictures come",
            advice: "If it happens again, choose another encoder: 'dualcam encoders' lists those at hand.")
    }

    static func immovable(_ branch: BranchID) -> GraphFailure {
        GraphFailure(
            .fault, branch: branch,
            message: "\(branch): the encoder hangs again and cannot be stopped; another process has to go on",
            advice: "Choose another encoder: 'dualcam encoders' lists those at hand.")
    }
}
