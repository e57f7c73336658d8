package import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension MachineProbe {
    /// Initialises GStreamer, which reads its plugin registry. Blocks, so the caller runs it in parallel with other
    /// work. Ignores errors, because `prepare()` waits for the initialisation and throws its error.
    package static func prepareAhead() {
        do throws(LibraryError) { try Library.initialize() } catch {}
    }

    /// Loads the GStreamer plugins that a recording of this pipeline will need, except those that depend on its
    /// devices, which are not known yet.
    ///
    /// Blocks for about 50 ms, mostly for libav with its 170 libraries. Meanwhile, devices and clips can be inspected
    /// on other threads. Any other plugin is loaded when an element of it is created.
    package static func loadPlugins(for pipeline: Pipeline) {
        Library.startClock()
        for plugin in PluginForecast.plugins(for: pipeline, on: untriedFacts) { Registry.load(plugin: plugin) }
    }
}

/// A prediction of the GStreamer plugins that a recording will need.
private enum PluginForecast {
    /// The GStreamer features needed to play a clip. The plugin that contains each feature is loaded. All typefind
    /// functions are in the same plugin, so one of them is enough.
    private static let clipFeatures = ["parsebin", "video/quicktime"]
    /// The plugin that is loaded last, because loading it takes longer than loading all others together.
    private static let slowest = "libav"

    static func plugins(for pipeline: Pipeline, on machine: MachineFacts) -> [String] {
        let features = (pipeline.playsClips ? clipFeatures : []) + elements(of: pipeline, on: machine)
        var seen: Set<String> = []
        let plugins = features.compactMap(Registry.plugin(of:)).filter { seen.insert($0).inserted }
        return plugins.filter { $0 != slowest } + plugins.filter { $0 == slowest }
    }

    /// Returns the elements that the recording needs, except its sources. To find them, plans the recording with test
    /// pictures and tones, because its devices are not known yet.
    private static func elements(of pipeline: Pipeline, on machine: MachineFacts) -> [String] {
        let inputs = PlannedInputs(
            pipeline: pipeline, cameras: pipeline.cameras.map { CameraFacts(name: $0.name, source: .test(.smpte)) },
            microphones: Dictionary(
                pipeline.microphones.map { ($0.name, MicrophoneFacts.test) }, uniquingKeysWith: { first, _ in first }),
            machine: machine)
        do throws(PlanIssues) {
            return try Planner.plan(inputs).factories
        } catch {
            // An error is ignored here, because the caller plans the recording again and then reports it.
            return []
        }
    }
}

extension Pipeline {
    fileprivate var playsClips: Bool {
        cameras.contains { if case .file = $0.device { true } else { false } }
            || microphones.contains { if case .file = $0.device { true } else { false } }
    }
}
