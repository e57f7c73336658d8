import Foundation
import PackagePlugin

/// Bundles the web page with Scripts/page and embeds it as one Swift file, whenever one of its sources has changed.
@main
struct PagePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let script = root.appending(path: "Scripts/page")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
        return [
            .buildCommand(
                displayName: "Bundling the page", executable: URL(filePath: "/bin/bash"),
                arguments: [script.path(), "--swift", output.path()],
                inputFiles: Self.files(below: root.appending(path: "Page")) + [script], outputFiles: [output])
        ]
    }

    private static func files(below folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (found?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }.sorted { $0.path() < $1.path() }
    }
}
