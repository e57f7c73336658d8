import DualCamConfig
import DualCamPlan

/// The keys of the pipeline file that a shell offers after `--set`, with their words where they take one of a few. Keys
/// below a camera's or an output's name cannot be known here.
enum SettingCatalogue {
    static let entries: [(key: String, words: [String])] = [
        ("name", []),
        ("microphone.device", ["auto", "pulse", "pipewire", "alsa", "test", "none"]),
        ("microphone.rate", []),
        ("microphone.channels", []),
        ("microphone.gain", []),
        ("microphone.wind-filter", ["on", "off"]),
        ("microphone.mode", words(SoundMode.self)),
        ("microphone.bits", words(SampleBits.self)),
        ("combined.layout", ["pip", "stacked", "side-by-side", "dominant", "front-primary", "back-primary", "grid"]),
        ("combined.mixer", words(Mixer.self)),
        ("combined.main", []),
        ("combined.inset.camera", []),
        ("combined.inset.position", words(Corner.self)),
        ("combined.inset.size", []),
        ("combined.inset.margin", []),
        ("combined.inset.radius", []),
        ("combined.inset.border", []),
        ("combined.inset.border-colour", []),
        ("combined.inset.shadow", []),
        ("combined.inset.opacity", []),
        ("combined.size", []),
        ("combined.rate", []),
        ("combined.fit", words(Fit.self)),
        ("combined.background", words(Background.self)),
        ("combined.divider.width", []),
        ("combined.divider.colour", []),
        ("combined.look", words(LookName.self)),
        ("combined.look.intensity", []),
        ("combined.adjust.exposure", []),
        ("combined.adjust.contrast", []),
        ("combined.adjust.saturation", []),
        ("combined.adjust.temperature", []),
        ("encoders.default.use", EncoderCatalog.words),
        ("encoders.default.preset", []),
        ("encoders.default.quality", words(Quality.self)),
        ("encoders.default.bitrate", []),
        ("encoders.default.keyframes", []),
        ("encoders.combined.use", EncoderCatalog.words),
        ("encoders.combined.bitrate", []),
        ("encoders.audio.use", words(AudioCodec.self)),
        ("encoders.audio.bitrate", []),
        ("recording.directory", []),
        ("recording.fallback", ["off"]),
        ("recording.name", []),
        ("recording.container", words(Container.self)),
        ("recording.segment", ["off"]),
        ("recording.max-loss", ["off"]),
        ("recording.duration", ["off"]),
        ("recording.until", ["off"]),
        ("recording.delay", ["off"]),
        ("recording.missing-camera", words(MissingCamera.self)),
        ("storage.keep-free", []),
        ("storage.when-full", words(WhenFull.self)),
        ("storage.retain", ["off"]),
        ("budget.limit", []),
        ("budget.enforce", ["on", "off"]),
        ("thermal.fair", []),
        ("thermal.serious", []),
        ("thermal.critical", []),
        ("thermal.shutdown", []),
        ("thermal.zones", ["auto"]),
        ("battery.warn", ["off"]),
        ("battery.stop", ["off"]),
        ("supervision.hang", []),
        ("supervision.memory", ["auto"]),
        ("supervision.metrics", ["off"]),
        ("control.socket", ["on", "off"]),
        ("control.listen", ["off"]),
        ("control.token", ["auto"]),
        ("control.tls", ["auto", "off", "on"]),
        ("control.remember", ["on", "off"]),
        ("control.media-keys", ["on", "off"]),
        ("control.keys", ["off"]),
        ("machine.sysfs", []),
        ("machine.proc", []),
    ]

    /// `KEY=` for a key with free text, `KEY=WORD` for each word of the others.
    static var completions: [String] {
        entries.flatMap { entry in entry.words.isEmpty ? [entry.key + "="] : entry.words.map { "\(entry.key)=\($0)" } }
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }
}
