package import DualCamConfig

/// A video stream of a running graph that a preview can show.
package struct PreviewInput: Sendable, Equatable {
    /// The name of the picture: a camera's name, or `combined`.
    package var name: String
    /// The name of the tee that supplies the pictures for the preview.
    package var tee: String
    package var size: FrameSize
    package var rate: FrameRate

    package init(_ name: String, from tee: String, size: FrameSize, rate: FrameRate) {
        (self.name, self.tee, self.size, self.rate) = (name, tee, size, rate)
    }
}

/// The plan of a preview's branch. The branch scales the pictures of one tee, or draws the pictures of several tees
/// side by side. The result is encoded once for all viewers.
package struct PreviewPlan: Sendable, Equatable {
    package var branch: BranchID
    package var form: PreviewRequest.Form
    package var size: FrameSize
    package var rate: FrameRate
    package var places: [PreviewPlace] = []
    package var elements: [ElementPlan] = []
    package var links: [LinkPlan] = []
    /// The links from tees of the graph into the branch of the preview.
    package var inbound: [LinkPlan] = []
    /// The picture that the mixer of a multiview draws; `nil` for a preview of a single picture.
    package var picture: PicturePlan?
    /// The name of the queue whose output thread encodes the pictures.
    package var entry = ""
    /// The name of the sink element that receives the encoded pictures.
    package var sink = ""

    private let prefix: String

    /// The maximum frame rate of a preview in frames per second. Browsers would not display more.
    private static let fastest = 30
    /// The JPEG quality of previews, 0 ... 100.
    private static let quality = 80
    /// The number of frames between two key frames of a preview. New viewers, and viewers that have fallen behind,
    /// start at a key frame.
    private static let interval = 60
    /// The maximum number of pictures that wait for the preview's encoder. Older pictures are dropped.
    private static let waiting = 2

    /// Plans the branch of a preview.
    ///
    /// - Parameters:
    ///   - inputs: a single picture, or all pictures of a multiview.
    ///   - format: the raw video format of the pictures.
    package init(_ request: PreviewRequest, _ inputs: [PreviewInput], format: String) {
        branch = .preview(request.source, request.width, request.form)
        form = request.form
        prefix = branch.rawValue
        let most = FrameRate(Self.fastest)
        rate = inputs.map { min($0.rate, most) }.max() ?? most
        guard request.source == .multiview else {
            size = inputs.first?.size.scaled(toWidth: request.width.rawValue) ?? FrameSize(width: 16, height: 16)
            if let input = inputs.first { addEncoding(after: addEntry(input, "queue")) }
            return
        }
        let grid = PreviewGrid(inputs.map(\.size), width: request.width.rawValue)
        size = grid.size
        places = zip(inputs, grid.areas).map { PreviewPlace($0.name, $1) }
        addEncoding(after: addMixer(inputs, grid, format))
    }

    /// Adds the first elements of the preview after a tee. They ensure that the tee neither waits for the preview nor
    /// receives its errors.
    private mutating func addEntry(_ input: PreviewInput, _ name: String) -> ElementPlan {
        let queue = ElementPlan.queue("\(prefix).\(name)", branch, buffers: Self.waiting, isLeaky: true)
        let guarding = ElementPlan.guarding(queue.name, branch)
        elements += [guarding, queue]
        links.append(LinkPlan(PadReference(guarding.name), PadReference(queue.name)))
        inbound.append(LinkPlan(PadReference(input.tee, "src_%u"), PadReference(guarding.name, "sink")))
        return queue
    }

    private mutating func addMixer(_ inputs: [PreviewInput], _ grid: PreviewGrid, _ format: String) -> ElementPlan {
        let mixer = ElementPlan(
            MixerElements(.dualcam).drawing, name: "\(prefix).mixer", branch: branch,
            [
                Property("force-live", .bool(true)), Property("ignore-inactive-pads", .bool(true)),
                // If a picture is late, the mixer does not wait and repeats the previous picture.
                Property("latency", .int(2 * rate.frameNanoseconds)),
                // Otherwise, a mixer that is added to a running pipeline would draw all frames since the pipeline's
                // start.
                Property("start-time-selection", .enumeration(type: "GstAggregatorStartTimeSelection", nick: "first")),
            ])
        elements.append(mixer)
        var layers: [PictureLayerPlan] = []
        for (index, input) in inputs.enumerated() {
            let feed = PadReference(addEntry(input, "input-\(index)").name, "src")
            links.append(LinkPlan(feed, PadReference(mixer.name, "sink_%u")))
            layers.append(
                PictureLayerPlan(
                    feed: feed, source: RealRectangle(input.size), target: RealRectangle(grid.areas[index])))
        }
        picture = PicturePlan(mixer: mixer.name, background: .black, layers: layers)
        let caps = ElementPlan.caps("\(prefix).canvas", branch, .raw(format, size, rate))
        let queue = ElementPlan.queue("\(prefix).queue", branch, buffers: Self.waiting, isLeaky: true)
        chain([caps, queue], after: mixer)
        return queue
    }

    private mutating func addEncoding(after queue: ElementPlan) {
        entry = queue.name
        var raw = StructurePlan("video/x-raw", [Property("format", .string("I420"))])
        raw.fields += [
            Property("width", .int(Int64(size.width))), Property("height", .int(Int64(size.height))),
            Property("pixel-aspect-ratio", .fraction(1, 1)),
        ]
        // The elements after this queue would otherwise run with the low priority of the encoder's thread.
        let exit = element("queue", "exit", [Property("max-size-buffers", .int(Int64(Self.waiting)))])
        let sink = element(
            "fakesink", "sink",
            [
                Property("async", .bool(false)), Property("sync", .bool(false)),
                Property("enable-last-sample", .bool(false)),
            ])
        chain(
            [
                element(
                    "videorate", "rate",
                    [Property("drop-only", .bool(true)), Property("max-rate", .int(Int64(Self.fastest)))]),
                element("videoconvertscale", "scale"),
                .caps("\(prefix).picture", branch, raw),
            ] + (form == .jpeg ? [stills] : accessUnits) + [exit, sink], after: queue)
        self.sink = sink.name
    }

    private var stills: ElementPlan { element("jpegenc", "encoder", [Property("quality", .int(Int64(Self.quality)))]) }

    private var accessUnits: [ElementPlan] {
        let encoded = StructurePlan("video/x-h264", [Property("profile", .string("constrained-baseline"))])
        let units = StructurePlan(
            "video/x-h264", [Property("stream-format", .string("byte-stream")), Property("alignment", .string("au"))])
        return [
            encoder, .caps("\(prefix).profile", branch, encoded),
            element("h264parse", "parser", [Property("config-interval", .int(-1))]),
            .caps("\(prefix).units", branch, units),
        ]
    }

    /// The encoder of the preview. It uses a single thread and holds no frames back, so each picture is output before
    /// the next one arrives.
    private var encoder: ElementPlan {
        element(
            "x264enc", "encoder",
            [
                Property("tune", .enumeration(type: "GstX264EncTune", nick: "zerolatency")),
                Property("speed-preset", .enumeration(type: "GstX264EncPreset", nick: "ultrafast")),
                Property("bframes", .int(0)), Property("key-int-max", .int(Int64(Self.interval))),
                Property("threads", .int(1)), Property("bitrate", .int(Int64(kilobits))),
            ])
    }

    /// The bitrate of the preview in kbit/s. It is based on an eighth of a bit per pixel, which is enough to check
    /// focus and to read text.
    private var kilobits: Int { max(200, Int(Double(size.pixels) * rate.framesPerSecond / 8000)) }

    private func element(_ factory: String, _ name: String, _ properties: [Property] = []) -> ElementPlan {
        ElementPlan(factory, name: "\(prefix).\(name)", branch: branch, properties)
    }

    private mutating func chain(_ row: [ElementPlan], after start: ElementPlan) {
        links += zip([start] + row, row).map { LinkPlan(PadReference($0.name), PadReference($1.name)) }
        elements += row
    }
}

