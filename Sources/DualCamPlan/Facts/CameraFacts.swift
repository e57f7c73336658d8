package import DualCamConfig

/// A camera as the machine lists it (`dualcam devices`).
package struct DeviceFacts: Sendable, Equatable {
    /// `/dev/video0`; changes between reboots.
    package var path: String
    /// Survives reboots and replugging: `usb-Vendor_Model_Serial-video-index0`, or the port (`DeviceNaming`), else the driver's bus name.
    package var stableName: String
    /// The driver's name for the model (`card`).
    package var card: String
    package var driver: String
    package var busName: String
    package var modes: [CaptureMode]
    /// Another program streams from it.
    package var isBusy: Bool
    /// That program, where it is known.
    package var user: ProcessFacts?
    /// The number among those with the same card and bus name, in the order of their nodes.
    package var index: Int
    /// Empty: it has none; `nil`: it has not been asked.
    package var controls: [ControlFacts]?
    /// The names of udev that lead to it.
    package var links = DeviceLinks()
    /// `nil`: it hangs on no USB, or nothing is known of that.
    package var usb: USBModel?
    /// The number that its driver gives its nodes.
    package var videoIndex = 0
    /// The reason why it is known by its port; `nil`: it is known by its serial number, or by its driver.
    package var portReason: PortReason?
    /// The group that may open it; `nil`: this process may, too.
    package var deniedTo: String?
    /// The signal at its input; `nil`: it is a camera, or does not tell.
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

/// The signal that a grabber takes in.
package enum InputSignal: Sendable, Equatable {
    /// There is none that it locks to.
    case lost
    /// Its form, for people: `1920x1080 at 60`; `nil`: the driver tells no more than that there is one.
    case present(String?)
}

/// The names of links below `/dev/v4l` that lead to a device.
package struct DeviceLinks: Sendable, Equatable {
    package var byID: String?
    package var byPath: String?

    package init(byID: String? = nil, byPath: String? = nil) { (self.byID, self.byPath) = (byID, byPath) }
}

/// The names that a USB device has for itself.
package struct USBModel: Sendable, Hashable {
    package var vendor: String
    package var product: String
    /// Empty if it has none.
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

/// One thing a camera can deliver.
package struct CaptureMode: Sendable, Hashable {
    package var format: PixelFormat
    package var size: FrameSize
    /// Rates at this size, highest first; empty: the device does not say.
    package var rates: [FrameRate]
    /// The range in which it takes any rate; `nil`: it takes those of `rates` only.
    package var anyRate: ClosedRange<FrameRate>?
    /// GStreamer's colorimetry string (`bt709`, `1:4:0:0`), where the device says.
    package var colorimetry: String?

    package init(format: PixelFormat, size: FrameSize, rates: [FrameRate], colorimetry: String? = nil) {
        self.format = format
        self.size = size
        self.rates = rates
        self.colorimetry = colorimetry
    }
}

/// A format a device or a clip delivers: raw by GStreamer's name, or encoded.
package enum PixelFormat: Sendable, Hashable {
    /// GStreamer's name of a raw format: `NV12`, `I420`, `YUY2`.
    case raw(String)
    case mjpeg
    case h264
}

/// A camera of the pipeline file after the search for its device: what the planner builds on.
package struct CameraFacts: Sendable, Equatable {
    package var name: String
    package var source: CameraSource

    package init(name: String, source: CameraSource) {
        self.name = name
        self.source = source
    }

    /// `nil`: its pictures come from none.
    var device: DeviceFacts? { if case .device(let device, _, _) = source { device } else { nil } }
}

package enum CameraSource: Sendable, Equatable {
    /// A V4L2 device and the mode it is to deliver, with the one rate asked for.
    case device(DeviceFacts, mode: CaptureMode, rate: FrameRate)
    case test(TestPattern)
    case clip(ClipFacts)
    /// An element that delivers pictures of its own size and rate, which are brought to those that are asked for.
    case element(ElementSource)
    /// Not there; it may come while the recording runs. Planned as what the pipeline file asks for, raw.
    case absent
}

/// A recording that plays a camera or a microphone.
package struct ClipFacts: Sendable, Equatable {
    package var path: String
    /// The factory that opens the container (`qtdemux`).
    package var demuxer: String
    /// The time in the clip at which each round begins, in nanoseconds: that of its first whole frame.
    package var start: Int64 = 0
    /// The time of the sound at that of the first frame: demuxers may count the two differently.
    package var soundStart: Int64 = 0
    /// Length of the longest stream from `start` on, in nanoseconds.
    package var length: Int64
    package var video: Video?
    package var audio: Audio?
    /// The playable part of a truncated clip; `nil`: the clip is complete, as far as its container says.
    package var remains: Remains?

    /// The part of a clip that is there, which is played over and over.
    package struct Remains: Sendable, Equatable {
        package var frames: Int
        /// The number of frames that its container tells of; one in fragments tells of none that are not there.
        package var whole: Int

        package init(frames: Int, of whole: Int) { (self.frames, self.whole) = (frames, whole) }

        /// `156 of its 300 frames`
        fileprivate var words: String { whole > frames ? "\(frames) of its \(whole) frames" : "\(frames) frames" }
    }

    /// A remark on the clip, one full sentence; `nil`: there is nothing to say.
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
        /// Factories between demuxer and raw frames, in order (`h264parse`, `avdec_h264`); empty: already raw.
        package var decoders: [String]
        package var size: FrameSize
        package var rate: FrameRate
        /// GStreamer's name of the raw format its decoder delivers (`I420`), where known.
        package var format: String?
        package var colorimetry: String?
        /// True when the demuxer takes the stream for limited, though it says that it is not: `colorimetry` is what it is then.
        package private(set) var isMisread = false
        /// The demuxer's pad template (`video_%u`).
        package var pad: String
        /// The sides of a pixel, width and height.
        package var pixelAspect = [1, 1]
        /// The reason why the stream cannot be passed through as it is; `nil`: it can.
        package var passingProblem: PassingProblem?

        package init(
            decoders: [String], size: FrameSize, rate: FrameRate, format: String?, colorimetry: String?, pad: String
        ) {
            (self.decoders, self.size, self.rate) = (decoders, size, rate)
            (self.format, self.colorimetry, self.pad) = (format, colorimetry, pad)
        }

        /// Sets right what the demuxer says of a stream.
        ///
        /// - Parameter configuration: the `codec_data` that the demuxer found of H.264.
        package mutating func correctRange(by configuration: [UInt8]) {
            guard let said = colorimetry.map({ Colour(colorimetry: $0, chromaSite: nil) }), !said.isFullRange,
                said.fields.count == 4, H264Range.isFull(configuration) == true
            else { return }
            colorimetry = "1:" + said.fields.dropFirst().joined(separator: ":")
            isMisread = true
        }
    }

    /// A reason why a clip's stream cannot be passed through: without decoding, only whole streams go from one round to the next.
    package enum PassingProblem: Sendable, Equatable {
        /// Frames before its begin are only there to be decoded.
        case hidesFrames
        /// The first frame is due later than it is decoded, or than the clip begins.
        case beginsLate
        /// Frames are reordered, and the container does not tell when they are to be decoded.
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
        /// The demuxer's pad template (`audio_%u`), or the name of the pad that it has from the beginning (`src`).
        package var pad: String

        package init(decoders: [String], pad: String) { (self.decoders, self.pad) = (decoders, pad) }
    }
}

/// A microphone after the search for its device.
package enum MicrophoneFacts: Sendable, Equatable {
    /// `element` is the source's factory (`pulsesrc`, `pipewiresrc`, `alsasrc`); `device` its device property, `nil` for the default.
    case device(element: String, device: String?)
    case test
    case voice
    case clip(ClipFacts)
}

/// The facts about the machine that the planner needs.
package struct MachineFacts: Sendable, Equatable {
    package var cores: Int
    /// Names of the element factories at hand; chips' encoders only where they encode a frame.
    package var elements: Set<String>
    /// Chips' encoders that are installed but did not encode a test frame.
    package var silentEncoders: Set<String> = []
    /// Mixers that are installed but did not draw a test picture; only those that are asked for are tried.
    package var silentMixers: Set<Mixer> = []
    package var host: String

    package init(cores: Int, elements: Set<String>, host: String) {
        self.cores = cores
        self.elements = elements
        self.host = host
    }
}
