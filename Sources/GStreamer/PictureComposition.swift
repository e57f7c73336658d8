internal import CMixer
internal import CPicture

/// What is seen where no layer is.
public enum PictureBackground: Sendable {
    case black, white, checker

    fileprivate var native: pic_background {
        switch self {
        case .black: PIC_BLACK
        case .white: PIC_WHITE
        case .checker: PIC_CHECKER
        }
    }
}

/// How one picture gives way to a second one.
public struct PictureBlend: Sendable {
    public enum Effect: Sendable {
        case dissolve
        /// The second picture comes in from one side; the direction has the length 1.
        case wipe(x: Double, y: Double)
        /// The second picture grows around a point of the canvas, in pixels.
        case circle(x: Double, y: Double)
    }

    public var effect: Effect
    /// 0...1: how much of the second picture is there.
    public var share: Double
    /// Of the edge, in pixels; 0: hard.
    public var softness: Double
    /// The second picture's first layer.
    public var second: Int
    /// The first layer that lies over both pictures.
    public var over: Int

    public init(_ effect: Effect, share: Double, softness: Double = 0, second: Int, over: Int) {
        (self.effect, self.share, self.softness) = (effect, share, softness)
        (self.second, self.over) = (second, over)
    }

    fileprivate var native: pic_transition {
        switch effect {
        case .dissolve: pic_transition(effect: PIC_DISSOLVE, share: share, x: 0, y: 0, softness: softness)
        case .wipe(let x, let y): pic_transition(effect: PIC_WIPE, share: share, x: x, y: y, softness: softness)
        case .circle(let x, let y): pic_transition(effect: PIC_CIRCLE, share: share, x: x, y: y, softness: softness)
        }
    }
}

/// A rectangle of one colour over the layers.
public struct PictureBar: Sendable {
    public var target: PictureRectangle
    public var paint: PicturePaint
    /// 0...1.
    public var opacity: Double

    public init(_ target: PictureRectangle, _ paint: PicturePaint, opacity: Double = 1) {
        (self.target, self.paint, self.opacity) = (target, paint, opacity)
    }

    fileprivate var native: pic_bar {
        pic_bar(target: target.native, paint: paint.native, opacity: Int32((max(0, min(1, opacity)) * 255).rounded()))
    }
}

/// All that a mixer draws in one frame.
public struct PictureComposition: Sendable {
    public var background: PictureBackground
    /// Later ones over earlier ones.
    public var layers: [PictureLayer]
    /// `nil`: all layers make one picture.
    public var blend: PictureBlend?
    /// Over the layers, but under those from `blend.over` on.
    public var bars: [PictureBar]

    public init(
        _ layers: [PictureLayer], over background: PictureBackground, blend: PictureBlend? = nil,
        bars: [PictureBar] = []
    ) {
        (self.background, self.layers, self.blend, self.bars) = (background, layers, blend, bars)
    }
}

/// A composition that a mixer is known to take.
public struct PreparedPicture: Sendable {
    fileprivate let mixer: Element
    fileprivate let composition: PictureComposition

    /// Draws it in every frame from `runningTime` (nanoseconds) on until the next one's time. Any thread; the picture
    /// changes whole.
    public func show(from runningTime: UInt64) {
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
    public func prepare(_ composition: PictureComposition) throws(SettingError) -> PreparedPicture {
        let count = composition.layers.count
        let isWhole = composition.blend.map { 0 <= $0.second && $0.second <= $0.over && $0.over <= count } ?? true
        guard dualcam_mixer_is(pointer), isWhole, composition.layers.allSatisfy({ $0.native != nil }) else {
            throw .wrongType(object: name, property: "scene", expected: "layers of a dualcammixer's own pads")
        }
        return PreparedPicture(mixer: self, composition: composition)
    }

    /// Draws nothing of what was to be shown from `runningTime` (nanoseconds) on. Any thread.
    public func forgetPictures(from runningTime: UInt64) { _ = dualcam_mixer_forget(pointer, runningTime) }

    /// The same, drawn from `runningTime` on.
    public func show(_ composition: PictureComposition, from runningTime: UInt64 = 0) throws(SettingError) {
        try prepare(composition).show(from: runningTime)
    }
}