/// The arrangement of the pictures in a multiview: rows of 16:9 cells, with a whole picture centred in each cell.
struct PreviewGrid: Sendable, Equatable {
    let size: FrameSize
    let areas: [PixelRectangle]

    init(_ pictures: [FrameSize], width: Int) {
        var columns = 1
        while columns * columns < pictures.count { columns += 1 }
        let rows = max(1, (pictures.count + columns - 1) / columns)
        let cell = FrameSize(width: width / columns & ~1, height: width / columns * 9 / 16 & ~1)
        size = FrameSize(width: columns * cell.width, height: rows * cell.height)
        areas = pictures.enumerated().map { index, picture in
            let fitted = picture.fitted(into: cell)
            return PixelRectangle(
                x: index % columns * cell.width + (cell.width - fitted.width) / 2 & ~1,
                y: index / columns * cell.height + (cell.height - fitted.height) / 2 & ~1, width: fitted.width,
                height: fitted.height)
        }
    }
}

extension FrameSize {
    /// Returns the largest even size with the same aspect ratio that is at most `width` pixels wide.
    func scaled(toWidth width: Int) -> FrameSize {
        guard self.width > width else { return FrameSize(width: self.width & ~1, height: height & ~1) }
        return FrameSize(width: width, height: max(16, (height * width + self.width / 2) / self.width & ~1))
    }

    /// Returns the largest size that has the same aspect ratio and fits into a cell.
    fileprivate func fitted(into cell: FrameSize) -> FrameSize {
        if width * cell.height >= height * cell.width {
            return FrameSize(width: cell.width, height: max(2, height * cell.width / width & ~1))
        }
        return FrameSize(width: max(2, width * cell.height / height & ~1), height: cell.height)
    }
}
