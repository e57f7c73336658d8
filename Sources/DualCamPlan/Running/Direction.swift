package import DualCamConfig

/// A change that a user makes to a running recording. Each value contains the complete new settings; the graph applies
/// only the differences.
package enum Direction: Sendable, Equatable {
    /// Changes the settings of the combined picture. All changes take effect with the same frame.
    case picture(PictureDirection)
    case sound(SoundDirection)
    /// Sets V4L2 controls of cameras now, and again each time their devices return.
    case controls([DirectedControls])
    /// Sets the bitrate of an output's encoder immediately. If a throttle reduces the bitrate, the reduction is applied
    /// to the new value.
    case bitrate(OutputName, Bitrate)
    /// Switches a microphone to a different device, without a gap in the sound tracks.
    case microphone(InputName, MicrophoneDevice)
    /// Changes the delay of an input's pictures or sound. `RecordingGraph.direct` returns the running time at which the
    /// new delay takes effect. Buffers around that time are delayed or dropped.
    case delay(InputName, InputDelay)
    /// Pauses the recording; `RecordingGraph.direct` returns the running time of the pause. The cameras, the mixer and
    /// the microphones keep running.
    case pause
    /// Ends a pause. Recording continues at the running time that `RecordingGraph.direct` returns, directly after the
    /// part before the pause.
    case resume
}

/// The controls to set on one camera. If a control occurs more than once, the last value is used.
package struct DirectedControls: Sendable, Equatable {
    package var camera: InputName
    package var controls: [CameraControl]

    package init(camera: InputName, controls: [CameraControl]) { (self.camera, self.controls) = (camera, controls) }
}

/// The new settings for one microphone's sound, as in a pipeline file.
package struct SoundDirection: Sendable, Equatable {
    /// The microphone with its new gain, filters and mode. Its name identifies the microphone to change; its device,
    /// rate and channels are ignored.
    package var microphone: Microphone
    package var isMuted: Bool

    package init(microphone: Microphone, isMuted: Bool = false) {
        (self.microphone, self.isMuted) = (microphone, isMuted)
    }
}

/// A still picture of a camera or of the combined picture, in full size.
package struct Snapshot: Sendable, Equatable {
    /// The file format of a snapshot. The raw values are used in commands and as file extensions.
    package enum Format: String, Sendable, Hashable, CaseIterable { case jpeg, png }

    /// The encoded content of the snapshot's file.
    package var bytes: [UInt8]
    /// The running time of the frame that the snapshot shows.
    package var at: RunningTime

    package init(bytes: [UInt8], at: RunningTime) { (self.bytes, self.at) = (bytes, at) }
}

/// The loudness of a microphone's sound during 100 ms.
package struct SoundLevels: Sendable, Equatable {
    package var microphone: InputName
    /// The peak level of each channel of the microphone in dBFS, 0 or below; -120 for silence.
    package var peak: [Double]
    package var rms: [Double]
    /// True if the microphone plays a repeated clip whose sound is shorter than its picture, and the sound has ended
    /// before the next repetition.
    package var isClipResting = false

    package init(of microphone: InputName = .microphone, peak: [Double], rms: [Double]) {
        (self.microphone, self.peak, self.rms) = (microphone, peak, rms)
    }
}

extension Microphone {
    /// The input name of the microphone.
    package var input: InputName { InputName(microphone: name) }
}
