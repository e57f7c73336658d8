/// The faults that dualcam detects in a camera's pictures. The raw values are the words of `cameras.NAME.expect` and
/// must not change.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    case black
    /// Frozen pictures: every picture is identical to the previous one, to the last pixel.
    case frozen
    /// Pictures of a single colour: every pixel is the same.
    case singleColour = "single-colour"
}

/// The treatment of damaged pictures from a camera's device. The raw values are the words of `cameras.NAME.damaged` and
/// must not change.
package enum DamagedPictures: String, Sendable, Hashable, CaseIterable {
    /// Damaged pictures are left out and counted.
    case drop
    /// Damaged pictures are recorded as they are and counted.
    case keep
}

/// The faults that dualcam detects in a microphone's sound. The raw values are the words of `microphone.expect` and
/// must not change.
package enum AudioFault: String, Sendable, Hashable, CaseIterable {
    case silent
    /// Clipped sound: consecutive samples are at full scale.
    case clipped
    /// A dead channel: one channel is silent while another one is not.
    case deadChannel = "dead-channel"
}
