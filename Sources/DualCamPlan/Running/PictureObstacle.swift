/// The reason why no picture of a camera or of the combined output is available now. The raw values are part of answers
/// and must not change.
package enum PictureObstacle: String, Sendable, Equatable, CaseIterable {
    /// The pipeline is still being opened.
    case notRunning = "not-running"
    /// The pipeline runs, but this source has not delivered a picture.
    case noPicture = "no-picture"
    case cameraLost = "camera-lost"
    /// The combined picture is shed because the machine is overloaded.
    case combinedRests = "combined-rests"
    /// The combined picture is just being removed or restored.
    case combinedChanges = "combined-changes"
    /// Previews are shed because the machine is overloaded.
    case previewsRest = "previews-rest"
    /// The camera's stream is passed through and not decoded.
    case notDecoded = "not-decoded"
    /// The recording has no combined output.
    case noCombined = "no-combined"
    /// The recording does not open the camera.
    case notOpened = "not-opened"
    /// The pipeline is closed.
    case over
}
