import DualCamRecordings
import DualCamTransfer

/// The JSON schemas of recorded sessions and their files.
extension Schema {
    static var library: JSONValue {
        [
            "Sessions": object([
                "sessions": list(reference("SessionSummary")), "total": whole, "next": maybeText,
                "unreachable": texts.explained(
                    "Sessions in the folder that have no address, because their folders' names are not UTF-8."),
            ]),
            "SessionSummary": object(summary), "Session": session, "SessionFile": file, "MadeFile": made,
        ]
    }

    private static var session: JSONValue {
        object(
            summary.with([
                "folder": text, "host": maybeText, "dualcam": maybeText, "exit-code": maybeWhole, "outputs": objects,
                "gaps": objects, "pauses": objects, "findings": objects,
                "tracks": list(texts).explained(
                    "The microphones of each audio track; none if they have no names."),
                "backups": objects, "published": objects, "made": list(reference("MadeFile")),
            ]))
    }

    private static var losses: JSONValue {
        let known = maybeWhole
        return object([
            "missing": known.explained("Frames that are in no file; null until the session is finished."),
            "dropped": whole.explained("The missing frames that were reported as dropped."), "unaccounted": known,
            "repeated": known.explained("Frames of the combined file that show an earlier picture again."),
            "shed": known.explained("Frames left out on purpose, because of load or heat."), "inputs-lost": whole,
            "gaps": whole, "unplayable": whole,
        ])
    }

    private static var summary: JSONValue {
        [
            "id": text.explained("The folder's name."), "name": text, "start": maybeText, "state": text,
            "reason": maybeText, "recorded": number.explained("The recorded time in seconds, without pauses."),
            "bytes": whole, "cameras": texts, "files": list(reference("SessionFile")), "file-count": whole,
            "marks": objects, "losses": orNull(losses), "proven": maybe("boolean"), "tags": texts,
            "rating": maybeWhole,
            "backed-up": flag.explained("All of its files are copied to another place and verified there."),
            "clock-corrected": maybeNumber.explained(
                "The correction of the clock during the recording, in seconds; the folder's name is wrong by this much."
            ),
            "start-doubtful": flag.explained("The clock was not synchronised, so 'start' may be wrong."),
        ]
    }

    private static var file: JSONValue {
        object([
            "output": text, "segment": whole, "path": text.explained("The name by which a client requests it."),
            "bytes": maybeWhole, "finished": flag, "frames": maybeWhole, "start": maybeNumber, "end": maybeNumber,
            "container": maybeText, "video": maybe("object"), "audio": maybe("object"), "plays": maybe("boolean"),
            "proxy": maybeText.explained("The name by which a client requests its proxy."),
        ])
    }

    private static var made: JSONValue {
        object([
            "id": whole.explained("The number by which a client requests it."), "kind": words(of: MadeFile.Kind.self),
            "path": text.explained("The path from the session's folder."), "bytes": whole, "time": maybeText,
            "type": text.explained("The media type."),
        ])
    }

    static var links: JSONValue {
        let known = session["properties"]
        let shown = LinkRoutes.shown.map { JSONValue.Member($0, known?[$0] ?? true) }
        return [
            "Link": object(["id": whole, "path": text, "until": text]),
            "Links": object(["links": list(object(["id": whole, "made": text, "until": text]))]),
            "SharedSession": object(.object(shown).with(["until": text])),
        ]
    }
}

/// The JSON schemas of jobs.
extension Schema {
    static var jobs: JSONValue {
        let row = object([
            "output": text, "files": whole, "frames": whole, "missing": whole, "dropped": whole, "away": whole,
            "unaccounted": whole, "repeated": whole, "shed": whole,
        ])
        return [
            "Job": job, "AuditResult": object(["proven": flag, "outputs": list(row), "complaints": texts]),
            "RecoverResult": object(["files": whole, "complaints": texts]),
            "MakingResult": object([
                "files": texts, "frames": whole.explained("The number of frames in all of these files."),
            ]),
            "PublishResult": published, "ProxyResult": object(["file": text, "bytes": whole]),
            "JobAnswer": object(["job": reference("Job"), "work": reference("Job")]),
            "Jobs": object(["jobs": list(reference("Job")), "works": list(reference("Job"))]),
        ]
    }

    private static var job: JSONValue {
        let results = [
            "AuditResult", "RecoverResult", "ProxyResult", "MakingResult", "BackupResult", "PublishResult",
            "Calibration",
        ].map(reference)
        return object(
            [
                "id": whole, "kind": words(of: Job.Kind.self), "session": maybeText, "file": maybeText,
                "arguments": maybe("object").explained(
                    "The arguments of the request; instead of a document, its length in bytes. Viewers see only switches and predefined words."
                ),
                "percent": maybeWhole.explained("Null if it is unknown."),
                "left": maybeNumber.explained("The remaining time in seconds."),
                "speed": maybeWhole.explained("Bytes per second, for a copy."), "slowed": slowed,
                "state": words(of: Job.State.self), "result": ["oneOf": .array([["type": "null"]] + results)],
                "error": maybeText,
            ], isOpen: true)
    }

    /// The schema of the reason why a copy has slowed down: the resource that other programs need now; null if the copy
    /// runs at full speed.
    private static let slowed: JSONValue = [
        "enum": .array(JobProgress.Strain.allCases.map { .string($0.rawValue) } + [.null]),
        "description": "The resource that other programs need, for which a copy slows down; null at full speed.",
    ]

    private static var published: JSONValue {
        object([
            "to": text, "time": text,
            "state": ["enum": .array(Publication.State.allCases.map { .string($0.rawValue) })], "id": maybeText,
            "address": maybeText, "title": text, "files": objects,
        ])
    }

    static var backups: JSONValue {
        let copy = object([
            "session": text, "percent": maybeWhole, "speed": maybeWhole.explained("Bytes per second."),
            "left": maybeNumber.explained("The remaining time in seconds."), "slowed": slowed,
            "job": maybeWhole.explained("The number of the job if a client requested the copy; else null."),
            "work": maybeWhole.explained("The former name of 'job'."),
        ])
        let failure = object([
            "session": maybeText.explained("Null if the place itself cannot be used."), "message": text,
            "again": text.explained("The time of the next attempt (UTC)."),
        ])
        let told = object(
            [
                "to": maybeText.explained("The place; null if nothing is copied."),
                "publishes-to": maybeText.explained(
                    "The service on which 'publish' publishes sessions; null if there is none."),
                "by-itself": maybeText.explained(
                    "When sessions are copied automatically; null if only on request."),
                "looked": maybeText.explained("The time of the last search for sessions to copy (UTC)."),
                "waiting": maybe("array").with(["items": text]).explained(
                    "Sessions that were not copied at that time, oldest first, at most \(BackupState.mostNamed)."),
                "waiting-count": maybeWhole, "copying": list(copy), "failed": list(failure),
            ], isOpen: true)
        let result = object([
            "to": text, "files": whole, "copied": whole.explained("The number of files that were not there yet."),
            "bytes": whole,
        ])
        return ["Backups": told, "BackupResult": result]
    }
}
