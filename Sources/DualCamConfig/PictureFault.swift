/// The faults that a camera's pictures are watched for. The raw values are the words of `cameras.NAME.expect`, and stay stable.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    case black
    /// Every picture is the same as the one before, to the last pixel.
    case frozen
    /// Every pixel has the same colour.
    case singleColour = "single-colour"
}

/// The treatment of pictures that a camera's device delivers damaged. The raw values are the words of `cameras.NAME.damaged`, and stay
/// stable.
package enum DamagedPictures: String, Sendable, Hashable, CaseIterable {
    /// Damaged pictures are left out, and counted.
    case drop
    /// Damaged pictures are recorded as they are, and counted.
    case keep
}

/// The faults that a microphone's sound is watched for. The raw values are the words of `microphone.expect`, and stay stable.
package enum AudioFault: String, Sendable, Hashable, CaseIterable {
    case silent
    /// Sample after sample is at full scale.
    case clipped
    /// One channel is silent while another one is not.
    case deadChannel = "dead-channel"
}
