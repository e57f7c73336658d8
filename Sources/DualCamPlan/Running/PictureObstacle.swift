/// The reason why no picture of a camera or of the combined output is available at present. The raw values are sent to
/// clients and must not change.
package enum PictureObstacle: String, Sendable, Equatable, CaseIterable {
    /// The pipeline is still being opened.
    case notRunning = "not-running"
    /// The pipeline is running, but this camera has not delivered a picture yet.
    case noPicture = "no-picture"
    case cameraLost = "camera-lost"
    /// The combined picture is switched off because the machine is overloaded.
    case combinedRests = "combined-rests"
    /// The combined picture is just being removed or restored.
    case combinedChanges = "combined-changes"
    /// Previews are switched off because the machine is overloaded.
    case previewsRest = "previews-rest"
    /// The camera's stream is recorded without re-encoding and is not decoded.
    case notDecoded = "not-decoded"
    /// The recording has no combined picture.
    case noCombined = "no-combined"
    /// The recording does not use this camera.
    case notOpened = "not-opened"
    /// The pipeline is closed, because the recording has ended.
    case over
}
