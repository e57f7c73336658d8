import DualCamRecordings
import DualCamSession
import DualCamTestKit

@testable import DualCamControl

/// A pipeline file in memory. A text with the word `wrong` has an error.
struct FakePipeline: Sendable {
    static let example = PipelineRoutes.example.text ?? ""

    let access: PipelineAccess
    let content = Lock(Array(Self.example.utf8))
    /// The number of times that the devices were requested.
    let looks = Lock(0)
    /// The requests about texts besides their errors.
    let questions = Lock([PlanRequest?]())

    init(obstacle: String? = nil, copy: String? = nil, isCalm: Bool = true) {
        let (content, looks, questions) = (content, looks, questions)
        access = PipelineAccess(
            PipelineTools(
                reloads: true,
                read: {
                    PipelineTools.File(
                        path: "/home/ada/talk.yaml", content: content.with { $0 }, obstacle: obstacle, copy: copy)
                },
                judge: { text, _, question in
                    questions.with { $0.append(question) }
                    return Self.judgement(String(decoding: text, as: UTF8.self), question)
                },
                write: { text, _ in content.with { $0 = text } },
                devices: {
                    looks.with { $0 += 1 }
                    return ["cameras": [], "microphones": []]
                }, encoders: { ["encoders": []] },
                calibration: { Self.calibration },
                checkIsCalm: { () throws(ControlRefusal) in
                    if !isCalm { throw ControlRefusal(.notNow, "Cameras are open.") }
                },
                schema: { ["type": "object"] }))
    }

    static let calibration: JSONValue = [
        "measured": "2026-11-23T10:00:00Z", "cores": 2,
        "encoders": [["name": "x264 veryfast", "cores": .number(0.5), "at-once": 3]], "notes": [], "problem": .null,
    ]

    private static func judgement(_ text: String, _ question: PlanRequest?) -> JSONValue {
        let problem: JSONValue = [
            "file": "/home/ada/talk.yaml", "line": 2, "column": 7, "length": 5, "key": "name", "message": "is wrong",
            "advice": "write another",
        ]
        let isWrong = text.contains("wrong")
        return [
            "problems": .array(isWrong ? [problem] : []), "notices": [],
            "changes": isWrong ? .null : ["live": ["combined.layout"], "take": [], "graph": [], "start": []],
            "plans": .array(isWrong ? [] : (question?.variants ?? []).map(plan)),
        ]
    }

    private static func plan(_ variant: [Setting]) -> JSONValue {
        guard variant.allSatisfy({ $0.value != "wrong" }) else {
            return [
                "obstacle": "No camera delivers that.", "cost": .null, "bytes-per-hour": .null, "outputs": [],
                "directory": .null,
            ]
        }
        return [
            "obstacle": .null,
            "cost": [
                "total": .decimal(billionths: 500_000_000), "binding": "cpu",
                "limit": .decimal(billionths: 900_000_000), "fits": true,
                "refused": false, "measured": false,
                "margin": .decimal(billionths: 300_000_000),
                "cpu": ["cores": 1, "share": .decimal(billionths: 500_000_000)], "branches": [],
            ], "bytes-per-hour": 4_000_000_000,
            "outputs": [
                [
                    "name": "back", "codec": "h264", "encoder": "x264", "width": 1280, "height": 720, "rate": "30",
                    "bitrate": 4_000_000, "bytes-per-hour": 1_800_000_000,
                ]
            ], "directory": "/home/ada/Videos/DualCam",
        ]
    }
}
