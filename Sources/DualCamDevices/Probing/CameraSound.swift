internal import DualCamConfig
internal import DualCamPlan

/// Finds the sound source in a camera's own device, such as a webcam or HDMI grabber. A microphone requests it with the
/// key `of` in the pipeline file.
struct CameraSound {
    /// The recording's cameras with their properties, as last found.
    package var cameras: [CameraFacts]
    /// The path of the sysfs tree.
    package var sysfs: String

    /// Returns the sound source on the same USB device as a camera. Prefers the source that a sound server provides for
    /// the sound card; otherwise returns ALSA's. Blocks.
    ///
    /// - Parameters:
    ///   - name: the name of the camera.
    ///   - microphone: the microphone that requests the camera's sound.
    ///   - listed: all sound sources of this machine.
    /// - Throws: `deviceMissing` if the camera is missing, is not on USB, or has no sound.
    package func source(
        of name: String, for microphone: Microphone, in listed: [MicrophoneListing]
    ) throws(GraphFailure) -> MicrophoneListing {
        guard case .device(let device, _, _)? = cameras.first(where: { $0.name == name })?.source,
            let node = node(of: device)
        else { throw missing(microphone, "camera \(name) is not connected, or is not a USB camera") }
        let cards = USBProbe.soundCards(sysfs: sysfs, ofCamera: node)
        guard !cards.isEmpty else { throw missing(microphone, "camera \(name) has no sound of its own") }
        guard let source = MicrophoneChooser.source(ofCards: cards, in: listed) else {
            throw missing(
                microphone, "the sound of camera \(name) is with neither a sound server nor ALSA",
                advice: "See whether another program has sound card \(cards.sorted()[0]), or plug the camera in again.")
        }
        return source
    }

    /// Returns the camera's current video node; `nil` if the camera is not connected. The node may change when the
    /// camera is plugged in again; its port stays the same.
    private func node(of device: DeviceFacts) -> String? {
        guard let link = device.links.byPath else { return device.path }
        return SmallFile.target(of: "/dev/v4l/by-path/" + link).map { "/dev/" + SmallFile.name(of: $0) }
    }

    private func missing(
        _ microphone: Microphone, _ reason: String,
        advice: String = "Name a device, as 'dualcam devices --microphones' lists it, and leave 'of' out."
    ) -> GraphFailure {
        GraphFailure(.deviceMissing, message: "\(microphone.keyPath): \(reason)", advice: advice)
    }
}
