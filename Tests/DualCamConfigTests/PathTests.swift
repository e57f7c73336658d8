@testable import DualCamConfig
import Testing

/// The folder to which relative paths refer, for every key with a path.
@Suite struct PathTests {
    struct Row: Sendable {
        /// The key as in the declarations, with `*` for a name.
        var key: String
        /// The rest of the pipeline file, with PATH in place of the path.
        var text: String
        var override: String
        var ending = ""
    }

    static let rows = [
        Row(key: "cameras.*.device", text: "name: x", override: "cameras.back.device=file:PATH"),
        Row(
            key: "cameras.*.look.use", text: "combined: {}", override: "cameras.back.look=PATH", ending: ".cube"),
        Row(key: "microphone.device", text: "microphone: 'file:PATH'", override: "microphone=file:PATH"),
        Row(
            key: "microphones.*.device", text: "microphones: {room: 'file:PATH'}",
            override: "microphones.room.device=file:PATH"),
        Row(
            key: "combined.look.use", text: "combined: {look: {use: PATH}}", override: "combined.look=PATH",
            ending: ".cube"),
        Row(
            key: "combined.overlays.*.image", text: "combined: {overlays: {logo: {image: PATH}}}",
            override: "combined.overlays.logo.image=PATH"),
        Row(key: "recording.directory", text: "recording: {directory: PATH}", override: "recording.directory=PATH"),
        Row(key: "recording.fallback", text: "recording: {fallback: PATH}", override: "recording.fallback=PATH"),
        Row(key: "supervision.metrics", text: "supervision: {metrics: PATH}", override: "supervision.metrics=PATH"),
        Row(
            key: "control.tls.certificate", text: "control: {tls: {certificate: PATH, key: /key}}",
            override: "control.tls.certificate=PATH"),
        Row(
            key: "control.tls.key", text: "control: {tls: {certificate: /certificate, key: PATH}}",
            override: "control.tls.key=PATH"),
        Row(key: "control.files", text: "control: {files: [PATH]}", override: "control.files=[PATH]"),
        Row(
            key: "publish.password-file", text: "publish: {password-file: PATH}",
            override: "publish.password-file=PATH"),
        Row(key: "machine.sysfs", text: "machine: {sysfs: PATH}", override: "machine.sysfs=PATH"),
        Row(key: "machine.proc", text: "machine: {proc: PATH}", override: "machine.proc=PATH"),
    ]

    /// The keys that only accept absolute paths.
    static let absolute = [
        Row(key: "control.token", text: "control: {token: PATH}", override: "control.token=PATH"),
        Row(
            key: "control.keys.device", text: "control: {keys: {device: PATH}}", override: "control.keys.device=PATH"),
    ]

    private static let context = LoadContext(
        environment: [:], home: "/home/ada", folder: "/shows", workingFolder: "/here",
        colourTable: { .failure(.unreadable(Refusal("nothing at \($0)"))) },
        overlayImage: { .failure(Refusal("nothing at \($0)")) })

    /// Returns the cameras, of which the first may play a clip by its path.
    private static func cameras(_ row: Row, _ path: String) -> String {
        switch row.key {
        case "cameras.*.device": "cameras: {back: 'file:\(path)', front: auto}\n"
        case "cameras.*.look.use": "cameras: {back: {look: {use: \(path)}}, front: auto}\n"
        default: twoCameras
        }
    }

    /// Returns all values of the pipeline as text, or the errors.
    private static func outcome(_ row: Row, _ path: String, overrides: [String] = [], directed: [String] = []) -> String
    {
        let text = cameras(row, path) + row.text.replacing("PATH", with: path) + "\n"
        do throws(PipelineIssues) {
            let loaded = try PipelineLoader.load(
                Array(text.utf8), named: "pip.yaml", overrides: overrides, directed: directed, context: context)
            return String(reflecting: loaded.pipeline)
        } catch {
            return error.rendered
        }
    }

    @Test(arguments: rows) func aRelativePathBeginsInTheFilesFolder(row: Row) {
        for path in ["takes/a", "./takes/a"] {
            #expect(Self.outcome(row, path + row.ending).contains("/shows/takes/a" + row.ending))
        }
        #expect(Self.outcome(row, "~/a" + row.ending).contains("/home/ada/a" + row.ending))
        #expect(Self.outcome(row, "/a" + row.ending).contains("/shows") == false)
    }

    /// On the command line, a path is relative to the current folder; in a setting from a running recording, to the
    /// file's folder.
    @Test(arguments: rows) func anOverrideBeginsInTheCurrentFolder(row: Row) {
        let override = row.override.replacing("PATH", with: "takes/b" + row.ending)
        let first = row.ending.isEmpty ? "/a" : "none"
        #expect(Self.outcome(row, first, overrides: [override]).contains("/here/takes/b" + row.ending))
        #expect(Self.outcome(row, first, directed: [override]).contains("/shows/takes/b" + row.ending))
    }

    @Test(arguments: absolute) func aWholePathIsAskedFor(row: Row) {
        #expect(Self.outcome(row, "takes/a").contains("'takes/a' is not an absolute path"))
        let override = row.override.replacing("PATH", with: "takes/b")
        #expect(Self.outcome(row, "/a", overrides: [override]).contains("'takes/b' is not an absolute path"))
    }

    /// A key with a path that is in none of these tables would not be tested.
    @Test func everyKeyWithAPathIsTested() {
        let found = Self.paths(in: PipelineLoader.shape(in: Self.context), at: "")
        #expect(found.filter { !$0.isAbsolute }.map(\.key).sorted() == Self.rows.map(\.key).sorted())
        #expect(found.filter(\.isAbsolute).map(\.key).sorted() == Self.absolute.map(\.key).sorted())
    }

    private static func paths(in shape: SettingShape, at key: String) -> [(key: String, isAbsolute: Bool)] {
        switch shape {
        case .path(let path): [(key, path.isAbsolute)]
        case .list(let element, _): paths(in: element, at: key)
        case .choice(let shapes): shapes.flatMap { paths(in: $0, at: key) }
        case .excluding(_, let shape): paths(in: shape, at: key)
        case .section(let keys):
            keys.keys.flatMap { paths(in: $0.shape, at: key.isEmpty ? $0.name : "\(key).\($0.name)") }
                + (keys.named.map { paths(in: $0, at: key + ".*") } ?? [])
        case .text, .title, .words, .flag, .whole, .number, .written, .name: []
        }
    }
}
