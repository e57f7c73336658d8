import DualCamConfig
import DualCamPlan
import DualCamWorker

/// The suggestions of shell completion for `--set`: keys of the pipeline file, and the words that each key accepts.
/// Keys that contain the name of a camera or an output are not suggested, except those of the combined picture.
enum SettingCatalogue {
    typealias Entry = (key: String, words: [String])

    static let entries = entries(of: PipelineSchema.shape, at: [])

    /// The suggestions for `--set`: `KEY=` for a key with free values, and `KEY=WORD` for each word that a key accepts.
    static var completions: [String] {
        entries.flatMap { entry in entry.words.isEmpty ? [entry.key + "="] : entry.words.map { "\(entry.key)=\($0)" } }
    }

    private static func entries(of shape: SettingShape, at path: [String]) -> [Entry] {
        switch shape {
        case .section(let keys):
            let short = SettingShape.shortForm(of: path)
            let own = keys.keys.flatMap { entries(of: $0.shape, at: $0.name == short ? path : path + [$0.name]) }
            guard path == ["encoders"], let named = keys.named else { return own }
            return own + entries(of: named, at: path + [OutputName.combined.rawValue])
        case .choice(let shapes):
            let isSection = { (shape: SettingShape) in if case .section = shape { true } else { false } }
            let sections = shapes.filter(isSection).flatMap { entries(of: $0, at: path) }
            let others = shapes.filter { !isSection($0) }
            return (others.isEmpty ? [] : [(path.joined(separator: "."), others.flatMap(words))]) + sections
        case .excluding(_, let shape): return entries(of: shape, at: path)
        default: return [(path.joined(separator: "."), words(shape))]
        }
    }

    private static func words(_ shape: SettingShape) -> [String] {
        switch shape {
        case .words(let words): words
        case .flag: ["on", "off"]
        case .choice(let shapes): shapes.flatMap(words)
        default: []
        }
    }
}
