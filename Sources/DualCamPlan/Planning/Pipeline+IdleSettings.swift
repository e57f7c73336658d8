package import DualCamConfig

extension Pipeline {
    /// An issue, with a suggestion, for each setting in the pipeline file that has no effect because of other settings.
    /// Examples are settings of a camera that the layout does not show, and of an inset in a layout without insets.
    /// Settings with default values are ignored.
    package var idleSettings: [PlanIssue] {
        (combined.map(combinedNotices) ?? []) + layoutNotices + soundNotices + missingNotices + outputNotices
            + otherNotices
            + storageNotices + sheddingNotices
            + copyNotices + hookNotices + unusedNotices
    }

    /// Returns an issue for each sound setting that the file sets to its default value although no sound is recorded. A
    /// user who writes such a setting probably expects sound.
    ///
    /// - Parameter written: the key paths of all keys that the file sets.
    package func unheardDefaults(among written: [String]) -> [PlanIssue] {
        guard microphones.isEmpty else { return [] }
        let told = Set(idleSettings.map(\.keyPath))
        return ["recording.sound", "recording.missing-microphone", "encoders.audio"]
            .filter { written.contains($0) && !told.contains($0) }
            .map { PlanIssue($0, "no sound is recorded", hint: "name a microphone, or leave this out") }
    }

    private func combinedNotices(_ combined: Combined) -> [PlanIssue] {
        guard decidesPicture else {
            return [
                PlanIssue(
                    "combined", "no combined picture is made: recording.outputs leaves it out",
                    hint: "add combined there, or leave this section out")
            ]
        }
        return unseenCameras(combined) + insetNotices(combined) + lineNotices(combined) + motionNotices(combined)
            + combined.overlays.flatMap(letteringNotices)
    }

    private func unseenCameras(_ combined: Combined) -> [PlanIssue] {
        let names = cameras.map(\.name)
        var seen = Set(combined.layout.shown(of: names, combined, layouts))
        if combined.switching.every != nil { seen.formUnion(combined.switching.cameras ?? names) }
        seen.formUnion(cameras.compactMap { seen.contains($0.name) ? $0.wide?.camera : nil })
        let hint =
            if case .custom(let name) = combined.layout { "give it a rectangle in layouts.\(name)" } else {
                "write combined.layout: grid, or name it in combined.main"
            }
        return names.filter { !seen.contains($0) }.map { name in
            PlanIssue(
                "cameras.\(name)", "layout '\(combined.layout)' does not show this camera",
                hint: hint + "; while it is recorded it can be switched to")
        }
    }

    private func insetNotices(_ combined: Combined) -> [PlanIssue] {
        let (layout, inset) = (combined.layout, combined.inset)
        var plain = Inset()
        plain.camera = inset.camera
        return told([
            (
                inset != plain && !layout.hasInsets, "combined.inset", "layout '\(layout)' has no inset",
                "write combined.layout: pip, or leave it out"
            ),
            (
                layout.hasInsets && inset.border == 0 && inset.borderColour != plain.borderColour,
                "combined.inset.border-colour", "there is no border", "write a width in combined.inset.border"
            ),
            (
                layout.lead != .chosen && inset.camera != nil, "combined.inset.camera",
                "layout '\(layout)' puts every camera in its own place", "leave it out"
            ),
            (
                layout.lead != .chosen && combined.main != nil, "combined.main",
                "layout '\(layout)' puts every camera in its own place", "leave it out, or write layout: dominant"
            ),
        ])
    }

    private func lineNotices(_ combined: Combined) -> [PlanIssue] {
        told([
            (
                combined.divider.width > 0 && combined.layout.hasInsets, "combined.divider",
                "layout '\(combined.layout)' has no lines between its pictures",
                "write combined.inset.border, or leave it out"
            ),
            (
                combined.divider.width == 0 && combined.divider != Divider(), "combined.divider.colour",
                "there is no line", "write a width in combined.divider.width"
            ),
        ])
    }

