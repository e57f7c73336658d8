internal import CGStreamer

/// A source of sound as GstDeviceMonitor lists it.
public struct SoundSource: Sendable, Equatable {
    /// The element that reads it: `pulsesrc`.
    public var factory: String
    /// As the element's property has it; `nil`: the element's own choice.
    public var device: String?
    public var displayName: String
    /// What its server would choose.
    public var isDefault: Bool
    /// It hears what a speaker is given.
    public var isMonitor: Bool
}

/// Lists the sources of sound (`Audio/Source`) by every provider, in the providers' order.
///
/// Blocks while servers and cards are asked.
public func listSoundSources() -> [SoundSource] {
    var sources: [SoundSource] = []
    visitDevices(ofClass: "Audio/Source", isWatched: true) { device in
        guard let made = gst_device_create_element(device, nil) else { return }
        let element = Element(sinking: made)
        let facts = Device(device)
        sources.append(
            SoundSource(
                factory: element.factory,
                device: ["device", "target-object", "path"].lazy.compactMap { property in
                    (try? element.string(property)) ?? nil
                }.first, displayName: facts.displayName, isDefault: facts.isDefault,
                isMonitor: facts.properties["device.class"] == "monitor"))
    }
    return sources
}

extension Element {
    /// The name of what made it.
    fileprivate var factory: String {
        guard let factory = gst_element_get_factory(element) else { return "" }
        return gst_object_get_name(
            UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self)
        ).map { String(taking: $0) } ?? ""
    }
}
