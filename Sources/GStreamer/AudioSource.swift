internal import CGStreamer

/// A source of sound, as GstDeviceMonitor lists it.
package struct AudioSource: Sendable, Equatable {
    /// The name of the element that reads the source, such as `pulsesrc`.
    package var factory: String
    /// The value of the element's device property; `nil` for the element's own choice.
    package var device: String?
    package var displayName: String
    /// True for the default source of its server.
    package var isDefault: Bool
    /// True for a monitor, which records what a loudspeaker plays.
    package var isMonitor: Bool
    /// The number of the sound card behind the source (`card1`); `nil` if the provider does not report one.
    package var card: Int?
}

/// Returns the sources of sound (`Audio/Source`) of all providers, in the providers' order.
///
/// Blocks while sound servers and cards are queried.
package func listAudioSources() -> [AudioSource] {
    var sources: [AudioSource] = []
    visitDevices(ofClass: "Audio/Source", isWatched: true) { device in
        guard let made = gst_device_create_element(device, nil) else { return }
        let element = Element(sinking: made)
        let facts = Device(device)
        sources.append(
            AudioSource(
                factory: element.factory,
                device: ["device", "target-object", "path"].lazy.compactMap(element.stringIfAny).first,
                displayName: facts.displayName, isDefault: facts.isDefault,
                isMonitor: facts.properties["device.class"] == "monitor",
                card: ["alsa.card", "api.alsa.pcm.card", "api.alsa.card"].lazy.compactMap { facts.properties[$0] }
                    .first.flatMap { Int($0) }))
    }
    return sources
}
