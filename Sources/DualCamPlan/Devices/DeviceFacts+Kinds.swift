extension DeviceFacts {
    /// The drivers of image signal processors (ISP), encoders and decoders. Their device nodes cannot be used to
    /// capture a camera's pictures.
    private static let parts: Set<String> = [
        "bcm2835-isp", "bcm2835-codec", "pispbe", "rp1-cfe", "rkisp1", "rkcif", "rkispp", "ipu6-isys",
        "intel-ipu6-isys", "ipu3-imgu", "ipu3-cio2",
        "hantro-vpu", "rkvdec", "rpivid", "sun6i-isp", "mtk-vcodec-dec", "mtk-vcodec-enc", "s5p-mfc", "qcom-camss",
    ]
    private static let grabberDrivers: Set<String> = [
        "em28xx", "stk1160", "usbtv", "saa7134", "saa7164", "cx23885", "cx88", "bttv", "ivtv", "hdpvr", "pvrusb2",
        "tc358743", "adv7604",
        "adv7180", "cobalt", "mxb", "tw68", "tw686x", "solo6x10",
    ]
    private static let grabberWords = [
        "cam link", "capture", "hdmi", "grabber", "elgato", "magewell", "avermedia", "live gamer", "game capture",
        "usb video: usb video",
        "ms2109", "ms2130", "sdi ",
    ]

    /// Returns true if a driver's device nodes belong to an image signal processor, encoder or decoder instead of a
    /// camera.
    package static func isPart(driver: String) -> Bool { parts.contains(driver) }

    /// True when the device is a capture card, which takes in the HDMI or analogue picture of a different device.
    package var isGrabber: Bool {
        let title = card.lowercased()
        return Self.grabberDrivers.contains(driver) || Self.grabberWords.contains { title.contains($0) }
    }

    /// True when the device is an infrared sensor, such as those that laptops use for face recognition.
    package var isInfrared: Bool {
        let isGrey = { (mode: CaptureMode) in
            if case .raw(let name) = mode.format { name.hasPrefix("GRAY") } else { false }
        }
        let words = card.split { !$0.isLetter }
        return words.contains("IR") || words.contains("Infrared") || (!modes.isEmpty && modes.allSatisfy(isGrey))
    }
}
