/// The name of a command to a running dualcam, such as one that changes the recording. The raw values are the words
/// used on the command line, in HTTP and in events.
package enum CommandName: String, Sendable, Hashable, CaseIterable {
    case layout, main, swap, inset, divider, zoom
    case switching = "switch"
    case look, adjust
    case overlay
    case control, controls
    case gain, mute, sound, microphone
    case windFilter = "wind-filter"
    case delay
    case pause, resume, mark, record, stop, split, bitrate
}
