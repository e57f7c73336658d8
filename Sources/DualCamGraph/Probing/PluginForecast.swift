package import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension MachineProbe {
    /// Reads the registry while something else is done. Whoever needs GStreamer calls `prepare`, which waits for this, and throws
    /// what goes wrong.
    package static func prepareAhead() {
        do throws(LibraryError) { try Library.initialize() } catch {}
    }

    /// Loads the plugins that a recording of this pipeline will need, as far as can be told before its devices are known.
    ///
    /// Blocks for some 50 ms, most of them for libav with its 170 libraries; meanwhile devices and clips can be looked at. A plugin
    /// that was not foreseen is loaded when its element is made.
    package static func loadPlugins(for pipeline: Pipeline) {
        Library.startClock()
        for plugin in PluginForecast.plugins(for: pipeline, on: untriedFacts) { Registry.load(plugin: plugin) }
    }
}

/// Tells which plugins a recording will need.
private enum PluginForecast {
    /// The features that a clip needs. All elements that find types of media lie in one plugin.
    private static let clipFeatures = ["parsebin", "video/quicktime"]
    /// Takes longer than all others together; they are not to wait for it.
    private static let slowest = "libav"

    static func plugins(for pipeline: Pipeline, on machine: MachineFacts) -> [String] {
        let features = (pipeline.playsClips ? clipFeatures : []) + elements(of: pipeline, on: machine)
        var seen: Set<String> = []
        let plugins = features.compactMap(Registry.plugin(of:)).filter { seen.insert($0).inserted }
        return plugins.filter { $0 != slowest } + plugins.filter { $0 == slowest }
    }

    /// The elements of the same recording with test pictures and test tones for inputs: all but the sources stays.
    private static func elements(of pipeline: Pipeline, on machine: MachineFacts) -> [String] {
        let inputs = PlannedInputs(
            pipeline: pipeline, cameras: pipeline.cameras.map { CameraFacts(name: $0.name, source: .test(.smpte)) },
            microphones: Dictionary(
                pipeline.microphones.map { ($0.name, MicrophoneFacts.test) }, uniquingKeysWith: { first, _ in first }),
            machine: machine)
        do throws(PlanIssues) {
            return try Planner.plan(inputs).factories
        } catch {
            // Whoever plans the recording itself tells why.
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