    private func motionNotices(_ combined: Combined) -> [PlanIssue] {
        let layout = combined.layout
        let isFixed = !canBeDirected && control.keys == nil && (combined.switching.every == nil || layout.lead == .none)
        let (still, remedy) = ("nothing ever changes the picture", "leave control.socket on, or leave this out")
        return told([
            (
                combined.transition.kind != .cut && cameras.count < 2, "combined.transition",
                "there is only one camera, and no other one ever comes", "leave it out"
            ),
            (
                combined.transition.kind != .cut && cameras.count > 1 && isFixed, "combined.transition", still, remedy
            ),
            (combined.motion.duration != nil && isFixed, "combined.motion", still, remedy),
            (
                combined.switching.every != nil && layout.lead == .none, "combined.switch.every",
                "layout '\(layout)' has no main camera that could change",
                "write combined.layout: dominant, or write off"
            ),
            (
                combined.motion.duration == nil && combined.motion != Motion(), "combined.motion.easing",
                "nothing moves while combined.motion.duration is off", "write how long it takes, as in 500ms"
            ),
            (
                combined.transition.kind == .cut && combined.transition != Transition(), "combined.transition",
                "kind: cut has neither a duration nor a direction", "write another kind, as in dissolve"
            ),
            (
                combined.switching.every == nil && combined.switching.cameras != nil, "combined.switch.cameras",
                "nothing switches while combined.switch.every is off", "write an interval there, as in 30s"
            ),
        ])
    }

    private func letteringNotices(_ overlay: Overlay) -> [PlanIssue] {
        let (path, letters, plain) = ("combined.overlays.\(overlay.name)", overlay.letters, Lettering())
        return told([
            (
                overlay.margin != Overlay(name: "").margin && !overlay.position.hasMargin, "\(path).margin",
                "its position keeps no margin", "write a corner in position, or leave it out"
            ),
            (
                letters.outline == 0 && letters.outlineColour != plain.outlineColour, "\(path).outline-colour",
                "there is no outline", "write a width in outline"
            ),
            (
                letters.plate == nil && letters.plateOpacity != plain.plateOpacity, "\(path).plate-opacity",
                "there is no plate", "write its colour in plate"
            ),
        ])
    }

    private var layoutNotices: [PlanIssue] {
        layouts.flatMap { layout in
            layout.rectangles.filter { $0.border == 0 && $0.borderColour != .white }.map { rectangle in
                PlanIssue(
                    "layouts.\(layout.name).\(rectangle.camera).border-colour", "there is no border",
                    hint: "write a width in border")
            }
        }
    }

    private var soundNotices: [PlanIssue] {
        let audio = encoders.audio
        let isSilent = microphones.isEmpty
        return told([
            (
                isSilent && audio != AudioEncoderSettings(), "encoders.audio", "no sound is recorded",
                "name a microphone"
            ),
            (
                !isSilent && [.flac, .pcm].contains(audio.use) && audio.bitrate != AudioEncoderSettings().bitrate,
                "encoders.audio.bitrate", "\(audio.use.rawValue) loses nothing and has no bitrate",
                "leave it out, or write use: aac"
            ),
            (
                recording.sound == .mix && microphones.count < 2, "recording.sound",
                "there are not several microphones",
                "leave it out, or name more under microphones"
            ),
            (
                isSilent && recording.missingMicrophone != .fail, "recording.missing-microphone",
                "no microphone is recorded", "leave it out"
            ),
        ]) + pairedNotices
    }

    private var outputNotices: [PlanIssue] {
        let used = outputs + (isComposedLater ? [.combined] : [])
        let idle = encoders.outputs.keys.filter { !used.contains($0) }.map(\.rawValue).sorted()
        return idle.map { name in
            PlanIssue(
                "encoders.\(name)", "'\(name)' is not recorded: recording.outputs leaves it out",
                hint: "add it there, or leave this out")
        } + SlowRateCheck(pipeline: self).notices
    }

