/// The reason why there is no picture of a camera or of the combined output now. The raw values stand in answers, and stay stable.
package enum PictureObstacle: String, Sendable, Equatable, CaseIterable {
    /// The pipeline is still being opened.
    case notRunning = "not-running"
    /// The pipeline runs, but no picture has come from there.
    case noPicture = "no-picture"
    case cameraLost = "camera-lost"
    /// The combined picture rests, as the machine cannot bear it.
    case combinedRests = "combined-rests"
    /// The combined picture is just being taken out or brought back.
    case combinedChanges = "combined-changes"
    /// The machine cannot bear previews beside the recording.
    case previewsRest = "previews-rest"
    /// The camera's stream is recorded as it comes, and not decoded.
    case notDecoded = "not-decoded"
    /// The recording has no combined output.
    case noCombined = "no-combined"
    /// The recording does not open the camera.
    case notOpened = "not-opened"
    /// The pipeline is closed.
    case over
}
