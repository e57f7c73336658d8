package import DualCamConfig

/// A sound source of this machine.
package struct MicrophoneListing: Sendable, Equatable {
    /// The element that reads the source: `pulsesrc`, `pipewiresrc`, `alsasrc`.
    package var element: String
    /// The device as the element's property names it.
    package var device: String
    /// The title for people.
    package var title: String
    /// True when the server uses this source by default.
    package var isDefault: Bool
    /// True for a source that captures a loudspeaker's output, which `auto` never takes.
    package var isMonitor: Bool
    /// The number of the sound card behind the source; `nil`: not known, or there is none.
    package var card: Int?

    /// - Parameter card: the card's number; by default parsed from the device if that is an ALSA card by number
    ///   (`hw:1,0`).
    package init(
        element: String, device: String, title: String, isDefault: Bool = false, isMonitor: Bool = false,
        card: Int? = nil
    ) {
        (self.element, self.device, self.title) = (element, device, title)
        (self.isDefault, self.isMonitor) = (isDefault, isMonitor)
        self.card = card ?? (device.hasPrefix("hw:") ? Int(device.dropFirst(3).prefix { $0 != "," }) : nil)
    }

    /// The device as the pipeline file names it.
    package var notation: MicrophoneDevice {
        switch element {
        case "pulsesrc": .pulse(device)
        case "pipewiresrc": .pipewire(device)
        default: .alsa(device)
        }
    }
}

/// Gives each `auto` of several microphones a device of its own.
package enum MicrophoneChooser {
    /// The sound servers and cards in the order in which `auto` tries them.
    package static let elements = ["pulsesrc", "pipewiresrc", "alsasrc"]

    /// Returns the sources of the first server (or of ALSA) that has any, because each of them lists the same cards.
    ///
    /// - Returns: the default source first, then the others by name.
    package static func choice(_ listed: [MicrophoneListing]) -> [MicrophoneListing] {
        let element = elements.first { element in listed.contains { $0.element == element } }
        return listed.filter { $0.element == element }.sorted {
            $0.isDefault == $1.isDefault ? $0.device < $1.device : $0.isDefault
        }
    }

    /// Returns the first source on one of these sound cards, by the first server (or ALSA) that lists one; monitors are
    /// ignored.
    package static func source(ofCards cards: Set<Int>, in listed: [MicrophoneListing]) -> MicrophoneListing? {
        choice(listed.filter { listing in !listing.isMonitor && listing.card.map(cards.contains) ?? false }).first
    }

    /// The source that a microphone without a device name uses.
    package enum Standard: Sendable, Equatable {
        /// The default of the server or the system.
        case standard
        /// The source with this name, because the default captures a loudspeaker.
        case named(String)
        /// No source, because all of them capture loudspeakers.
        case missing
    }

    /// Returns the source that `auto` takes through an element whose server or driver answers.
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

    /// Returns the first source of `listed` that no other microphone uses; `nil`: all are in use.
    ///
    /// - Parameter others: the facts of the other microphones; a device without a name is its server's default.
    package static func free(_ listed: [MicrophoneListing], beside others: [MicrophoneFacts]) -> MicrophoneListing? {
        choice(listed).first { listing in
            let facts = MicrophoneFacts.device(element: listing.element, device: listing.device)
            return !others.contains { isSame(facts, $0, listed) }
        }
    }

    /// Returns the name of the microphone that already uses the device; `nil`: none does.
    package static func owner(
        of facts: MicrophoneFacts, among others: [String: MicrophoneFacts], _ listed: [MicrophoneListing]
    ) -> String? {
        others.sorted { $0.key < $1.key }.first { isSame(facts, $0.value, listed) }?.key
    }

    /// Returns true if both facts mean the same device. A device without a name is its server's default; tests and
    /// clips are never shared.
    private static func isSame(_ one: MicrophoneFacts, _ other: MicrophoneFacts, _ listed: [MicrophoneListing]) -> Bool
    {
        guard case .device(let element, let first) = one, case .device(element, let second) = other else {
            return false
        }
        let standard = listed.first { $0.element == element && $0.isDefault }?.device
        return (first ?? standard) == (second ?? standard)
    }
}
