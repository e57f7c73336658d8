import DualCamConfig
import DualCamPlan

extension EditTimeline {
    /// The timeline as Final Cut Pro XML (developer.apple.com, "FCPXML Reference", version 1.8). Each track is a lane
    /// above a gap clip that is as long as the session. Multicam clips are not used, because editors turn them into
    /// compound clips.
    var finalCut: String {
        var xml = XMLText("<!DOCTYPE fcpxml>")
        xml.begin("fcpxml", ["version": "1.8"])
        addResources(to: &xml)
        xml.begin("library")
        xml.begin("event", ["name": name])
        xml.begin("project", ["name": name])
        xml.begin(
            "sequence",
            ["duration": time(length), "format": "r1", "tcStart": "0s", "tcFormat": "NDF"])
        addSpine(to: &xml)
        for _ in 0..<5 { xml.end() }
        return xml.text
    }

    private func addResources(to xml: inout XMLText) {
        xml.begin("resources")
        xml.add(
            "format",
            [
                "id": "r1", "frameDuration": time(1), "width": size.map { "\($0.width)" },
                "height": size.map { "\($0.height)" },
            ])
        for (index, file) in files.enumerated() {
            xml.add(
                "asset",
                [
                    "id": "r\(index + 2)", "name": file.name, "src": file.address, "start": "0s",
                    "duration": time(file.available), "format": "r1", "hasVideo": "1",
                    "hasAudio": hasSound == false ? nil : "1",
                ])
        }
        xml.end()
    }

    private func addSpine(to xml: inout XMLText) {
        let numbered = files.enumerated().map { ($0.element.path, "r\($0.offset + 2)") }
        let ids = Dictionary(numbered) { one, _ in one }
        xml.begin("spine")
        xml.begin("gap", ["name": "Gap", "offset": "0s", "start": "0s", "duration": time(length)])
        for (lane, track) in pictures.enumerated() {
            for clip in track.clips {
                let isHeard = track.output == sound?.output
                xml.add(
                    "asset-clip",
                    [
                        "ref": ids[clip.path], "lane": "\(lane + 1)", "offset": time(clip.place), "name": clip.name,
                        "start": time(clip.first), "duration": time(clip.length), "format": "r1",
                        "srcEnable": isHeard ? nil : "video",
                    ])
            }
        }
        for marker in markers {
            xml.add("marker", ["start": time(marker.place), "duration": time(1), "value": marker.text])
        }
        xml.end()
        xml.end()
    }

    /// Formats a number of frames as a fraction of seconds, such as `1001/30000s`.
    private func time(_ frames: Int) -> String {
        frames == 0 ? "0s" : "\(frames *| rate.denominator)/\(rate.numerator)s"
    }
}
