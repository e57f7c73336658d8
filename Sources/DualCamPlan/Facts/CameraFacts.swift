package import DualCamConfig

/// A camera as the machine lists it (`dualcam devices`).
package struct DeviceFacts: Sendable, Equatable {
    /// The device node, such as `/dev/video0`, which changes between reboots.
    package var path: String
    /// A name that survives reboots and replugging: `usb-Vendor_Model_Serial-video-index0`, or the port
    /// (`DeviceNaming`), or the driver's bus name.
    package var stableName: String
    /// The driver's name for the model (`card`).
    package var card: String
    package var driver: String
    package var busName: String
    package var modes: [CaptureMode]
    /// True when another program streams from the device.
    package var isBusy: Bool
    /// The program that streams from the device, if it is known.
    package var user: ProcessFacts?
    /// The position among devices with the same card and bus name, in the order of their nodes.
    package var index: Int
    /// The device's controls; empty: it has none; `nil`: they have not been read.
    package var controls: [ControlFacts]?
    /// The links that udev makes to the device.
    package var links = DeviceLinks()
    /// The USB identity; `nil`: the device is not on USB, or its identity is unknown.
    package var usb: USBModel?
    /// The index that the driver gives to this one of its nodes.
    package var videoIndex = 0
    /// The reason why the device is identified by its port; `nil`: its serial number or its driver identifies it.
    package var portReason: PortReason?
    /// The group whose members may open the device; `nil`: this process may open it.
    package var deniedTo: String?
    /// The signal at its input; `nil`: the device is a camera, or does not report it.
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

/// The signal at a grabber's input.
package enum InputSignal: Sendable, Equatable {
    /// The grabber has no signal that it can lock to.
    case lost
    /// The grabber has a signal of this form, for people: `1920x1080 at 60`; `nil`: the driver does not report the
    /// form.
    case present(String?)
}

/// The names of the links below `/dev/v4l` that lead to a device.
package struct DeviceLinks: Sendable, Equatable {
    package var byID: String?
    package var byPath: String?

    package init(byID: String? = nil, byPath: String? = nil) { (self.byID, self.byPath) = (byID, byPath) }
}

/// The identity of a USB device by its own descriptors.
package struct USBModel: Sendable, Hashable {
    package var vendor: String
    package var product: String
    /// The serial number; empty if the device has none.
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

/// A format, a size and the rates that a camera can deliver.
package struct CaptureMode: Sendable, Hashable {
    package var format: PixelFormat
    package var size: FrameSize
    /// The rates at this size, highest first; empty: the device does not report them.
    package var rates: [FrameRate]
    /// The range in which the device takes any rate; `nil`: it takes only those of `rates`.
    package var anyRate: ClosedRange<FrameRate>?
    /// GStreamer's colorimetry string (`bt709`, `1:4:0:0`), if the device reports it.
    package var colorimetry: String?

    package init(format: PixelFormat, size: FrameSize, rates: [FrameRate], colorimetry: String? = nil) {
        self.format = format
        self.size = size
        self.rates = rates
        self.colorimetry = colorimetry
    }
}

/// A format that a device or a clip delivers: raw by GStreamer's name, or encoded.
package enum PixelFormat: Sendable, Hashable {
    /// A raw format by GStreamer's name: `NV12`, `I420`, `YUY2`.
    case raw(String)
    case mjpeg
    case h264
}

/// A camera of the pipeline file after the search for its device. The planner works with it.
package struct CameraFacts: Sendable, Equatable {
    package var name: String
    package var source: CameraSource

    package init(name: String, source: CameraSource) {
        self.name = name
        self.source = source
    }

    /// The device that delivers the pictures; `nil`: another source does.
    var device: DeviceFacts? { if case .device(let device, _, _) = source { device } else { nil } }
}

package enum CameraSource: Sendable, Equatable {
    /// A V4L2 device with the mode and the rate that it is to deliver.
    case device(DeviceFacts, mode: CaptureMode, rate: FrameRate)
    case test(TestPattern)
    case clip(ClipFacts)
    /// An element with a size and rate of its own, which are converted to the requested ones.
    case element(ElementSource)
    /// A missing camera, which may come while the recording runs. The planner assumes raw pictures as the pipeline file
    /// requests them.
    case absent
}

/// A clip that is played in place of a camera or a microphone.
package struct ClipFacts: Sendable, Equatable {
    package var path: String
    /// The factory of the container's demuxer (`qtdemux`).
    package var demuxer: String
    /// The time in the clip at which each round begins, in nanoseconds: the time of its first whole frame.
    package var start: Int64 = 0
    /// The sound's time at `start`, in nanoseconds, because demuxers may count the two differently.
    package var soundStart: Int64 = 0
    /// The length of the longest stream from `start` on, in nanoseconds.
    package var length: Int64
    package var video: Video?
    package var audio: Audio?
    /// The playable part of a truncated clip; `nil`: the clip is complete, as far as its container says.
    package var remains: Remains?

    /// The existing part of a truncated clip, which is played in a loop.
    package struct Remains: Sendable, Equatable {
        package var frames: Int
        /// The number of frames that the container declares. A fragmented container declares only the frames that
        /// exist.
        package var whole: Int

        package init(frames: Int, of whole: Int) { (self.frames, self.whole) = (frames, whole) }

        /// A text for people: `156 of its 300 frames`.
        fileprivate var words: String { whole > frames ? "\(frames) of its \(whole) frames" : "\(frames) frames" }
    }

    /// A remark on the clip, one full sentence; `nil`: none.
    package var remark: String? {
        remains.map {
            "Clip \(path) breaks off: \($0.words) are there, and those are played over and over."
        }
    }

    /// Returns the remarks on all clips, each once.
    package static func remarks(_ cameras: [CameraFacts], _ microphones: [MicrophoneFacts]) -> [String] {
        let seen = cameras.compactMap { if case .clip(let clip) = $0.source { clip.remark } else { nil } }
        let heard = microphones.compactMap { if case .clip(let clip) = $0 { clip.remark } else { nil } }
        return (seen + heard).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    package init(path: String, demuxer: String, length: Int64, video: Video?, audio: Audio?) {
        (self.path, self.demuxer, self.length, self.video, self.audio) = (path, demuxer, length, video, audio)
    }

    package struct Video: Sendable, Equatable {
        /// The factories between demuxer and raw frames, in order (`h264parse`, `avdec_h264`); empty: the clip is raw
        /// already.
        package var decoders: [String]
        package var size: FrameSize
        package var rate: FrameRate
        /// GStreamer's name of the raw format that the decoder outputs (`I420`), if known.
        package var format: String?
        package var colorimetry: String?
        /// True when the demuxer takes the stream for limited range although the stream declares full range.
        /// `colorimetry` is then corrected.
        package private(set) var isMisread = false
        /// The demuxer's pad template (`video_%u`).
        package var pad: String
        /// The pixel aspect ratio: width and height.
        package var pixelAspect = [1, 1]
        /// The reason why the stream cannot be passed through; `nil`: it can.
        package var passingProblem: PassingProblem?

        package init(
            decoders: [String], size: FrameSize, rate: FrameRate, format: String?, colorimetry: String?, pad: String
        ) {
            (self.decoders, self.size, self.rate) = (decoders, size, rate)
            (self.format, self.colorimetry, self.pad) = (format, colorimetry, pad)
        }

        /// Corrects the colorimetry that the demuxer reports for a stream.
        ///
        /// - Parameter configuration: the `codec_data` that the demuxer found for H.264.
        package mutating func correctRange(by configuration: [UInt8]) {
            guard let said = colorimetry.map({ Colour(colorimetry: $0, chromaSite: nil) }), !said.isFullRange,
                said.fields.count == 4, H264Range.isFull(configuration) == true
            else { return }
            colorimetry = "1:" + said.fields.dropFirst().joined(separator: ":")
            isMisread = true
        }
    }

    /// A reason why a clip's stream cannot be passed through in a loop: without decoding, only whole streams can follow
    /// each other.
    package enum PassingProblem: Sendable, Equatable {
        /// The clip contains frames before its beginning that exist only to decode later ones.
        case hidesFrames
        /// The first frame is due later than it is decoded, or later than the clip begins.
        case beginsLate
        /// Frames are reordered, and the container does not store their decoding times.
        case isReordered

        /// The end of a sentence that begins with "the clip of camera back".
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
        /// The demuxer's pad template (`audio_%u`), or the name of an always pad (`src`).
        package var pad: String

        package init(decoders: [String], pad: String) { (self.decoders, self.pad) = (decoders, pad) }
    }
}

/// A microphone after the search for its device.
package enum MicrophoneFacts: Sendable, Equatable {
    /// A sound device. `element` is the source's factory (`pulsesrc`, `pipewiresrc`, `alsasrc`); `device` is its device
    /// property, `nil` for the default.
    case device(element: String, device: String?)
    case test
    case voice
    case clip(ClipFacts)
}

/// The facts about the machine that the planner needs.
package struct MachineFacts: Sendable, Equatable {
    package var cores: Int
    /// The names of the installed element factories. A hardware encoder is included only if it encoded a test frame.
    package var elements: Set<String>
    /// The hardware encoders that are installed but did not encode a test frame.
    package var silentEncoders: Set<String> = []
    /// The mixers that are installed but did not draw a test picture; only requested mixers are tested.
    package var silentMixers: Set<Mixer> = []
    package var host: String

    package init(cores: Int, elements: Set<String>, host: String) {
        self.cores = cores
        self.elements = elements
        self.host = host
    }
}
