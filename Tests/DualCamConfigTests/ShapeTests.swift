@testable import DualCamConfig
import Testing

/// The description of the keys agrees with what the readers accept.
@Suite struct ShapeTests {
    private static let whole = PipelineLoader.shape(in: context)

    struct KeyedSection: Sendable, CustomTestStringConvertible {
        var path: [String]
        var keys: SettingShape.Keys

        var testDescription: String { path.joined(separator: ".") }
    }

    /// Every section, with the keys that lead to it.
    static let sections = collect(whole, at: [])

    private static func collect(_ shape: SettingShape, at path: [String]) -> [KeyedSection] {
        switch shape {
        case .section(let keys):
            [KeyedSection(path: path, keys: keys)]
                + keys.keys.flatMap { collect($0.shape, at: path + [$0.name]) }
                + (keys.named.map { collect($0, at: path + ["*"]) } ?? [])
        case .choice(let shapes): shapes.flatMap { collect($0, at: path) }
        default: []
        }
    }

    /// Returns the loader's error for `value` at the end of a path, in which names are `back`.
    private static func finding(_ path: [String], _ value: String) -> PipelineIssue? {
        let keys = path.map { $0 == "*" ? "back" : $0 }
        let text = keys.reversed().reduce(value) { "{\($1): \($0)}" }.dropFirst().dropLast()
        let cameras = path.first == "cameras" ? "" : twoCameras
        do throws(PipelineIssues) {
            _ = try PipelineLoader.load(Array("\(cameras)\(text)\n".utf8), named: "p.yaml", context: context)
            return nil
        } catch {
            return error.issues.first { $0.keyPath.hasPrefix(keys.joined(separator: ".")) }
        }
    }

    /// For an unknown key, the loader lists the keys that it knows.
    @Test(arguments: sections.filter { $0.keys.named == nil })
    func theShapeHasTheKeysThatTheLoaderKnows(section: KeyedSection) throws {
        let finding = try #require(Self.finding(section.path + ["qqqqqqqqqqqqqqqq"], "1"))
        #expect(finding.message == "unknown key")
        let listed = try #require(finding.hint?.split(separator: ": ").last).split(separator: ", ").map(String.init)
        let known = section.keys.keys.map(\.name)
        // A message lists at most twenty keys.
        #expect(known.count > 20 ? Set(listed.dropLast()).isSubset(of: known) : Set(listed) == Set(known))
    }

    @Test func thereAreSections() { #expect(Self.sections.count > 35) }

    /// The described default of a key is the one in the reference file.
    @Test func theDefaultsAreThoseOfTheReference() throws {
        let bytes = PackageResources.reference_yaml
        let reference = try PipelineLoader.load(bytes, named: "reference.yaml", context: context)
        var compared = 0
        for section in Self.sections {
            for key in section.keys.keys {
                let path = (section.path + [key.name]).map { $0 == "*" ? "back" : $0 }.joined(separator: ".")
                guard let text = reference.written.value(of: path) else { continue }
                if path == "cameras.back.zoom" { continue }
                #expect(key.standard == [text], "\(path)")
                compared += 1
            }
        }
        #expect(compared > 80)
    }

    @Test(
        arguments: [
            (["cameras", "*", "size"], "WIDTHxHEIGHT in pixels, even, 16x16 ... 16384x16384"),
            (["microphones", "*", "rate"], "samples a second, 8000 ... 192000"),
            (
                ["encoders", "*", "bitrate"],
                "bps, kbps, Mbps or Gbps; 10kbps ... 10Gbps; auto: 8Mbps for 1080p30, in proportion"
            ),
            (
                ["storage", "retain"],
                "off, or an age (30d) or a total size (500GB) beyond which finished sessions are deleted, oldest first; nothing is while the system's clock is not synchronised, or was just set"
            ),
            (["cameras", "*", "adjust"], "as combined.adjust"), (["cameras", "*", "adjust", "contrast"], nil),
            (["nonsense"], nil),
        ] as [([String], String?)])
    func theReferenceSaysWhatAKeyIs(path: [String], comment: String?) {
        #expect(ReferenceText.shipped.comment(on: path) == comment)
    }

    /// The pattern for names accepts the same names as the check.
    @Test(arguments: ["back", "b-1", "_b", "-b", "B", "b b", "", "2", "ä", "b.c"]) func names(name: String) throws {
        let pattern = try Regex("^" + SettingShape.namePattern + "$")
        var isName = true
        do throws(Refusal) { try Names.check(layout: name) } catch { isName = false }
        #expect(name.contains(pattern) == isName)
    }
}
