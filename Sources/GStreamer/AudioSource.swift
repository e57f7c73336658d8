internal import CGStreamer

/// A source of sound as GstDeviceMonitor lists it.
package struct AudioSource: Sendable, Equatable {
    /// The element that reads it: `pulsesrc`.
    package var factory: String
    /// The device as the element's property has it; `nil`: the element's own choice.
    package var device: String?
    package var displayName: String
    /// True for the one that its server would choose.
    package var isDefault: Bool
    /// True when it hears what a speaker is given.
    package var isMonitor: Bool
    /// The number of the sound card behind it (`card1`), as its provider tells it; `nil`: it tells none.
    package var card: Int?
}

/// Lists the sources of sound (`Audio/Source`) by every provider, in the providers' order.
///
/// Blocks while servers and cards are asked.
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

extension Element {
    /// The name of the object's factory.
    fileprivate var factory: String { nameOfObject(UnsafeMutableRawPointer(gst_element_get_factory(element))) }
}
