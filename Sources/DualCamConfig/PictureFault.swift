/// The faults that dualcam can detect in a camera's pictures. The raw values are the words of `cameras.NAME.expect` and
/// must not change.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    case black
    /// Frozen pictures: each picture is identical to the previous one.
    case frozen
    /// Pictures of a single colour: all pixels of a picture have the same colour.
    case singleColour = "single-colour"
}

/// The treatment of a camera's damaged pictures. The raw values are the words of `cameras.NAME.damaged` and must not
/// change.
package enum DamagedPictures: String, Sendable, Hashable, CaseIterable {
    /// Damaged pictures are counted but not recorded.
    case drop
    /// Damaged pictures are counted and recorded unchanged.
    case keep
}

/// The faults that dualcam can detect in a microphone's sound. The raw values are the words of `microphone.expect` and
/// must not change.
package enum AudioFault: String, Sendable, Hashable, CaseIterable {
    case silent
    /// Clipped sound: several samples in a row are at full scale.
    case clipped
    /// A dead channel: one channel is silent while another channel has sound.
    case deadChannel = "dead-channel"
}
