extension Reader<Pipeline> {
    /// Returns a reader of the whole pipeline file. `start` supplies the values of keys that are not set. The reader
    /// reads cameras and layouts first, because other keys refer to them.
    static func pipeline(_ start: Pipeline) -> Reader {
        .section(start) { pipeline, section in
            var names = Names()
            section.read("name", into: &pipeline.name, .title)
            section.read("controls", into: &pipeline.controlPresets, .controlPresets)
            let presets = pipeline.controlPresets
            section.read("cameras", into: &pipeline.cameras, .cameras(presets))
            section.require("cameras", because: .noCamera)
            names.cameras = pipeline.cameras.map(\.name)
            names.widened = pipeline.cameras.filter { $0.zoom < 1 }.map(\.name)
            names.hasCombined = section.isGiven("combined")
            section.read("layouts", into: &pipeline.layouts, .layouts(among: names))
            names.layouts = pipeline.layouts.map(\.name)
            section.read("microphone", into: &pipeline.microphone, .microphone(named: Microphone.unnamed, among: names))
            section.read("microphones", into: &pipeline.microphones, .microphones(among: names))
            if section.isGiven("microphones"), section.isGiven("microphone") {
                section.refuse("microphone", because: .microphoneBesideOthers)
            }
            section.read("combined", into: &pipeline.combined, .combined(among: names))
            if section.isSound("cameras", "combined") { section.checkCameraColours(pipeline) }
            if section.isSound("layouts", "combined") { section.checkRectangles(pipeline) }
            section.read("encoders", into: &pipeline.encoders, .encoders(among: names))
            section.read("recording", into: &pipeline.recording, .recording(pipeline.recording, among: names))
            section.read("storage", into: &pipeline.storage, .storage)
            section.read("budget", into: &pipeline.budget, .budget)
            section.read("thermal", into: &pipeline.thermal, .thermal)
            section.read("battery", into: &pipeline.battery, .battery)
            section.read("supervision", into: &pipeline.supervision, .supervision)
            section.read("control", into: &pipeline.control, .control)
            section.read("hooks", into: &pipeline.hooks, .hooks)
            section.read("backup", into: &pipeline.backup, .backup(among: names))
            if section.isSound("storage", "backup") { section.checkDeletion(pipeline) }
            section.read("publish", into: &pipeline.publish, .publish)
            section.read("machine", into: &pipeline.machine, .machine)
        }
    }
}
