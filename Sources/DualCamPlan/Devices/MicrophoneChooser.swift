package import DualCamConfig

/// A sound source that this machine offers.
package struct MicrophoneListing: Sendable, Equatable {
    /// The name of the element that reads the sound source: `pulsesrc`, `pipewiresrc`, `alsasrc`.
    package var element: String
    /// The sound source's name in the element's property.
    package var device: String
    /// The sound source's title for display.
    package var title: String
    /// True when the sound server uses this source by default.
    package var isDefault: Bool
    /// True when the source captures a loudspeaker's output; `auto` never chooses such a source.
    package var isMonitor: Bool
    /// The number of the sound card that provides the source; `nil` if it is unknown or there is none.
    package var card: Int?

    /// Creates the listing of a sound source.
    ///
    /// - Parameter card: the number of the sound card; `nil` to parse it from the device if that is an ALSA card by
    ///   number (`hw:1,0`).
    package init(
        element: String, device: String, title: String, isDefault: Bool = false, isMonitor: Bool = false,
        card: Int? = nil
    ) {
        (self.element, self.device, self.title) = (element, device, title)
        (self.isDefault, self.isMonitor) = (isDefault, isMonitor)
        self.card = card ?? (device.hasPrefix("hw:") ? Int(device.dropFirst(3).prefix { $0 != "," }) : nil)
    }

    /// The sound source as the pipeline file names it.
    package var notation: MicrophoneDevice {
        switch element {
        case "pulsesrc": .pulse(device)
        case "pipewiresrc": .pipewire(device)
        default: .alsa(device)
        }
    }
}

/// Chooses a different device for each of several microphones with `device: auto`.
package enum MicrophoneChooser {
    /// The elements of sound servers and cards, in the order in which `auto` tries them.
    package static let elements = ["pulsesrc", "pipewiresrc", "alsasrc"]

    /// Returns the sources of the first sound server (or of ALSA) that has any, because all servers list the same
    /// cards.
    ///
    /// - Returns: the default source first, then the others by name.
    package static func choice(_ listed: [MicrophoneListing]) -> [MicrophoneListing] {
        let element = elements.first { element in listed.contains { $0.element == element } }
        return listed.filter { $0.element == element }.sorted {
            $0.isDefault == $1.isDefault ? $0.device < $1.device : $0.isDefault
        }
    }

    /// Returns the first source on one of these sound cards, from the first sound server (or ALSA) that lists one.
    /// Ignores monitors of loudspeakers.
    package static func source(ofCards cards: Set<Int>, in listed: [MicrophoneListing]) -> MicrophoneListing? {
        choice(listed.filter { listing in !listing.isMonitor && listing.card.map(cards.contains) ?? false }).first
    }

    /// The sound source that a microphone without a device name uses.
    package enum Standard: Sendable, Equatable {
        /// The default source of the sound server or the system.
        case standard
        /// The source with this name, because the default source captures a loudspeaker.
        case named(String)
        /// No source, because all sources capture loudspeakers.
        case missing
    }

    /// Returns the source that `auto` chooses for an element whose server or driver is available.
    ///
    /// - Parameter listed: the sources of every element, including the monitors of loudspeakers.
    package static func standard(_ element: String, in listed: [MicrophoneListing]) -> Standard {
        let own = listed.filter { $0.element == element }
        let real = choice(own.filter { !$0.isMonitor })
        if element == "alsasrc" {
            // ALSA's default may be the sound server, whose only sources are monitors.
            let hasMonitors = listed.contains(where: \.isMonitor)
            return hasMonitors ? real.first.map { .named($0.device) } ?? .missing : .standard
        }
        guard let first = real.first else { return own.isEmpty && element == "pulsesrc" ? .standard : .missing }
        return own.contains { $0.isMonitor && $0.isDefault } ? .named(first.device) : .standard
    }

    /// Returns the first listed source that no other microphone uses; `nil` if all are in use.
    ///
    /// - Parameter others: the facts of the other microphones; a device without a name is the default of its server.
    package static func free(_ listed: [MicrophoneListing], beside others: [MicrophoneFacts]) -> MicrophoneListing? {
        choice(listed).first { listing in
            let facts = MicrophoneFacts.device(element: listing.element, device: listing.device)
            return !others.contains { isSame(facts, $0, listed) }
        }
    }

    /// Returns the name of the microphone that already uses a device; `nil` if no microphone does.
    package static func owner(
        of facts: MicrophoneFacts, among others: [String: MicrophoneFacts], _ listed: [MicrophoneListing]
    ) -> String? {
        others.sorted { $0.key < $1.key }.first { isSame(facts, $0.value, listed) }?.key
    }

    /// Returns true if two microphones use the same device. A device without a name is the default of its server. Test
    /// sounds and clips are never shared.
    private static func isSame(_ one: MicrophoneFacts, _ other: MicrophoneFacts, _ listed: [MicrophoneListing]) -> Bool
    {
        guard case .device(let element, let first) = one, case .device(element, let second) = other else {
            return false
        }
        let standard = listed.first { $0.element == element && $0.isDefault }?.device
        return (first ?? standard) == (second ?? standard)
    }
}
