import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

/// The JSON Schema of the pipeline file, checked with a validator that is independent of dualcam.
@Suite(.tags(.process)) struct SchemaTests {
    /// A Python program that reads {"schema", "texts"} and prints the first error of each text, or "". It reads YAML as
    /// editors do, by the core schema of YAML 1.2, in which `on` is a string.
    private static let script = #"""
        import json, re, sys, yaml, jsonschema
        class Core(yaml.SafeLoader): yaml_implicit_resolvers = {}
        for tag, form, first in (
            ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"), ("int", r"[-+]?[0-9]+", "-+0123456789"),
            ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
            ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""])):
            Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile("^(?:" + form + ")$"), list(first))
        given = json.load(sys.stdin)
        schema = json.loads(given["schema"])
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        def judge(text):
            for error in validator.iter_errors(yaml.load(text, Core)):
                return "/".join(map(str, error.absolute_path)) + ": " + error.message
            return ""
        print(json.dumps([judge(text) for text in given["texts"]]))
        """#

    private static func verdicts(_ texts: [String]) async throws -> [String] {
        let printed = try await Tool.run(Tool.dualcam, ["schema"])
        #expect(printed.code == 0)
        let folder = try #require(TemporaryFolder())
        let given = try JSONEncoder().encode(Given(schema: printed.text, texts: texts))
        folder.write(String(decoding: given, as: UTF8.self), to: "given.json")
        folder.write(script, to: "judge.py")
        let words = ["-c", "exec /usr/bin/python3 \"$0/judge.py\" < \"$0/given.json\"", folder.path]
        let judged = try await Tool.run("/bin/sh", words)
        #expect(judged.code == 0, "\(judged.errors)")
        return try JSONDecoder().decode([String].self, from: Data(judged.text.utf8))
    }

    private struct Given: Encodable {
        var schema: String
        var texts: [String]
    }

    private static func whole(_ text: String) -> String {
        text.contains("cameras:") ? text : "cameras: {back: auto, front: auto}\n" + text
    }

    @Test func theShippedFilesAndTheDocumentsAreValid() async throws {
        let folder = Tool.root.appending(path: "Pipelines").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var texts = try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        for document in DocumentTests.all {
            texts += document.blocks("yaml").map { Self.whole($0 + "\n") }
        }
        #expect(texts.count > 15)
        for (text, verdict) in zip(texts, try await Self.verdicts(texts)) { #expect(verdict == "", "\(text)") }
    }

    /// Texts that both the schema and dualcam accept. A text without cameras gets two.
    static let right: [String] = [
        "", "cameras: {back: {device: test}, front: }\n", "microphone: none\n",
        "microphones: {room: pulse, boom: {device: 'alsa:hw:1,0', channels: 1}}\n",
        "combined: {look: vivid, layout: pip, inset: {position: {x: 60%, y: 10%}, margin: 0}}\n",
        "combined: {look: {use: sepia, intensity: 80%}, rate: 30000/1001, switch: {every: 1h30min}}\n",
        "combined: {overlays: {a: {text: 12}, b: {clock: '%H:%M', plate: '#ff8800', size: 10%}}}\n",
        "recording: {segment: off, until: 17:30, outputs: [back], name: '{output}', max-loss: 500ms}\n",
        "recording: {directory: '${WHERE:-/tmp}', duration: 10 min}\nname: 2024\n",
        "encoders: {default: {use: x264, preset: veryfast}, back: {use: mjpeg, bitrate: 20Mbps}}\n",
        "control: {listen: 8080, tls: {certificate: /c, key: /k}, socket: yes, remember: true}\n",
        "control: {listen: '[::1]:8080', keys: {device: /dev/input/event1, mark: KEY_M}}\n",
        "storage: {retain: 30d, keep-free: 2.5GiB, warn-at: [10GB]}\nbudget: {limit: 0.5, shed: []}\n",
        "layouts: {desk: {back: {x: 0%, width: 70%}, front: {}}}\nthermal: {zones: [thermal_zone2]}\n",
        "controls: {dim: {gain: 3}}\ncameras: {back: {controls: {preset: dim, exposure: auto}, rotate: 90}, front: auto}\n",
        "cameras: {back: {zoom: '2', zoom-presets: {tight: 3, all: {zoom: 1, centre: {x: 10%}}}}, front: file:a.mp4}\n",
    ]

    /// Texts that both the schema and dualcam reject.
    static let wrong: [String] = [
        "# cameras: none\nname: x\n", "recordin: {}\n", "recording: {segmemt: 10min}\n",
        "recording: {segment: 10}\n", "recording: {segment: 10mins}\n",
        "recording: {container: avi}\n", "recording: {name: talk}\n",
        "recording: {outputs: []}\n", "recording: {outputs: [back, back]}\n",
        "recording: mkv\n", "recording: {until: '25:00'}\n",
        "microphone: {rate: 4000}\n", "microphone: {channels: 9}\n",
        "microphone: {gain: 3}\n", "microphone: {bits: 8}\n", "microphone: usb\n",
        "combined: {layout: Pip}\n", "combined: {inset: {margin: -1}}\n",
        "combined: {inset: {position: left}}\n", "combined: {size: 1080p}\n",
        "combined: {size: 1281x720}\n", "storage: {keep-free: -2GB}\n", "recording: {segment: -10min}\n",
        "encoders: {default: {bitrate: -8Mbps}}\n", "combined: {inset: {size: 101%}}\n",
        "combined: {inset: {size: -1%}}\n",
        "combined: {rate: 29.97}\n", "combined: {divider: {colour: pink}}\n",
        "combined: {look: vivd}\n", "combined: {overlays: {T: {text: a}}}\n",
        "combined: {inset: {position: {x: 60%, z: 1%}}}\n",
        "encoders: {default: {use: x265x}}\n", "encoders: {back: {speed: auto}}\n",
        "encoders: {default: {speed: quick}}\n", "budget: {limit: 2}\n",
        "budget: {enforce: maybe}\n", "budget: {shed: [previews]}\n",
        "thermal: {fair: 70}\n", "storage: {keep-free: 1gb}\n",
        "control: {tls: {certificate: /c}}\n", "control: {keys: {mark: KEY_M}}\n",
        "control: {keys: {device: /dev/x, mark: M}}\n", "control: {origins: [studio.example]}\n",
        "control: {listen: 70000}\n", "layouts: {grid: {back: {}}}\n",
        "layouts: {desk: {back: {fit: stretch}}}\n", "cameras: {combined: auto}\n", "cameras: {Back: auto}\n",
        "cameras: {back: {zoom: 11}}\n", "cameras: {back: {rotate: 45}}\n", "cameras: {back: {sise: 640x480}}\n",
        "cameras: {back: {wide: {zoom: 0.5}}}\n", "cameras: [back]\n",
        "name: \(String(repeating: "n", count: 129))\n", "cameras: {\(String(repeating: "n", count: 65)): auto}\n",
        "combined: {overlays: {a: {text: \(String(repeating: "n", count: 4097))}}}\n",
        "publish: {user: \(String(repeating: "n", count: 4097))}\n",
        "recording: {directory: \(String(repeating: "n", count: 4097))}\n",
    ]

    @Test func theSchemaAgreesWithTheLoader() async throws {
        let (right, wrong) = (Self.right.map(Self.whole), Self.wrong.map(Self.whole))
        for (text, verdict) in zip(right, try await Self.verdicts(right)) {
            #expect(verdict == "", "\(text)")
            #expect(Self.isLoaded(text), "\(text)")
        }
        for (text, verdict) in zip(wrong, try await Self.verdicts(wrong)) {
            #expect(verdict != "", "\(text)")
            #expect(!Self.isLoaded(text), "\(text)")
        }
    }

    private static func isLoaded(_ text: String) -> Bool {
        let context = LoadContext(environment: [:], home: "/home/ada", encoders: EncoderCatalog.words)
        do throws(PipelineIssues) {
            _ = try PipelineLoader.load(Array(text.utf8), named: "p.yaml", context: context)
            return true
        } catch { return false }
    }

    /// Every key has a description, which editors show.
    @Test func everyKeyIsDescribed() async throws {
        let printed = try await Tool.run(Tool.dualcam, ["schema"])
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(printed.text.utf8)) as? [String: Any])
        let bare = Self.bareKeys(of: schema, at: "")
        #expect(bare == [])
        let size = ((schema["properties"] as? [String: Any])?["combined"] as? [String: Any])?["properties"]
        let rate = (size as? [String: Any])?["rate"] as? [String: Any]
        #expect(rate?["default"] as? Int == 30)
        #expect(rate?["description"] as? String == "as a camera's rate")
    }

    /// Returns the keys without a description. Sections that their own keys explain need none.
    private static func bareKeys(of schema: [String: Any], at path: String) -> [String] {
        var bare: [String] = []
        for form in [schema] + (schema["anyOf"] as? [[String: Any]] ?? []) {
            let properties = form["properties"] as? [String: [String: Any]] ?? [:]
            for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
                let forms = [value] + (value["anyOf"] as? [[String: Any]] ?? [])
                let isSection = forms.contains { $0["properties"] != nil || $0["patternProperties"] != nil }
                if value["description"] == nil, !isSection { bare.append(path + key) }
                bare += bareKeys(of: value, at: path + key + ".")
            }
            for value in (form["patternProperties"] as? [String: [String: Any]] ?? [:]).values {
                bare += bareKeys(of: value, at: path + "*.")
            }
        }
        return bare
    }
}
