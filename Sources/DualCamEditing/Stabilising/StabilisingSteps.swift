import DualCamProcess
import DualCamRecordings

/// The results of the steps of stabilising a session, each of which reads the result of the previous step. The result
/// files are stored in the session's folder, so that an interrupted command can resume. If that is impossible, they are
/// unnamed files on the disk of the new file. All functions block.
final class StabilisingSteps {
    private let draft: RenderCheckpoint?
    private var unnamed: [NewFile] = []
    private let output: String
    private let place: ProcessEnvironment

    /// Finds the results of the steps that an earlier run has completed.
    ///
    /// - Parameters:
    ///   - key: The key that identifies the results of the steps.
    ///   - output: The path of the new file.
    init(of folder: String, key: String, beside output: String, in place: ProcessEnvironment) {
        (self.output, self.place) = (output, place)
        draft = RenderCheckpoint.kept(what: "done", of: folder, key: key, whileBusy: "makes", in: place)
    }

    /// The number of steps that have been completed so far, including those of earlier runs.
    var count: Int { draft?.count ?? unnamed.count }

    /// The advice for users if the command is interrupted.
    var advice: String {
        draft == nil
            ? "Nothing was written."
            : "The finished part is kept for a week in the session's folder. Run the same command to resume."
    }

    func path(of step: Int) -> String { draft?.path(of: step) ?? unnamed[step].writingPath }

    /// Runs the next step. Returns false if the user ended the command.
    ///
    /// - Parameter body: Receives the path of an empty file for the step's result. Returns false if the user ended the
    ///   command.
    func perform(_ body: (String) throws(CommandFailure) -> Bool) throws(CommandFailure) -> Bool {
        let step = count
        guard let draft else {
            let file = try OutputOption.file.create("\(output).\(step)")
            guard try body(file.writingPath) else { return false }
            unnamed.append(file)
            return true
        }
        let path = try translated { () throws(FolderFailure) in try draft.create(step) }
        guard try body(path) else { return false }
        try translated { () throws(FolderFailure) in try draft.keep(step) }
        return true
    }

    /// Deletes the result of the last completed step of the stabilisation, so that the step is performed again.
    func discardLast() {
        do throws(FolderFailure) { try draft?.discard(count - 1) } catch {
            place.note("warning: a step of the stabilisation could not be deleted: \(error.message)", .warning)
        }
    }

    /// Deletes the results of all steps. Called once the new files have their names.
    func forget() { draft?.forget("steps of the stabilisation", in: place) }
}
