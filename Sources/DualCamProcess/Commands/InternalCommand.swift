/// The internal commands, with which dualcam starts itself for a part of its work. Neither the help nor completions
/// list them, and people do not run them.
package enum InternalCommand: String, Sendable, CaseIterable {
    /// Copies the next session that has no backup, for `dualcam serve`.
    case backupNext = "backup-next"
    /// Prints the values that a shell suggests.
    case complete
    /// Sends events to a web address.
    case deliver
    /// Decodes a picture file that may be damaged or hostile.
    case drawImage = "draw-image"
    /// Does a job on a finished session for the control interface.
    case job = "session-work"
    /// Checks the text of a pipeline file for the control interface.
    case judgePipeline = "judge-pipeline"
    /// Makes the pictures of a recorded file for the page.
    case makeMedia = "make-media"
    /// Deletes old sessions.
    case prune
    /// Makes a recording that only measures the machine.
    case rehearse
    /// Records for `dualcam run` and `dualcam serve`.
    case worker
}
