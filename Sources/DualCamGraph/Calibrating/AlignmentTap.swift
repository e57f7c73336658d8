internal import DualCamDevices
package import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Records each camera's picture brightness and each microphone's sound peaks over time. Flashes and claps can be found
/// in these values. Callable from any thread.
package final class AlignmentTap: Sendable {
    private struct State {
        var pictures: [InputName: [PictureLight]] = [:]
        var sounds: [InputName: [SoundPeak]] = [:]
    }

    private let state = Mutex(State())

    /// The brightness of each camera's pictures so far, in order of arrival.
    package var pictures: [InputName: [PictureLight]] { state.withLock { $0.pictures } }

    /// The sound peaks of each microphone so far, one per millisecond.
    package var sounds: [InputName: [SoundPeak]] { state.withLock { $0.sounds } }

    func watch(_ camera: InputName, on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            if let time = info.runningTime, let colours = PictureFigures(info)?.colours {
                let light = PictureLight(time: time, brightness: colours.mean)
                state.withLock { $0.pictures[camera, default: []].append(light) }
            }
            return .pass
        }
    }

    func watch(_ sound: SoundPlan, on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            guard let time = info.runningTime, let peaks = info.withBytes({ Self.peaks(of: $0, sound, from: time) })
            else { return .pass }
            state.withLock { $0.sounds[sound.input, default: []] += peaks }
            return .pass
        }
    }

    /// Returns the level of the loudest sample, 0 ... 1, for each millisecond of a sound buffer. The buffer begins at
    /// `time`, in nanoseconds of running time.
    private static func peaks(of bytes: UnsafeRawBufferPointer, _ sound: SoundPlan, from time: Int64) -> [SoundPeak] {
        let frames = bytes.count / (sound.format.bytes * sound.channels)
        let step = max(1, sound.rate / 1000)
        return stride(from: 0, to: frames, by: step).map { first in
            let samples = first * sound.channels..<min(frames, first + step) * sound.channels
            let level = samples.reduce(0.0) { max($0, abs(sound.format.sample($1, in: bytes))) }
            return SoundPeak(time: time + Int64(first) * 1_000_000_000 / Int64(sound.rate), level: level)
        }
    }
}

extension RecordingPipeline {
    /// Starts to record the picture brightness of every present camera and the sound peaks of every microphone.
    ///
    /// - Throws: `refused` if a camera's pictures are not decoded, `notNow` if the pipeline has not started.
    package func watchInstants() throws(GraphFailure) -> AlignmentTap {
        let tap = AlignmentTap()
        for camera in cameras where !camera.isLost {
            let (pad, isEncoded) = try camera.pictures()
            guard !isEncoded else {
                throw .unable("the pictures of camera \(camera.name) are not decoded", advice: "Leave passthrough out.")
            }
            tap.watch(camera.name, on: pad)
        }
        for sound in live.plan.sounds { tap.watch(sound, on: try live.pad(sound.pad)) }
        return tap
    }
}
