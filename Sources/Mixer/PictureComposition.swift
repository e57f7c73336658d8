internal import CMixer
internal import CPicture
package import GStreamer

/// The ground that is seen where no layer is.
package enum PictureBackground: Sendable {
    case black, white, checker

    fileprivate var native: pic_background {
        switch self {
        case .black: PIC_BLACK
        case .white: PIC_WHITE
        case .checker: PIC_CHECKER
        }
    }
}

/// A transition in which one picture gives way to a second one.
package struct PictureBlend: Sendable {
    package enum Effect: Sendable {
        case dissolve
        /// The second picture comes in from one side; the direction has the length 1.
        case wipe(x: Double, y: Double)
        /// The second picture grows around a point of the canvas, in pixels.
        case circle(x: Double, y: Double)
    }

    fileprivate let native: pic_transition
    fileprivate let second: Int
    fileprivate let over: Int

    /// - Parameters:
    ///   - share: the share of the second picture, 0...1.
    ///   - softness: the width of the edge in pixels; 0: hard.
    ///   - second: the second picture's first layer.
    ///   - over: the first layer that lies over both pictures.
    package init(_ effect: Effect, share: Double, softness: Double = 0, second: Int, over: Int) {
        let (kind, x, y) =
            switch effect {
            case .dissolve: (PIC_DISSOLVE, 0.0, 0.0)
            case .wipe(let x, let y): (PIC_WIPE, x, y)
            case .circle(let x, let y): (PIC_CIRCLE, x, y)
            }
        native = pic_transition(effect: kind, share: share, x: x, y: y, softness: softness)
        (self.second, self.over) = (second, over)
    }
}

/// A rectangle of one colour over the layers.
package struct PictureBar: Sendable {
    fileprivate let native: pic_bar

    /// - Parameter opacity: 0...1.
    package init(_ target: PictureRectangle, _ paint: PicturePaint, opacity: Double = 1) {
        native = pic_bar(target: target.native, paint: paint.native, opacity: opacityStep(opacity))
    }
}

/// A composition holds all that a mixer draws in one frame.
package struct PictureComposition: Sendable {
    package var background: PictureBackground
    /// The layers, of which later ones are drawn over earlier ones.
    package var layers: [PictureLayer]
    /// The transition; `nil`: all layers make one picture.
    package var blend: PictureBlend?
    /// The bars lie over the layers, but under those from `blend.over` on.
    package var bars: [PictureBar]

    package init(
        _ layers: [PictureLayer], over background: PictureBackground, blend: PictureBlend? = nil,
        bars: [PictureBar] = []
    ) {
        (self.background, self.layers, self.blend, self.bars) = (background, layers, blend, bars)
    }
}

/// A composition that a mixer is known to take.
package struct PreparedPicture: Sendable {
    fileprivate let mixer: Element
    fileprivate let composition: PictureComposition

    /// Draws it in every frame from `runningTime` (nanoseconds) on until the next one's time. Any thread; the picture
    /// changes whole.
    package func show(from runningTime: UInt64) {
        let layers = composition.layers.compactMap(\.native), bars = composition.bars.map(\.native)
        let blend = composition.blend
        withExtendedLifetime(composition) {
            layers.withUnsafeBufferPointer { layers in
                bars.withUnsafeBufferPointer { bars in
                    let count = Int32(layers.count)
                    var scene = dualcam_scene()
                    scene.background = composition.background.native
                    (scene.layers, scene.layer_count) = (layers.baseAddress, count)
                    (scene.bars, scene.bar_count) = (bars.baseAddress, Int32(bars.count))
                    scene.second = blend.map { Int32($0.second) } ?? count
                    scene.over = blend.map { Int32($0.over) } ?? count
                    scene.transition = blend?.native ?? pic_transition()
                    _ = dualcam_mixer_show(mixer.pointer, runningTime, &scene)
                }
            }
        }
    }
}

extension Element {
    /// Throws `SettingError.wrongType` for another element than a `dualcammixer` or a `dualcamview`, a layer whose pad is none of a mixer's, or a
    /// blend of layers that are not there.
    package func prepare(_ composition: PictureComposition) throws(SettingError) -> PreparedPicture {
        let count = composition.layers.count
        let isWhole = composition.blend.map { 0 <= $0.second && $0.second <= $0.over && $0.over <= count } ?? true
        guard dualcam_mixer_is(pointer), isWhole, composition.layers.allSatisfy({ $0.native != nil }) else {
            throw .wrongType(object: name, property: "scene", expected: "layers of a dualcammixer's own pads")
        }
        return PreparedPicture(mixer: self, composition: composition)
    }

    /// Draws nothing of what was to be shown from `runningTime` (nanoseconds) on. Any thread.
    package func forgetPictures(from runningTime: UInt64) { _ = dualcam_mixer_forget(pointer, runningTime) }

    /// Prepares a composition and draws it from `runningTime` on.
    package func show(_ composition: PictureComposition, from runningTime: UInt64 = 0) throws(SettingError) {
        try prepare(composition).show(from: runningTime)
    }
}
