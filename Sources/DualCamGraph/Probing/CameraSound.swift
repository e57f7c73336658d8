internal import DualCamConfig
internal import DualCamPlan

/// Finds the sound that cameras bring along (`of` of a microphone): a grabber's, or that of a webcam.
struct CameraSound {
    /// The cameras as they were found last.
    var cameras: [CameraFacts]
    /// `machine.sysfs`
    var sysfs: String

    /// Finds the sound card that is the same USB device as a camera, by the sound server that has it, or by ALSA. Blocks.
    ///
    /// - Parameters:
    ///   - name: the camera's name.
    ///   - microphone: who asks for it.
    ///   - listed: the sources of every element.
    /// Throws `deviceMissing`: the camera is not there, is no camera on the USB, or brings no sound.
    func source(
        of name: String, for microphone: Microphone, in listed: [MicrophoneListing]
    ) throws(GraphFailure) -> MicrophoneListing {
        guard case .device(let device, _, _)? = cameras.first(where: { $0.name == name })?.source,
            let node = node(of: device)
        else { throw missing(microphone, "camera \(name) is no USB camera that is there") }
        let cards = USBProbe.soundCards(sysfs: sysfs, ofCamera: node)
        guard !cards.isEmpty else { throw missing(microphone, "camera \(name) brings no sound of its own") }
        guard let source = MicrophoneChooser.source(ofCards: cards, in: listed) else {
            throw missing(
                microphone, "the sound of camera \(name) is with neither a sound server nor ALSA",
                advice: "See whether another program has sound card \(cards.sorted()[0]), or plug the camera in again.")
        }
        return source
    }

    /// Finds the node of the camera, which changes when the camera is plugged in again; its port stays the same.
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
