/// The internal commands, with which dualcam starts itself for a part of its work. Neither the help nor completions
/// list them, and people do not run them.
package enum InternalCommand: String, Sendable {
    /// Prints the values that a shell suggests.
    case complete
    /// Does work beside a recording, in a process of its own (`InternalJob`).
    case job
    /// Records for `dualcam run` and `dualcam serve`.
    case worker
}

/// The work that the internal command `dualcam job` does: the first word after `job`.
package enum InternalJob: String, Sendable {
    /// Copies the next session that has no backup, for `dualcam serve`.
    case backupNext = "backup-next"
    /// Sends events to a web address.
    case deliver
    /// Decodes a picture file that may be damaged or hostile.
    case drawImage = "draw-image"
    /// Checks the text of a pipeline file for the control interface.
    case judgePipeline = "judge-pipeline"
    /// Makes the files derived from a recorded file, such as stills and a waveform, for the page.
    case makeMedia = "make-media"
    /// Deletes old sessions.
    case prune
    /// Makes a recording that only measures the machine.
    case rehearse
    /// Does a job on a finished session for the control interface.
    case session

    /// The first words of a command line that starts this work.
    package var words: [String] { [InternalCommand.job.rawValue, rawValue] }

    /// The command as messages name it, such as `job prune`.
    package var title: String { words.joined(separator: " ") }
}
