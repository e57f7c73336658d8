extension Reader<Backup> {
    /// `backup`
    static func backup(among names: Names) -> Reader {
        .section(Backup()) { backup, section in
            section.read("to", into: &backup.to, .remotePath, or: "off")
            section.read("when", into: &backup.when, .word)
            section.read("only", into: &backup.only, .copiedOutputs(among: names), or: "all")
            section.read("bandwidth", into: &backup.bandwidth, .quantity, or: "off")
            section.read("while-recording", into: &backup.whileRecording, .quantity, or: "off")
            section.read("metered", into: &backup.metered, .flag)
        }
    }
}

extension Section {
    /// Refuses a pipeline of which no session would ever count as backed up.
    mutating func checkDeletion(_ pipeline: Pipeline) {
        guard pipeline.storage.deleteOnly == .backedUp, pipeline.backup.to != nil,
            let only = pipeline.backup.only.map(Set.init)
        else { return }
        let left = pipeline.outputs.filter { !only.contains($0) }
        guard let first = left.first else { return }
        refuse(
            below: ["storage", "delete-only"],
            because: Refusal(
                "nothing would ever be deleted: backup.only leaves the files of '\(first)' out",
                hint: "write backup.only: all, or delete-only: finished"))
    }
}

extension Reader<[OutputName]> {
    fileprivate static func copiedOutputs(among names: Names) -> Reader {
        list(of: .output(among: names)).refusingNone(Refusal("nothing would be copied", hint: "name an output"))
    }
}

extension Reader<RemotePath> {
    /// `nas:recordings`, `/mnt/nas/recordings` or `~/backup`.
    fileprivate static var remotePath: Reader {
        .text(as: RemotePath.shape) { (text, variables) throws(Refusal) in
            try RemotePath(parsing: text.hasPrefix("~") ? try variables.path(text) : text)
        }
    }
}
