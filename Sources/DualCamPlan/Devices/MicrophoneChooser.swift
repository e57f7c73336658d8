package import DualCamConfig

/// A source of sound of this machine.
package struct MicrophoneListing: Sendable, Equatable {
    /// The element that reads it: `pulsesrc`, `pipewiresrc`, `alsasrc`.
    package var element: String
    /// The device as the element has it.
    package var device: String
    /// The title for people.
    package var title: String
    /// True when its server takes it where nobody names one.
    package var isDefault: Bool
    /// True for a source that hears what a loudspeaker plays, which `auto` never takes.
    package var isMonitor: Bool
    /// The number of the sound card behind it; `nil`: not known, or there is none.
    package var card: Int?

    /// - Parameter card: taken from the device where that is an ALSA card by its number (`hw:1,0`).
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

    /// Returns those of the first server (or the cards) that has any: the same card is listed by each of them.
    ///
    /// - Returns: the default one first, then by their names.
    package static func choice(_ listed: [MicrophoneListing]) -> [MicrophoneListing] {
        let element = elements.first { element in listed.contains { $0.element == element } }
        return listed.filter { $0.element == element }.sorted {
            $0.isDefault == $1.isDefault ? $0.device < $1.device : $0.isDefault
        }
    }

    /// Returns the source of one of those sound cards, by the first server (or ALSA itself) that lists one; monitors are none.
    package static func source(ofCards cards: Set<Int>, in listed: [MicrophoneListing]) -> MicrophoneListing? {
        choice(listed.filter { listing in !listing.isMonitor && listing.card.map(cards.contains) ?? false }).first
    }

    /// The source that a microphone without a name takes.
    package enum Standard: Sendable, Equatable {
        /// Whatever the server or the system has as its default.
        case standard
        /// This one, as the default hears a loudspeaker.
        case named(String)
        /// None: there is nothing but what loudspeakers play.
        case missing
    }

    /// Returns what `auto` takes through an element whose server or driver answers.
    ///
    /// - Parameter listed: the sources of every element, the monitors of loudspeakers among them.
    package static func standard(_ element: String, in listed: [MicrophoneListing]) -> Standard {
        let own = listed.filter { $0.element == element }
        let real = choice(own.filter { !$0.isMonitor })
        if element == "alsasrc" {
            // ALSA's default may be the sound server whose only sources are monitors.
            let hasMonitors = listed.contains(where: \.isMonitor)
            return hasMonitors ? real.first.map { .named($0.device) } ?? .missing : .standard
        }
        guard let first = real.first else { return own.isEmpty && element == "pulsesrc" ? .standard : .missing }
        return own.contains { $0.isMonitor && $0.isDefault } ? .named(first.device) : .standard
    }

    /// The first of `listed` that none of the others has; `nil`: they have all of them.
    ///
    /// - Parameter others: the facts of the other microphones; one without a name of its own is its server's default.
    package static func free(_ listed: [MicrophoneListing], beside others: [MicrophoneFacts]) -> MicrophoneListing? {
        choice(listed).first { listing in
            let facts = MicrophoneFacts.device(element: listing.element, device: listing.device)
            return !others.contains { isSame(facts, $0, listed) }
        }
    }

    /// Names who has the device already; `nil`: nobody.
    package static func owner(
        of facts: MicrophoneFacts, among others: [String: MicrophoneFacts], _ listed: [MicrophoneListing]
    ) -> String? {
        others.sorted { $0.key < $1.key }.first { isSame(facts, $0.value, listed) }?.key
    }

    /// One without a name of its own is its server's default. Of tests and clips each is its own.
    private static func isSame(_ one: MicrophoneFacts, _ other: MicrophoneFacts, _ listed: [MicrophoneListing]) -> Bool
    {
        guard case .device(let element, let first) = one, case .device(element, let second) = other else {
            return false
        }
        let standard = listed.first { $0.element == element && $0.isDefault }?.device
        return (first ?? standard) == (second ?? standard)
    }
}
