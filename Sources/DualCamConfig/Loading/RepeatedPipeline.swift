/// A pipeline file that is interpreted many times with different overrides, once for each change of the picture.
///
/// The file is parsed only once. Unchanged overrides are not applied again, and unchanged overlays are not read again.
/// Without this optimisation, a list of 3000 overlay texts would take minutes.
package struct RepeatedPipeline {
    /// The overrides that apply each time the file is interpreted.
    package let overrides: [String]
    private var context: LoadContext
    /// The settings of the file after `overrides` have been applied.
    private let base: SettingTree
    private let hasVariables: Bool
    /// The additional settings that were applied last, and the settings tree that resulted.
    private var last: (directed: [String], tree: SettingTree)

    /// Parses a pipeline file that will be interpreted repeatedly. Returns `nil` if the file has issues, which
    /// `PipelineLoader.load` reports.
    package init?(_ bytes: [UInt8], overrides: [String], context: LoadContext) {
        var findings: [Finding] = []
        guard var tree = try? PipelineLoader.tree(bytes, Source(bytes: [], name: ""), &findings) else { return nil }
        Override.apply(overrides, to: &tree, findings: &findings)
        guard findings.isEmpty else { return nil }
        (self.overrides, self.context, base) = (overrides, context, tree)
        hasVariables = tree.texts.contains { $0.contains("${") }
        last = ([], tree)
    }

    /// Returns the pipeline with the overrides and the settings in `directed`, each as `KEY=VALUE`. Each key must occur
    /// only once, and the newest setting must be the last.
    ///
    /// Returns `nil` if the pipeline has issues, which `PipelineLoader.load` reports.
    package mutating func pipeline(directed: [String]) -> Pipeline? {
        guard let directedTree = tree(directed) else { return nil }
        last = (directed, directedTree)
        var (tree, rule) = (directedTree, context.rule)
        rule.settle(for: tree, filledFrom: context.environment)
        let isFiltered =
            rule.variables == .untoldWithoutPicture || hasVariables || directed.contains { $0.contains("${") }
        if isFiltered { tree = rule.withoutUntold(tree) }
        var findings: [Finding] = []
        let whole = Place(
            path: .root, keyOrigin: tree.origin, tree: tree, variables: Variables(context, written: overrides.count))
        guard let pipeline = PipelineLoader.read(whole, findings: &findings), findings.isEmpty else { return nil }
        remember(pipeline.combined?.overlays ?? [], of: tree)
        return pipeline
    }

    private mutating func remember(_ overlays: [Overlay], of tree: SettingTree) {
        let entries = tree["combined"]?["overlays"]?.entries ?? []
        context.overlays = Dictionary(
            zip(entries, overlays).map { ($0.key, KnownOverlay(tree: $0.value, overlay: $1)) }
        ) { $1 }
    }

    private func tree(_ directed: [String]) -> SettingTree? {
        let known = Set(last.directed)
        let newer = directed.filter { !known.contains($0) }
        let isContinued = Self.replaces(newer, Set(directed), last.directed)
        var (tree, findings) = (isContinued ? last.tree : base, [Finding]())
        // All settings get the same number, so that a setting stays equal when others are inserted before it.
        Override.apply(isContinued ? newer : directed, numbered: overrides.count, to: &tree, findings: &findings)
        return findings.isEmpty ? tree : nil
    }

    /// Returns true if each previous setting that no longer exists is replaced by a newer one. In that case, the last
    /// tree can be reused.
    private static func replaces(_ newer: [String], _ now: Set<String>, _ before: [String]) -> Bool {
        let keys = newer.map { $0.prefix { $0 != "=" } }
        return before.allSatisfy { setting in
            now.contains(setting) || keys.contains { setting.hasPrefix($0 + "=") || setting.hasPrefix($0 + ".") }
        }
    }
}

/// An overlay from the previous time that a pipeline file was read. It is reused as long as its own settings stay the
/// same.
struct KnownOverlay: Sendable {
    fileprivate var tree: SettingTree
    fileprivate var overlay: Overlay

    /// Returns the overlay if the entry's settings are unchanged; otherwise `nil`.
    func overlay(_ entry: SettingTree.Entry) -> Overlay? { tree.isSame(as: entry.value) ? overlay : nil }
}

extension SettingTree {
    /// Returns true if both trees have the same settings at the same positions.
    fileprivate func isSame(as other: SettingTree) -> Bool {
        guard origin == other.origin, former == other.former else { return false }
        switch (content, other.content) {
        case (.text(let one, let isNothing), .text(let two, let isAlso)): return one == two && isNothing == isAlso
        case (.list(let one), .list(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.section(let one), .section(let two)):
            return one.count == two.count
                && zip(one, two).allSatisfy { one, two in
                    one.key == two.key && one.keyOrigin == two.keyOrigin && one.value.isSame(as: two.value)
                }
        default: return false
        }
    }
}
