package import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension MachineProbe {
    /// Reads GStreamer's plugin registry in parallel with other work. `prepare()` waits until this is done, and throws
    /// its error.
    package static func prepareAhead() {
        do throws(LibraryError) { try Library.initialize() } catch {}
    }

    /// Loads the GStreamer plugins that a recording of this pipeline will need, as far as they are known before its
    /// devices are found.
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
    /// The GStreamer features needed to play a clip. Each stands for its plugin; all typefind elements are in the same
    /// plugin.
    private static let clipFeatures = ["parsebin", "video/quicktime"]
    /// The plugin that takes longer to load than all others together, and is therefore loaded last.
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
            // The caller's own plan of the recording reports the reason.
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
