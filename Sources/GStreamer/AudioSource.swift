internal import CGStreamer

/// A sound source, such as a microphone, as GStreamer's device monitor lists it.
package struct AudioSource: Sendable, Equatable {
    /// The name of the GStreamer element that reads the source, such as `pulsesrc`.
    package var factory: String
    /// The value of the element's property `device` that selects the source; `nil` to let the element choose.
    package var device: String?
    package var displayName: String
    /// True for the default source of its sound server.
    package var isDefault: Bool
    /// True for a monitor source, which records the sound that a loudspeaker plays.
    package var isMonitor: Bool
    /// The number of the source's sound card (1 for `card1`); `nil` if unknown.
    package var card: Int?
}

/// Returns the sound sources (`Audio/Source`) from GStreamer's device providers, in the providers' order,
/// without those of PipeWire.
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
                device: element.stringIfAny("device"),
                displayName: facts.displayName, isDefault: facts.isDefault,
                isMonitor: facts.properties["device.class"] == "monitor",
                card: ["alsa.card", "api.alsa.card"].lazy.compactMap { facts.properties[$0] }
                    .first.flatMap { Int($0) }))
    }
    return sources
}
