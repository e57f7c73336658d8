/// The reason why no picture of a camera or of the combined output is currently available. The raw values are sent to
/// clients and must not change.
package enum PictureObstacle: String, Sendable, Equatable, CaseIterable {
    /// No picture is available because the pipeline is still being opened.
    case notRunning = "not-running"
    /// The pipeline is running, but the camera has not delivered a picture yet.
    case noPicture = "no-picture"
    case cameraLost = "camera-lost"
    /// The combined picture is switched off to reduce the load, because the machine is overloaded.
    case combinedRests = "combined-rests"
    /// The combined picture is currently being removed or restored.
    case combinedChanges = "combined-changes"
    /// Previews are switched off to reduce the load, because the machine is overloaded.
    case previewsRest = "previews-rest"
    /// No picture is available because the camera's stream is recorded without re-encoding and is not decoded.
    case notDecoded = "not-decoded"
    /// No picture is available because the recording has no combined picture.
    case noCombined = "no-combined"
    /// The recording does not use this camera.
    case notOpened = "not-opened"
    /// The pipeline is closed, because the recording has ended.
    case over
}
