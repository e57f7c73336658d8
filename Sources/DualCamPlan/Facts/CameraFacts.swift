package import DualCamConfig

/// A V4L2 camera that is connected to the machine, as listed by `dualcam devices`.
package struct DeviceFacts: Sendable, Equatable {
    /// The path of the device node, such as `/dev/video0`, which may change between reboots.
    package var path: String
    /// A name of the device that survives reboots and replugging: `usb-Vendor_Model_Serial-video-index0`, a name made
    /// from the port (`DeviceNaming`), or the driver's bus name.
    package var stableName: String
    /// The model name of the device according to its driver (`card` of V4L2's `v4l2_capability`).
    package var card: String
    package var driver: String
    package var busName: String
    package var modes: [CaptureMode]
    /// True if another program is capturing pictures from the device.
    package var isBusy: Bool
    /// The process that is capturing from the device; `nil` if there is none or if it is unknown.
    package var user: ProcessFacts?
    /// The index of the device among devices with the same model name and bus name, in the order of their device nodes,
    /// counted from 0.
    package var index: Int
    /// The controls of the device, such as exposure; empty if it has no controls, `nil` if they have not been read.
    package var controls: [ControlFacts]?
    /// The names of the links that udev creates for the device.
    package var links = DeviceLinks()
    /// The USB identity of the device; `nil` if it is not a USB device, or if the identity is unknown.
    package var usb: USBModel?
    /// The number that the driver gives to this device node, to distinguish the nodes of one camera.
    package var videoIndex = 0
    /// The reason why the device is identified by its USB port; `nil` if it can be identified by its serial number or
    /// its driver.
    package var portReason: PortReason?
    /// The Unix group whose members may open the device, if this process may not; `nil` if this process may open it.
    package var deniedTo: String?
    /// The signal at the input of a capture card; `nil` if the device is a camera, or if it does not report its signal.
    package var signal: InputSignal?

    package init(
        path: String, stableName: String, card: String, driver: String, busName: String, modes: [CaptureMode],
        isBusy: Bool? = nil, user: ProcessFacts? = nil, index: Int = 0
    ) {
        (self.path, self.stableName, self.card, self.driver) = (path, stableName, card, driver)
        (self.busName, self.modes, self.user, self.index) = (busName, modes, user, index)
        self.isBusy = isBusy ?? (user != nil)
    }
}

/// The signal at the input of a capture card.
package enum InputSignal: Sendable, Equatable {
    /// The capture card receives no signal that it can synchronise to.
    case lost
    /// The capture card receives a signal. The value describes the signal for display (`1920x1080 at 60`); `nil` if the
    /// driver does not report details.
    case present(String?)
}

/// The names of a device's links in the folders of `/dev/v4l`.
package struct DeviceLinks: Sendable, Equatable {
    package var byID: String?
    package var byPath: String?

    package init(byID: String? = nil, byPath: String? = nil) { (self.byID, self.byPath) = (byID, byPath) }
}

/// The identity of a USB device according to its descriptors.
package struct USBModel: Sendable, Hashable {
    package var vendor: String
    package var product: String
    /// The serial number of the USB device; empty if it has none.
    package var serial: String

    package init(vendor: String, product: String, serial: String) {
        (self.vendor, self.product, self.serial) = (vendor, product, serial)
    }
}

package struct ProcessFacts: Sendable, Equatable {
    package var identifier: Int
    package var name: String

    package init(identifier: Int, name: String) {
        self.identifier = identifier
        self.name = name
    }
}

/// A pixel format and a picture size that a camera offers, with the frame rates available for them.
package struct CaptureMode: Sendable, Hashable {
    package var format: PixelFormat
    package var size: FrameSize
    /// The frame rates that the device offers in this format and size, the highest first; empty if it does not report
    /// any.
    package var rates: [FrameRate]
    /// The range within which the device accepts any frame rate; `nil` if it accepts only the rates in `rates`.
    package var anyRate: ClosedRange<FrameRate>?
    /// The colorimetry of the device's pictures, as GStreamer writes it (`bt709`, `1:4:0:0`); `nil` if the device does
    /// not report it.
    package var colorimetry: String?

    package init(format: PixelFormat, size: FrameSize, rates: [FrameRate], colorimetry: String? = nil) {
        self.format = format
        self.size = size
        self.rates = rates
        self.colorimetry = colorimetry
    }
}