    private var otherNotices: [PlanIssue] {
        let (unheard, remedy) = ("nobody is listened to over TCP", "write an address in control.listen")
        let isUnheard = control.listen == nil
        return told([
            (
                recording.segment == nil && recording.name.contains("{segment}"), "recording.name",
                "{segment} is 000 in every name while recording.segment is off", "leave it out, or write a length there"
            ),
            (isUnheard && control.token != .on, "control.token", unheard, remedy),
            (isUnheard && control.viewers, "control.viewers", unheard, remedy),
            (
                !isUnheard && control.viewers && control.token == .off, "control.viewers",
                "everybody may direct the recording while control.token is off", "leave it out, or write token: on"
            ),
            (isUnheard && control.tls != .auto, "control.tls", unheard, remedy),
            (isUnheard && !control.origins.isEmpty, "control.origins", unheard, remedy),
        ])
    }

    private var storageNotices: [PlanIssue] {
        told([
            (
                storage.whenFull == .dropCombined && !(outputs.contains(.combined) && outputs.count > 1),
                "storage.when-full", "there is no combined output beside another one, and the recording stops",
                "write when-full: stop, or record a combined picture beside a camera"
            ),
            (
                storage.deleteOnly != .finished && storage.retain == .off && storage.whenFull != .deleteOldest,
                "storage.delete-only", "no session is ever deleted by itself",
                "write a limit in storage.retain, or when-full: delete-oldest, or leave it out"
            ),
        ])
    }

    private var sheddingNotices: [PlanIssue] {
        guard budget.shed != Budget().shed else { return [] }
        let ofCombined: [ShedStep] = [.combinedRate, .combinedPreset, .combined]
        let steps = budget.shed.filter { step in
            ofCombined.contains(step)
                ? !outputs.contains(.combined) : step == .isolatedRate && outputs == [.combined]
        }
        let words = steps.map(\.rawValue).joined(separator: ", ")
        return told([
            (
                !steps.isEmpty, "budget.shed", "no output is there for \(words)",
                "leave \(steps.count == 1 ? "it" : "them") out"
            )
        ])
    }

    private var copyNotices: [PlanIssue] {
        var (backup, publish) = (backup, publish)
        (backup.to, publish.to) = (nil, nil)
        return told([
            (
                self.backup.to == nil && backup != Backup(), "backup", "nothing is copied while backup.to is off",
                "write a place there, as in nas:recordings, or leave this out"
            ),
            (
                self.publish.to == nil && publish != Publish(), "publish",
                "nothing is handed over while publish.to is off", "write a service there, or leave this out"
            ),
        ])
    }

    private var hookNotices: [PlanIssue] {
        told([
            (
                hooks.limit != Hooks().limit && hooks.actions.values.allSatisfy(\.isEmpty), "hooks.limit",
                "nothing is called at any event", "name a program at one, or leave this out"
            ),
            (
                !control.files.isEmpty && control.listen == nil && !control.socket, "control.files",
                "nobody can send a command that names a file", "leave it out, or leave control.socket on"
            ),
        ])
    }

    func told(_ rows: [(isIdle: Bool, path: String, message: String, hint: String)]) -> [PlanIssue] {
        rows.filter(\.isIdle).map { PlanIssue($0.path, $0.message, hint: $0.hint) }
    }
}

extension InsetPosition {
    /// True when a margin has an effect at this position. This is the case in a corner, but not in the centre or at a
    /// free position.
    fileprivate var hasMargin: Bool {
        switch self {
        case .corner(.center), .free: false
        case .corner: true
        }
    }
}

extension LayoutName {
    /// Returns the names of the cameras that this layout shows.
    fileprivate func shown(of cameras: [String], _ combined: Combined, _ layouts: [CustomLayout]) -> [String] {
        switch self {
        case .pip: Array(combined.cast(of: cameras).prefix(2))
        case .custom(let name): layouts.first { $0.name == name }?.rectangles.map(\.camera) ?? []
        case .stacked, .sideBySide, .dominant, .frontPrimary, .backPrimary, .grid: cameras
        }
    }
}
