internal import Dispatch
public import DualCamConfig
public import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// How long a picture may be away, in seconds; key frames of a stream that is passed through come more rarely.
    private static let patienceWithPicture = (any: 2.0, key: 6.0)
    private static let stillLimit = Duration.seconds(15)

    /// Two stills are taken at a time; others wait for their turn.
    static let stillDesks = (0..<2).map { DispatchQueue(label: "dualcam.still.\($0)") }

    /// The next picture of a camera or of the combined output, in full size.
    ///
    /// Throws `refused` for what this recording does not have, `notNow` for a lost camera and a picture that rests, `timeout`
    /// when none comes.
    public func snapshot(of output: OutputName, as format: Snapshot.Format) async throws(GraphFailure) -> Snapshot {
        guard !isClosed else { throw .unable("nothing is recorded any more") }
        let (pad, isEncoded) = try stillSource(of: output)
        stillsTaken += 1
        let desk = Self.stillDesks[stillsTaken % Self.stillDesks.count]
        let latest = ContinuousClock.now + Self.stillLimit
        return try await blocking("taking a still of \(output)", within: Self.stillLimit, on: desk) {
            // Whoever asked has been told already that it took too long.
            guard ContinuousClock.now < latest else { return .failure(.noPicture(of: output)) }
            let isKeyed = isEncoded && pad.mediaType == "video/x-h264"
            let patience = isKeyed ? Self.patienceWithPicture.key : Self.patienceWithPicture.any
            guard let frame = pad.nextFrame(within: patience, isKey: isKeyed) else {
                return .failure(.noPicture(of: output))
            }
            return StillEncoding(frame: frame, format: format).perform()
        }
    }

    /// Where the output's pictures pass, and whether they do so as the camera has encoded them.
    private func stillSource(of output: OutputName) throws(GraphFailure) -> (Pad, isEncoded: Bool) {
        guard output != .combined else { return (try combinedSource(), false) }
        let name = InputName(output.rawValue)
        guard plan.input(name) != nil else { throw .unable("camera \(output) is not opened by this recording") }
        guard !lost.contains(name) else {
            throw GraphFailure(
                .notNow, message: "camera \(output) is lost and delivers no picture",
                advice: "Ask again when it has returned.")
        }
        guard builder.elements["\(output).source"] != nil else { throw .notRunning }
        if builder.elements["\(output).tee"] != nil { return (try builder.pad("\(output).tee", "sink"), false) }
        return (try builder.pad("\(output).delivered", "sink"), true)
    }

    private func combinedSource() throws(GraphFailure) -> Pad {
        guard plan.stage != nil else { throw .unable("no combined picture is recorded") }
        guard !changing.contains(Self.resting) else { throw .combinedComesOrGoes }
        guard !isResting else {
            throw GraphFailure(
                .notNow, message: "the combined picture rests, as the machine cannot bear it at present",
                advice: "Ask again when it is back.")
        }
        guard builder.elements["combined.tee"] != nil else { throw .notRunning }
        return try builder.pad("combined.tee", "sink")
    }
}

extension GraphFailure {
    fileprivate static func noPicture(of output: OutputName) -> GraphFailure {
        GraphFailure(
            .timeout, message: "no picture of \(output) came in time", advice: "Ask again when it delivers.")
    }
}
