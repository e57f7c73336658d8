package import DualCamConfig

/// The settings of the combined picture, as in a pipeline file: layout, main camera, inset, zooms and looks.
package struct PictureDirection: Sendable, Equatable {
    package var combined: Combined
    package var layouts: [CustomLayout]
    /// The cameras of the picture. Only the settings that change how their pictures are drawn are used: zoom, wide
    /// view, `fit`, look and adjustment.
    package var cameras: [Camera]
    /// The cut or the animation by which the new settings take effect.
    package var change: PictureChange = .atOnce
}

/// The cameras that the combined picture can show, and the mixer that draws them.
package struct MixerInputs: Sendable, Equatable {
    package struct Player: Sendable, Equatable {
        package var name: String
        /// The size of the camera's pictures after they are rotated.
        package var size: FrameSize
        /// True when the mixer receives the camera's pictures. False for a camera that is recorded without re-encoding
        /// and is hidden at the start, because such a camera is not decoded.
        package var isFed: Bool

        /// The pad through which the mixer receives the camera's pictures.
        package var feed: PadReference { PadReference("combined.input-\(name)", "src") }
    }

    package var mixer: Mixer
    /// The cameras that the mixer can draw, in the order of the pipeline file.
    package var players: [Player]
    /// The colour space of the combined picture.
    package var space: PictureSpace

    /// True when the combined picture stores black as 0 and white as 255 (full range); false when they are 16 and 235.
    var isFullRange: Bool { space.isFullRange }
    /// The sizes of the cameras' pictures, by the pads through which the mixer receives them.
    package var sizes: [PadReference: FrameSize] {
        Dictionary(players.map { ($0.feed, $0.size) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the names of the cameras that are visible in a picture.
    package func cameras(in picture: PicturePlan) -> Set<String> {
        let feeds = Set(picture.layers.map(\.feed))
        return Set(players.filter { feeds.contains($0.feed) }.map(\.name))
    }

    /// Returns the mixer settings for a picture with the given layout, zooms and looks.
    package func scene(_ direction: PictureDirection) -> PictureScene {
        let known = players.map { player in
            direction.cameras.first { $0.name == player.name } ?? Camera(name: player.name)
        }
        let cameras = LayoutCamera.all(known) { name in players.first { $0.name == name }?.size }
        let geometry = LayoutGeometry(combined: direction.combined, layouts: direction.layouts, cameras: cameras)
        let placements = geometry.placements
        let seen = placements.compactMap { placement in
            players.first { $0.name == placement.camera && $0.isFed }.map { ($0, placement) }
        }
        let hidden = players.filter { player in player.isFed && !placements.contains { $0.camera == player.name } }
        let lacking = players.filter { player in !player.isFed && placements.contains { $0.camera == player.name } }
        return PictureScene(
            pads: mixer == .dualcam ? [] : pads(seen, hidden),
            picture: mixer == .dualcam ? looked(picture(seen, direction.combined, geometry), direction) : nil,
            overlays: overlays(direction.combined),
            hidden: Set(hidden.map(\.name)), lacking: lacking.map(\.name))
    }

    private func pads(_ seen: [(Player, Placement)], _ hidden: [Player]) -> [PadScene] {
        let shown = seen.enumerated().map { index, entry in
            PadScene(entry.0, entry.1, at: index, of: mixer)
        }
        return shown
            + hidden.enumerated().map { index, player in
                let properties = [
                    Property("zorder", .int(Int64(seen.count + index))), Property("alpha", .double(0)),
                ]
                return PadScene(camera: player.name, feed: player.feed, properties: properties, initial: properties)
            }
    }

    private func picture(
        _ seen: [(Player, Placement)], _ combined: Combined, _ geometry: LayoutGeometry
    ) -> PicturePlan {
        let layers = seen.enumerated().map { index, entry in
            let (inset, canvas) = (combined.inset, combined.size)
            let isInset = index > 0 && combined.layout.hasInsets
            let own = geometry.rectangle(of: entry.1.place)
            let opacity = own?.opacity ?? (isInset ? inset.opacity : .percent(100))
            return PictureLayerPlan(
                feed: entry.0.feed, source: entry.1.exactSource, target: RealRectangle(entry.1.target),
                opacity: opacity.fraction,
                frame: own.map { frame($0.radius, $0.border, $0.borderColour, $0.shadow, on: canvas) }
                    ?? (isInset
                        ? frame(inset.radius, inset.border, inset.borderColour, inset.shadow, on: canvas) : nil),
                views: entry.1.wide.flatMap { views(entry.1.place, $0) })
        }
        return PicturePlan(
            mixer: PictureScene.mixer, background: combined.background, layers: layers,
            bars: geometry.dividers.map { PictureBarPlan($0, PaintPlan(combined.divider.colour, in: space)) },
            insets: combined.layout.hasInsets ? min(1, layers.count) : nil)
    }

    private func views(_ place: String, _ wide: LayoutCamera.Wide) -> PictureViewsPlan? {
        let pair = [place, wide.name].compactMap { name in players.first { $0.name == name && $0.isFed } }
        guard pair.count == 2 else { return nil }
        return PictureViewsPlan(
            narrow: pair[0].feed, wide: pair[1].feed, shared: wide.shared(with: pair[0].size), size: pair[0].size)
    }

    /// The maximum distance, in pixels, by which the mixer can draw a shadow beyond the edges of its picture.
    private static let longestShadow = 512.0

    private func frame(
        _ radius: Int, _ border: Int, _ colour: PlainColour, _ shadow: Int, on canvas: FrameSize
    ) -> PictureFramePlan? {
        guard radius > 0 || border > 0 || shadow > 0 else { return nil }
        var frame = PictureFramePlan(
            radius: canvas.pixels(radius), border: canvas.pixels(border),
            shadow: min(Self.longestShadow, canvas.pixels(shadow)), isFullRange: isFullRange)
        frame.borderPaint = PaintPlan(colour, in: space)
        return frame
    }
}

/// The settings of the combined picture's mixer, including those of all its inputs.
package struct PictureScene: Sendable, Equatable {
    /// The names of the mixer element, its caps filter, the tee for previews, and the tee for recording.
    package static let (mixer, caps, view, tee) = ("combined.mixer", "combined.caps", "combined.view", "combined.tee")

    /// The settings of the pads of a GStreamer mixer. Visible inputs come first, in drawing order. Empty for dualcam's
    /// own mixer.
    package var pads: [PadScene]
    /// The picture that dualcam's own mixer draws; `nil` for GStreamer's mixers.
    package var picture: PicturePlan?
    /// The overlays that are drawn over the combined picture, whichever mixer is used.
    package var overlays: [OverlayPlan]
    /// The names of the cameras that the mixer receives but does not draw.
    package var hidden: Set<String>
    /// The names of cameras in the layout whose pictures the mixer does not receive.
    package var lacking: [String]
}

/// The settings for one pad of a GStreamer mixer.
package struct PadScene: Sendable, Equatable {
    package var camera: String
    package var feed: PadReference
    /// The properties to set on a pad that already exists when the scene changes.
    package var properties: [Property]
    /// The properties to set on a mixer pad that has just been requested.
    package var initial: [Property]
}

extension PadScene {
    fileprivate init(_ player: MixerInputs.Player, _ placement: Placement, at index: Int, of mixer: Mixer) {
        let target = placement.target
        let place = [
            Property("xpos", .int(Int64(target.x))), Property("ypos", .int(Int64(target.y))),
            Property("width", .int(Int64(target.width))), Property("height", .int(Int64(target.height))),
            Property("zorder", .int(Int64(index))),
        ]
        let isScaled =
            placement.source != nil || target.width != player.size.width || target.height != player.size.height
        let cut: [Property] =
            switch mixer {
            case .compositor: [PlanBuilder.resampler(source: placement.source)]
            case .gl: PlanBuilder.crop(of: player.size, to: placement.source)
            case .va, .dualcam: []
            }
        self.init(
            camera: player.name, feed: player.feed, properties: place + [Property("alpha", .double(1))] + cut,
            initial: place + (isScaled ? cut : []))
    }
}

extension GraphPlan {
    /// Replaces the settings of the plan's mixer. If the mixer is created again later, its pads get the properties in
    /// `scene`.
    package mutating func show(_ scene: PictureScene) {
        self.scene = scene
        for pad in scene.pads {
            for index in links.indices where links[index].from.element == pad.feed.element {
                links[index].sinkPadProperties = pad.initial
            }
        }
    }
}

extension FrameRate {
    /// Returns the time of the first frame at or after `time`, both in nanoseconds. Frame 0 of this rate is at time 0.
    package func frame(from time: Int64) -> Int64 { self.time(ofFrame: number(from: time)) }

    /// Returns the number of the first frame at this rate that is at or after a time in nanoseconds.
    package func number(from time: Int64) -> Int64 {
        let second = Int64(denominator) * 1_000_000_000
        let (whole, rest) = (max(0, time) / second, max(0, time) % second)
        // Frame times are rounded down.
        return whole * Int64(numerator) + (rest * Int64(numerator) + second - 1) / second
    }

    /// Returns the time of the frame with this number in nanoseconds, rounded down.
    package func time(ofFrame number: Int64) -> Int64 {
        let second = Int64(denominator) * 1_000_000_000
        let (whole, rest) = (number / Int64(numerator), number % Int64(numerator))
        return whole * second + rest * second / Int64(numerator)
    }
}

extension PictureDirection {
    /// Creates the picture settings of a pipeline. Returns `nil` if the pipeline has no combined picture and no camera
    /// whose own file can be zoomed or have a look.
    package init?(_ pipeline: Pipeline) {
        let isOwn = pipeline.cameras.contains { $0.zoomAppliesTo == .both || $0.lookAppliesTo == .both }
        guard let combined = pipeline.combined ?? (isOwn ? Combined() : nil) else { return nil }
        self.init(combined: combined, layouts: pipeline.layouts, cameras: pipeline.cameras)
    }
}
