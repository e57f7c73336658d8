import DualCamConfig
import DualCamRecordings

extension EditTimeline {
    /// The timeline as MLT XML (mltframework.org, "MLT XML"), which Kdenlive and Shotcut open and `melt` plays. The
    /// uppermost track with a picture is visible; only the sound track is audible.
    var melt: String {
        var xml = XMLText()
        xml.begin("mlt", ["LC_NUMERIC": "C", "title": name])
        addProfile(to: &xml)
        let ids = addProducers(to: &xml)
        for (index, track) in pictures.enumerated() {
            xml.begin("playlist", ["id": "track\(index)"])
            xml.add("property", ["name": "kdenlive:track_name"], text: track.name)
            for (rest, clip) in track.items {
                if rest > 0 { xml.add("blank", ["length": "\(rest)"]) }
                xml.add(
                    "entry",
                    ["producer": ids[clip.path], "in": "\(clip.first)", "out": "\(clip.first + clip.length - 1)"])
            }
            xml.end()
        }
        addTractor(to: &xml)
        xml.end()
        return xml.text
    }

    private func addProfile(to xml: inout XMLText) {
        let size = self.size ?? FrameSize(width: 1920, height: 1080)
        xml.add(
            "profile",
            [
                "description": "\(size.width)x\(size.height)", "width": "\(size.width)", "height": "\(size.height)",
                "progressive": "1", "sample_aspect_num": "1", "sample_aspect_den": "1",
                "display_aspect_num": "\(size.width)", "display_aspect_den": "\(size.height)",
                "frame_rate_num": "\(rate.numerator)", "frame_rate_den": "\(rate.denominator)",
                "colorspace": "709",
            ])
    }

    /// Adds the recorded files to the XML as producers. Returns their ids by path.
    private func addProducers(to xml: inout XMLText) -> [String: String] {
        var ids: [String: String] = [:]
        for (index, file) in files.enumerated() {
            ids[file.path] = "file\(index)"
            xml.begin("producer", ["id": "file\(index)", "in": "0", "out": "\(file.available - 1)"])
            xml.add("property", ["name": "resource"], text: file.path)
            xml.add("property", ["name": "mlt_service"], text: "avformat")
            xml.end()
        }
        return ids
    }

    private func addTractor(to xml: inout XMLText) {
        xml.begin("tractor", ["id": "session", "in": "0", "out": "\(length - 1)"])
        // Kdenlive stores guides (markers) as a JSON list.
        let guides = markers.map { JSONValue.of(["comment": $0.text, "pos": $0.place, "type": 0]) }
        if !guides.isEmpty {
            xml.add("property", ["name": "kdenlive:docproperties.guides"], text: JSONValue.array(guides).line)
        }
        for (index, track) in pictures.enumerated() {
            xml.add(
                "track", ["producer": "track\(index)", "hide": track.output == sound?.output ? nil : "audio"])
        }
        xml.end()
    }
}
