/// A named zoom, from an entry of a camera's `zoom-presets`: `tight: {zoom: 3, centre: {x: 50%, y: 30%}}`, or
/// `wide: 1`.
package struct ZoomPreset: Sendable, Equatable {
    package var name: String
    /// The zoom factor of the preset, within `Camera.zooms`. Factors below 1 require the camera's `wide`, whose `zoom`
    /// is the minimum.
    package var zoom: Double
    /// The centre of the zoom; `nil` to keep the current centre.
    package var centre: Point?
}

/// A camera with a wider view, which is used for zoom factors below 1: `wide: {camera: ultra, zoom: 0.5}`. At the
/// factor `zoom`, its whole picture is shown.
package struct WideView: Sendable, Equatable {
    package var camera: String
    /// The zoom factor of the narrow camera at which the wide camera's whole picture is shown, within `zooms`.
    package var zoom = 0.5

    static let zooms = 0.5...0.95
}

/// The setting that determines which outputs show a camera's zoom or look.
package enum PictureScope: String, Sendable, Hashable, CaseIterable {
    /// Only the combined picture shows the zoom or the look.
    case combined
    /// Both the combined picture and the camera's own file show the zoom or the look.
    case both
}

extension Reader<Camera> {
    /// Reads the settings that determine the visible part of a camera's picture: `zoom`, `zoom-centre`, `zoom-presets`,
    /// `zoom-applies-to` and `wide`.
    static func readZoom(_ camera: inout Camera, _ section: inout Section) {
        section.read("zoom", into: &camera.zoom, .zoom)
        section.read("zoom-centre", into: &camera.zoomCentre, .point(camera.zoomCentre))
        section.read("zoom-presets", into: &camera.zoomPresets, .zoomPresets)
        section.read("zoom-applies-to", into: &camera.zoomAppliesTo, .word)
        section.read("wide", into: &camera.wide, .wideView, or: "none")
        if let refusal = camera.refusal(of: camera.zoom) { section.refuse("zoom", beside: "wide", because: refusal) }
        for preset in camera.zoomPresets {
            guard let refusal = camera.refusal(of: preset.zoom) else { continue }
            let message = "preset '\(preset.name)': \(refusal.message)"
            section.refuse("zoom-presets", beside: "wide", because: Refusal(message, hint: refusal.hint))
        }
    }
}

extension Reader<Double> {
    fileprivate static var zoom: Reader { .number(in: Camera.zooms) }
}

extension Reader<[ZoomPreset]> {
    static var zoomPresets: Reader { .named(Names.check(_:)) { .zoomPreset(named: $0) } }
}

extension Reader<ZoomPreset> {
    /// Returns a reader of a named zoom, which is a zoom factor or a section such as
    /// `{zoom: 3, centre: {x: 50%, y: 30%}}`.
    fileprivate static func zoomPreset(named name: String) -> Reader {
        let middle = Point(x: .percent(50), y: .percent(50))
        let whole = Reader.section(ZoomPreset(name: name, zoom: 1)) { preset, section in
            section.read("zoom", into: &preset.zoom, .zoom)
            section.read("centre", into: &preset.centre, .point(middle))
        }
        return .section(whole, orText: Reader<Double>.zoom.map { ZoomPreset(name: name, zoom: $0) })
    }
}

extension Reader<WideView> {
    /// A reader of the setting `wide`: `{camera: ultra, zoom: 0.5}`.
    fileprivate static var wideView: Reader {
        .section(WideView(camera: "")) { wide, section in
            section.read("camera", into: &wide.camera, .words)
            section.read("zoom", into: &wide.zoom, .number(in: WideView.zooms))
            let refusal = Refusal("no camera is named", hint: "write {camera: NAME, zoom: 0.5}")
            section.require("camera", because: refusal)
        }
    }
}

extension Reader<[Camera]> {
    /// Returns a problem for each wide camera that does not exist, is the camera itself, or has a wide camera of its
    /// own.
    static func wideViews(of cameras: [Camera], at place: Place) -> [Finding] {
        cameras.compactMap { camera in
            guard let wide = camera.wide, !wide.camera.isEmpty, let refusal = refusal(of: wide, camera, among: cameras)
            else { return nil }
            return place.finding(at: camera.name, "wide", "camera", because: refusal)
        }
    }

    private static func refusal(of wide: WideView, _ camera: Camera, among cameras: [Camera]) -> Refusal? {
        guard let other = cameras.first(where: { $0.name == wide.camera }) else {
            return .unknown(wide.camera, kind: "camera", among: cameras.map(\.name).filter { $0 != camera.name })
        }
        guard other.name != camera.name else {
            return Refusal("a camera has no wider view than itself", hint: "name another one")
        }
        guard let farther = other.wide else { return nil }
        return Refusal(
            "camera '\(other.name)' has its own wider view, of camera '\(farther.camera)'",
            hint: "leave wide out there, or name '\(farther.camera)' here")
    }
}
