package import DualCamConfig

/// A file that a command names, as the pipeline file would name it.
package enum CommandFile: Sendable, Equatable {
    /// A .cube file.
    case colourTable(String)
    /// A recording that plays a microphone.
    case clip(String)

    /// What a file is that could be read.
    package enum Content: Sendable, Equatable {
        case colourTable(ColourTable)
        /// Its path, in which `~` is no more.
        case clip(String)
    }
}

extension ControlCommand {
    /// `nil`: none is named.
    var file: CommandFile? {
        if case .table(let path)? = (request as? LookRequest)?.look { return .colourTable(path) }
        if case .file(let path)? = (request as? MicrophoneRequest)?.device { return .clip(path) }
        return nil
    }

    /// Takes in what the file is that it names.
    mutating func take(_ content: CommandFile.Content) {
        switch content {
        case .colourTable(let table):
            guard var look = request as? LookRequest else { return }
            look.table = table
            request = look
        case .clip(let path):
            guard var microphone = request as? MicrophoneRequest else { return }
            microphone.clip = path
            request = microphone
        }
    }
}

extension Setting {
    /// The clip that it has a microphone played from; `nil`: none.
    package var clip: CommandFile? {
        let isDevice = key.hasSuffix(".device") && (key.hasPrefix("microphone.") || key.hasPrefix("microphones."))
        guard isDevice, value.hasPrefix("file:") else { return nil }
        return .clip(String(value.dropFirst("file:".count)))
    }
}
