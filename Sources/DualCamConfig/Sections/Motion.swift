/// The curve that determines how the speed of an animation changes between its start and its end.
package enum Easing: String, Sendable, Hashable, CaseIterable {
    case linear
    case easeIn = "ease-in"
    case easeOut = "ease-out"
    case easeInOut = "ease-in-out"
    /// The animation overshoots its end position and swings back.
    case spring
}

/// The settings of the `combined.motion` section: the animation used when the layout, the inset or the zoom changes, or
/// cameras swap positions.
package struct Motion: Sendable, Equatable {
    /// The accepted durations of a motion or a transition: 40 ms ... 10 s.
    package static let lengths = Duration.milliseconds(40)...Duration.seconds(10)

    /// The duration of an animation; `nil` if changes are immediate.
    package var duration: Duration?
    package var easing = Easing.easeInOut

    package init(duration: Duration? = nil, easing: Easing = .easeInOut) {
        (self.duration, self.easing) = (duration, easing)
    }
}

/// The settings of the `combined.transition` section: how the picture changes to a new main camera.
package struct Transition: Sendable, Equatable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case cut, dissolve, slide, wipe, zoom, circle, flip
        /// All cameras move to their new positions.
        case move
    }

    /// The direction in which the new picture moves in a transition.
    package enum Direction: String, Sendable, Hashable, CaseIterable { case left, right, up, down }

    package var kind = Kind.cut
    /// The duration of the transition. It is ignored for a `cut`.
    package var duration = Duration.milliseconds(500)
    /// The direction of the transition, for `slide`, `wipe` and `flip`.
    package var direction = Direction.left
    package var easing = Easing.easeInOut

    package init(
        _ kind: Kind = .cut, duration: Duration = .milliseconds(500), direction: Direction = .left,
        easing: Easing = .easeInOut
    ) {
        (self.kind, self.duration) = (kind, duration)
        (self.direction, self.easing) = (direction, easing)
    }
}

/// The settings of the `combined.switch` section: automatic changes of the main camera.
package struct Switching: Sendable, Equatable {
    package static let intervals = Duration.seconds(1)...Duration.seconds(86_400)

    /// The interval between automatic changes of the main camera; `nil` for no automatic changes.
    package var every: Duration?
    /// The cameras that become the main camera one after the other, in this order; `nil` for all cameras in the file's
    /// order.
    package var cameras: [String]?
}

extension Section {
    /// Reads the sections `combined.motion`, `combined.transition` and `combined.switch`.
    mutating func readMotion(into combined: inout Combined, among names: Names) {
        read("motion", into: &combined.motion, .motion(combined.mixer))
        read("transition", into: &combined.transition, .transition(combined.mixer))
        read("switch", into: &combined.switching, .switching(among: names, combined.transition))
    }

    /// Rejects a setting that only dualcam's own mixer supports if the pipeline uses a different mixer.
    mutating func refuse(_ key: String, unlessOwn mixer: Mixer, _ what: String) {
        if mixer != .dualcam { refuse(key, because: .onlyByOwn(mixer, what, leaveOut: key)) }
    }
}

extension Reader<Motion> {
    static func motion(_ mixer: Mixer) -> Reader {
        .section(Motion()) { motion, section in
            section.read("duration", into: &motion.duration, .quantity(in: Motion.lengths), or: "off")
            section.read("easing", into: &motion.easing, .word)
            if motion.duration != nil {
                section.refuse("duration", unlessOwn: mixer, "moves nothing: it changes at once")
            }
        }
    }
}

extension Reader<Transition> {
    static func transition(_ mixer: Mixer) -> Reader {
        .section(Transition()) { transition, section in
            section.read("kind", into: &transition.kind, .word)
            section.read("duration", into: &transition.duration, .quantity(in: Motion.lengths))
            section.read("direction", into: &transition.direction, .word)
            section.read("easing", into: &transition.easing, .word)
            if transition.kind != .cut { section.refuse("kind", unlessOwn: mixer, "can only cut") }
        }
    }
}

extension Reader<Switching> {
    fileprivate static func switching(among names: Names, _ transition: Transition) -> Reader {
        .section(Switching()) { switching, section in
            section.read("every", into: &switching.every, .quantity(in: Switching.intervals), or: "off")
            section.read("cameras", into: &switching.cameras, .list(of: .camera(among: names)), or: "auto")
            if let cameras = switching.cameras, cameras.count < 2 {
                section.refuse(
                    "cameras",
                    because: Refusal(
                        "there is nothing to switch between", hint: "name two cameras or more, or write auto"))
            }
            for refusal in switching.refusals(among: names.cameras, transition) {
                section.refuse("every", because: refusal)
            }
        }
    }
}

extension Refusal {
    static func onlyByOwn(_ mixer: Mixer, _ what: String, leaveOut key: String) -> Refusal {
        Refusal("the mixer '\(mixer.rawValue)' \(what)", hint: "write combined.mixer: dualcam, or leave \(key) out")
    }
}
