import DualCamConfig

/// A file that a command names, as the pipeline file would name it.
package enum CommandFile: Sendable, Equatable {
    /// A .cube file.
    case colourTable(String)
    /// A recording that plays a microphone.
    case clip(String)
}

extension ControlCommand {
    /// `nil`: none is named.
    var file: CommandFile? {
        if case .look(let request) = request, case .table(let path)? = request.look { return .colourTable(path) }
        if case .microphone(let request) = request, case .file(let path)? = request.device { return .clip(path) }
        return nil
    }
}

extension LiveSetting {
    /// The clip that it has a microphone played from; `nil`: none.
    package var clip: CommandFile? {
        let isDevice = key.hasSuffix(".device") && (key.hasPrefix("microphone.") || key.hasPrefix("microphones."))
        guard isDevice, value.hasPrefix("file:") else { return nil }
        return .clip(String(value.dropFirst("file:".count)))
    }
}