/// The format of the pictures from a device or a clip: raw or encoded.
package enum PixelFormat: Sendable, Hashable {
    /// A raw format with GStreamer's name, such as `NV12`, `I420` or `YUY2`.
    case raw(String)
    case mjpeg
    case h264
}

/// A camera of the pipeline file, together with the source that was found for it. The planner needs these facts for
/// each camera.
package struct CameraFacts: Sendable, Equatable {
    package var name: String
    package var source: CameraSource

    package init(name: String, source: CameraSource) {
        self.name = name
        self.source = source
    }

    /// The V4L2 device that delivers the camera's pictures; `nil` if they come from a different source.
    var device: DeviceFacts? { if case .device(let device, _, _) = source { device } else { nil } }
}

package enum CameraSource: Sendable, Equatable {
    /// A V4L2 device, with the capture mode and the frame rate that are used to open it.
    case device(DeviceFacts, mode: CaptureMode, rate: FrameRate)
    case test(TestPattern)
    case clip(ClipFacts)
    /// A GStreamer source element whose pictures are converted to the requested size and rate.
    case element(ElementSource)
    /// A missing camera, which may be connected during the recording. The planner assumes that it will deliver raw
    /// pictures in the requested size and rate.
    case absent
}

/// A clip that is played instead of a camera or a microphone.
package struct ClipFacts: Sendable, Equatable {
    package var path: String
    /// The factory name of the demuxer element for the clip's container (`qtdemux`).
    package var demuxer: String
    /// The time within the clip at which each repetition starts, in nanoseconds. It is the time of the first complete
    /// frame.
    package var start: Int64 = 0
    /// The time in the clip's sound that corresponds to `start`, in nanoseconds. It may differ from `start`, because
    /// demuxers may number the times of picture and sound from different origins.
    package var soundStart: Int64 = 0
    /// The duration of the clip's longest stream after `start`, in nanoseconds.
    package var length: Int64
    package var video: Video?
    package var audio: Audio?
    /// The part of a truncated clip that can be played; `nil` if the clip is complete according to its container.
    package var remains: Remains?

    /// The part of a truncated clip that can be played. The rest of the clip is missing.
    package struct Remains: Sendable, Equatable {
        package var frames: Int
        /// The number of frames that the clip's container declares. A fragmented container declares no number; `whole`
        /// then equals `frames`.
        package var whole: Int

        package init(frames: Int, of whole: Int) { (self.frames, self.whole) = (frames, whole) }

        /// The playable part as text for users, such as `156 of its 300 frames`.
        fileprivate var words: String { whole > frames ? "\(frames) of its \(whole) frames" : "\(frames) frames" }
    }

    /// A full sentence that tells users how much of a truncated clip can be played; `nil` if the clip is complete.
    package var remark: String? {
        remains.map {
            "Clip \(path) breaks off: \($0.words) are there, and those are played over and over."
        }
    }

    /// Returns the sentences for users about the truncated clips among these cameras and microphones. A clip that is
    /// used several times has one sentence.
    package static func remarks(_ cameras: [CameraFacts], _ microphones: [MicrophoneFacts]) -> [String] {
        let seen = cameras.compactMap { if case .clip(let clip) = $0.source { clip.remark } else { nil } }
        let heard = microphones.compactMap { if case .clip(let clip) = $0 { clip.remark } else { nil } }
        return (seen + heard).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    package init(path: String, demuxer: String, length: Int64, video: Video?, audio: Audio?) {
        (self.path, self.demuxer, self.length, self.video, self.audio) = (path, demuxer, length, video, audio)
    }

    package struct Video: Sendable, Equatable {
        /// The factory names of the elements from the demuxer to raw frames, in order (`h264parse`, `avdec_h264`);
        /// empty if the clip is not encoded.
        package var decoders: [String]
        package var size: FrameSize
        package var rate: FrameRate
        /// The raw format of the decoded clip, by GStreamer's name (`I420`); `nil` if it is unknown.
        package var format: String?
        package var colorimetry: String?
        /// True if the demuxer reports limited range although the stream declares full range. `colorimetry` contains
        /// the corrected value.
        package private(set) var isMisread = false
        /// The template name of the demuxer's pad for the clip's picture (`video_%u`).
        package var pad: String
        /// The pixel aspect ratio of the clip's picture, as [width, height] of a pixel.
        package var pixelAspect = [1, 1]
        /// The reason why the clip's stream cannot be recorded without re-encoding; `nil` if it can be.
        package var passingProblem: PassingProblem?

        package init(
            decoders: [String], size: FrameSize, rate: FrameRate, format: String?, colorimetry: String?, pad: String
        ) {
            (self.decoders, self.size, self.rate) = (decoders, size, rate)
            (self.format, self.colorimetry, self.pad) = (format, colorimetry, pad)
        }

        /// Corrects the colorimetry if the stream declares full range but the demuxer reports limited range.
        ///
        /// - Parameter configuration: the `codec_data` of the H.264 stream, from the demuxer's caps.
        package mutating func correctRange(by configuration: [UInt8]) {
            guard let said = colorimetry.map({ Colour(colorimetry: $0, chromaSite: nil) }), !said.isFullRange,
                said.fields.count == 4, H264Range.isFull(configuration) == true
            else { return }
            colorimetry = "1:" + said.fields.dropFirst().joined(separator: ":")
            isMisread = true
        }
    }

    /// A reason why the stream of a looped clip cannot be recorded without re-encoding. Repetitions can be joined
    /// without decoding only if each of them is self-contained.
    package enum PassingProblem: Sendable, Equatable {
        /// The clip's edit list hides frames before its start, which are needed only to decode later frames.
        case hidesFrames
        /// The clip's first frame is shown later than it is decoded, or later than the clip starts.
        case beginsLate
        /// The clip's frames are stored in a different order than they are shown (B frames), and the container does not
        /// store their decoding times.
        case isReordered

        /// The problem as text that continues the words "the clip of camera back".
        var words: String {
            switch self {
            case .hidesFrames: "has an edit list that hides frames at its begin"
            case .beginsLate: "begins before its first frame"
            case .isReordered: "has B frames in a container that does not say when they are decoded"
            }
        }
    }

    package struct Audio: Sendable, Equatable {
        package var decoders: [String]
        /// The template name of the demuxer's pad for the clip's sound (`audio_%u`), or the name of an always pad
        /// (`src`).
        package var pad: String

        package init(decoders: [String], pad: String) { (self.decoders, self.pad) = (decoders, pad) }
    }
}

/// A microphone listed in the pipeline file, together with the sound source found for it.
package enum MicrophoneFacts: Sendable, Equatable {
    /// A sound device. `element` is the factory name of its source element (`pulsesrc`, `pipewiresrc`, `alsasrc`);
    /// `device` is the value of that element's device property, `nil` for the default device.
    case device(element: String, device: String?)
    case test
    case voice
    case clip(ClipFacts)
}

/// The facts about the machine that the planner uses.
package struct MachineFacts: Sendable, Equatable {
    package var cores: Int
    /// The factory names of the GStreamer elements on the machine. Hardware encoders are included only if they encoded
    /// a test frame successfully.
    package var elements: Set<String>
    /// The factory names of installed hardware encoders that failed to encode a test frame.
    package var silentEncoders: Set<String> = []
    /// The installed mixers that failed to draw a test picture. Only the mixers that a pipeline requests are tested.
    package var silentMixers: Set<Mixer> = []
    package var host: String

    package init(cores: Int, elements: Set<String>, host: String) {
        self.cores = cores
        self.elements = elements
        self.host = host
    }
}
