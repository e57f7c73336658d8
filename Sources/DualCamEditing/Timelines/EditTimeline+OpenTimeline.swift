import DualCamConfig
import DualCamRecordings

extension EditTimeline {
    /// The timeline as OpenTimelineIO JSON (opentimelineio.readthedocs.io, "File Format Specification").
    var openTimeline: String {
        JSONValue.of([
            "OTIO_SCHEMA": "Timeline.1", "name": name,
            "metadata": JSONValue.of(["dualcam": JSONValue.object([])]),
            "tracks": stack,
        ]).line + "\n"
    }

    private var stack: JSONValue {
        var tracks = pictures.map { track($0, "Video", named: $0.name) }
        if let sound = sound { tracks.append(track(sound, "Audio", named: "sound")) }
        return .of([
            "OTIO_SCHEMA": "Stack.1", "name": "tracks", "children": tracks, "markers": markers.map(marker),
        ])
    }

    private func track(_ track: Track, _ kind: String, named name: String) -> JSONValue {
        let items = track.items.flatMap { rest, clip in (rest > 0 ? [gap(rest)] : []) + [self.clip(clip)] }
        return .of(["OTIO_SCHEMA": "Track.1", "name": name, "kind": kind, "children": items])
    }

    private func clip(_ clip: Clip) -> JSONValue {
        let media = JSONValue.of([
            "OTIO_SCHEMA": "ExternalReference.1", "name": clip.name, "target_url": clip.address,
            "available_range": range(0, clip.available),
        ])
        return .of([
            "OTIO_SCHEMA": "Clip.1", "name": clip.name, "source_range": range(clip.first, clip.length),
            "media_reference": media,
        ])
    }

    private func gap(_ length: Int) -> JSONValue {
        .of(["OTIO_SCHEMA": "Gap.1", "name": "", "source_range": range(0, length)])
    }

    private func marker(_ marker: Marker) -> JSONValue {
        .of([
            "OTIO_SCHEMA": "Marker.2", "name": marker.text, "color": "GREEN", "marked_range": range(marker.place, 1),
        ])
    }

    private func range(_ start: Int, _ length: Int) -> JSONValue {
        .of(["OTIO_SCHEMA": "TimeRange.1", "start_time": time(start), "duration": time(length)])
    }

    private func time(_ frames: Int) -> JSONValue {
        .of(["OTIO_SCHEMA": "RationalTime.1", "value": frames, "rate": JSONValue.number(rate.framesPerSecond)])
    }
}
