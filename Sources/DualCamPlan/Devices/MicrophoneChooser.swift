package import DualCamConfig

/// A sound source that exists on this machine.
package struct MicrophoneListing: Sendable, Equatable {
    /// The factory name of the element that can read the sound source: `pulsesrc`, `pipewiresrc`, `alsasrc`.
    package var element: String
    /// The name of the sound source as a value of the element's device property.
    package var device: String
    /// The title of the sound source for display.
    package var title: String
    /// True when the sound source is the default of its sound server.
    package var isDefault: Bool
    /// True when the sound source captures the output of a loudspeaker. `auto` never chooses such a source.
    package var isMonitor: Bool
    /// The number of the sound card that the sound source belongs to; `nil` if there is none or it is unknown.
    package var card: Int?

    /// Creates a listing of a sound source.
    ///
    /// - Parameter card: the number of the sound card. If it is `nil`, it is taken from an ALSA device with a card
    ///   number (`hw:1,0`).
    package init(
        element: String, device: String, title: String, isDefault: Bool = false, isMonitor: Bool = false,
        card: Int? = nil
    ) {
        (self.element, self.device, self.title) = (element, device, title)
        (self.isDefault, self.isMonitor) = (isDefault, isMonitor)
        self.card = card ?? (device.hasPrefix("hw:") ? Int(device.dropFirst(3).prefix { $0 != "," }) : nil)
    }

    /// The sound source as written in the pipeline file.
    package var notation: MicrophoneDevice {
        switch element {
        case "pulsesrc": .pulse(device)
        case "pipewiresrc": .pipewire(device)
        default: .alsa(device)
        }
    }
}

/// Chooses the devices of microphones with `device: auto`, a different one for each microphone.
package enum MicrophoneChooser {
    /// The factory names of the source elements for sound servers and ALSA, in the order in which `auto` tries them.
    package static let elements = ["pulsesrc", "pipewiresrc", "alsasrc"]

    /// Returns the sources of the first sound server (or ALSA) that has any. The others are ignored, because they list
    /// the same sound cards.
    ///
    /// - Returns: the default source, then the others sorted by name.
    package static func choice(_ listed: [MicrophoneListing]) -> [MicrophoneListing] {
        let element = elements.first { element in listed.contains { $0.element == element } }
        return listed.filter { $0.element == element }.sorted {
            $0.isDefault == $1.isDefault ? $0.device < $1.device : $0.isDefault
        }
    }

    /// Returns the first source on one of these sound cards, from the first sound server (or ALSA) that lists one;
    /// `nil` if none does. Ignores sources that capture a loudspeaker.
    package static func source(ofCards cards: Set<Int>, in listed: [MicrophoneListing]) -> MicrophoneListing? {
        choice(listed.filter { listing in !listing.isMonitor && listing.card.map(cards.contains) ?? false }).first
    }

    /// The sound source that is used for a microphone without a device name.
    package enum Standard: Sendable, Equatable {
        /// The default source of the sound server or of the system.
        case standard
        /// The source with this name, chosen because the default source captures a loudspeaker.
        case named(String)
        /// No source, because all available sources capture loudspeakers.
        case missing
    }

    /// Returns the sound source that `auto` chooses for a source element, if the element's sound server or driver is
    /// available.
    ///
    /// - Parameter listed: the sources of all elements, including those that capture loudspeakers.
    package static func standard(_ element: String, in listed: [MicrophoneListing]) -> Standard {
        let own = listed.filter { $0.element == element }
        let real = choice(own.filter { !$0.isMonitor })
        if element == "alsasrc" {
            // The default device of ALSA may be the sound server, which may have only loudspeaker monitors as sources.
            let hasMonitors = listed.contains(where: \.isMonitor)
            return hasMonitors ? real.first.map { .named($0.device) } ?? .missing : .standard
        }
        guard let first = real.first else { return own.isEmpty && element == "pulsesrc" ? .standard : .missing }
        return own.contains { $0.isMonitor && $0.isDefault } ? .named(first.device) : .standard
    }

    /// Returns the first listed source that no other microphone uses; `nil` if all are in use.
    ///
    /// - Parameter others: the facts of the other microphones. A device without a name means the default of its server.
    package static func free(_ listed: [MicrophoneListing], beside others: [MicrophoneFacts]) -> MicrophoneListing? {
        choice(listed).first { listing in
            let facts = MicrophoneFacts.device(element: listing.element, device: listing.device)
            return !others.contains { isSame(facts, $0, listed) }
        }
    }

    /// Returns the name of the microphone that already uses a device; `nil` if the device is unused. `others` contains
    /// the facts about the other microphones, by their names.
    package static func owner(
        of facts: MicrophoneFacts, among others: [String: MicrophoneFacts], _ listed: [MicrophoneListing]
    ) -> String? {
        others.sorted { $0.key < $1.key }.first { isSame(facts, $0.value, listed) }?.key
    }

    /// Returns true if two microphones use the same device. A device without a name means the default of its server.
    /// Test sounds and clips never count as a shared device.
    private static func isSame(_ one: MicrophoneFacts, _ other: MicrophoneFacts, _ listed: [MicrophoneListing]) -> Bool
    {
        guard case .device(let element, let first) = one, case .device(element, let second) = other else {
            return false
        }
        let standard = listed.first { $0.element == element && $0.isDefault }?.device
        return (first ?? standard) == (second ?? standard)
    }
}
