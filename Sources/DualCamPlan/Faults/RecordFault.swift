/// The planted faults in the code for records: session folders, ledgers, recovery, audit and the library.
package enum RecordFault: String, PlantedFault {
    // MARK: SessionOrder
    /// Planted fault: a worker that resumes a session reuses the names of files that exist but are not listed in any
    /// ledger.
    case firstNamesReused = "SessionOrder.first-names-reused"
    // MARK: Retention
    /// Planted fault: retention reads a number of days as a number of hours.
    case retentionInHours = "Retention.retention-in-hours"
    /// Planted fault: retention reads a number of days as a number of weeks.
    case retentionInWeeks = "Retention.retention-in-weeks"
    /// Planted fault: retention deletes the newest sessions first.
    case newestFirst = "Retention.newest-first"
    /// Planted fault: retention deletes sessions until they occupy only half of the size limit.
    case oneTooMany = "Retention.one-too-many"
    /// Planted fault: a session whose start time is unknown counts as old enough to delete.
    case unknownAgeIsOld = "Retention.unknown-age-is-old"
    // MARK: SessionJournal
    /// Planted fault: a ledger line is written again if it was written but could not be synchronised.
    case lineTwice = "SessionJournal.line-twice"
    /// Planted fault: a ledger line that could not be written is lost.
    case refusedLineLost = "SessionJournal.refused-line-lost"
    /// Planted fault: a session is reported as complete before its folder has been synchronised to the disk.
    case finishedUnanchored = "SessionJournal.finished-unanchored"
    /// Planted fault: ledger lines are not synchronised to the disk.
    case lineUnsynchronised = "SessionJournal.line-unsynchronised"
    // MARK: SessionFolder
    /// Planted fault: the marker file of an unfinished session is deleted before the session's records are written.
    case markFirst = "SessionFolder.mark-first"
    /// Planted fault: the directory entry of a new session folder is not synchronised to the disk.
    case parentsUnsynchronised = "SessionFolder.parents-unsynchronised"
    /// Planted fault: the marker file of a discarded session is not deleted.
    case discardLeavesMark = "SessionFolder.discard-leaves-mark"
    /// Planted fault: the directory entry of a session folder on the fallback disk is not synchronised to that disk.
    case fallbackUnsynchronised = "SessionFolder.fallback-unsynchronised"
    /// Planted fault: the marker file of an unfinished session can reappear after a crash although the session was
    /// finished.
    case finishUnsynchronised = "SessionFolder.finish-unsynchronised"
    // MARK: SessionDirectory
    /// Planted fault: a file is renamed to its final name before its content is on the disk.
    case draftUnsynchronised = "SessionDirectory.draft-unsynchronised"
    /// Planted fault: a file is not synchronised again after it was renamed, so that it may be empty on a FAT disk.
    case renamedUnsynchronised = "SessionDirectory.renamed-unsynchronised"
    /// Planted fault: the directory entry of a replaced file is not synchronised to the disk.
    case nameUnsynchronised = "SessionDirectory.name-unsynchronised"
    /// Planted fault: renaming a file overwrites another file.
    case movedOverOther = "SessionDirectory.moved-over-other"
    // MARK: StorageFacts
    /// Planted fault: only the first measured response time of a disk is used, even if the disk was busy then.
    case firstDelay = "StorageFacts.first-delay"
    /// Planted fault: a disk is accepted even if writing to it takes as long as the whole maximum loss
    /// (`recording.max-loss`).
    case wholeLossForDisk = "StorageFacts.whole-loss-for-disk"
    // MARK: LastingFile
    /// Planted fault: a file with secrets or settings is renamed to its final name before its content is on the disk.
    case secretUnsynchronised = "LastingFile.secret-unsynchronised"
    /// Planted fault: a file with secrets or settings is not synchronised again after it was renamed, so that it may be
    /// empty on a FAT disk.
    case namedSecretUnsynchronised = "LastingFile.named-secret-unsynchronised"
    /// Planted fault: the directory entry of a file with secrets or settings is not synchronised to the disk.
    case nameOfSecretUnsynchronised = "LastingFile.name-of-secret-unsynchronised"
    // MARK: SessionStorage
    /// Planted fault: files are written or deleted in a folder that is recognised as a session's folder by its name
    /// alone.
    case nameProves = "SessionStorage.name-proves"
    /// Planted fault: files are read in a folder that belongs to another user.
    case strangersFolder = "SessionStorage.strangers-folder"
    // MARK: FolderGuard
    /// Planted fault: a folder still counts as used by a process that no longer exists.
    case deadHolder = "FolderGuard.dead-holder"
    /// Planted fault: two recordings that are allowed to share a folder exclude each other.
    case sharesExclude = "FolderGuard.shares-exclude"
    // MARK: FolderLock
    /// Planted fault: the lock on a session's folder is granted although another process has finished the session in
    /// the meantime.
    case finishedHeld = "FolderLock.finished-held"
    /// Planted fault: the lock file in a session's folder does not name the process that holds the lock.
    case holderUnnamed = "FolderLock.holder-unnamed"
    // MARK: FolderWatch
    /// Planted fault: a folder that was moved counts as deleted.
    case movedIsDeleted = "FolderWatch.moved-is-deleted"
    /// Planted fault: if the session's folder was replaced by another folder at the same path, the other folder is
    /// used.
    case otherFolderTaken = "FolderWatch.other-folder-taken"
    /// Planted fault: the test file that checks whether a disk works is not synchronised.
    case probeUnsynchronised = "FolderWatch.probe-unsynchronised"
    // MARK: FolderLoss
    /// Planted fault: a full disk counts as a lost folder.
    case fullDiskIsLost = "FolderLoss.full-disk-is-lost"
    /// Planted fault: a recording counts as failed if its folder is moved, as if the folder had been lost.
    case movingCosts = "FolderLoss.moving-costs"
    // MARK: FolderGrowth
    /// Planted fault: bytes written to the session's own records count as growth of recorded files.
    case journalGrows = "FolderGrowth.journal-grows"
    /// Planted fault: once a file has not grown for some time, it is never checked again.
    case quietFilesForgotten = "FolderGrowth.quiet-files-forgotten"
    // MARK: FileName
    /// Planted fault: a file name that starts with a dot, as for hidden files, is accepted.
    case hiddenTaken = "FileName.hidden-taken"
    /// Planted fault: file names of any length are accepted.
    case tooLongTaken = "FileName.too-long-taken"
    // MARK: SessionRecovery
    /// Planted fault: a recovered file that no earlier ledger entry names is assigned to the last part of the session,
    /// instead of the part that its segment number indicates.
    case foundInLastPart = "SessionRecovery.found-in-last-part"
    /// Planted fault: recovery assigns a file that no ledger entry names to the last part of the session, instead of
    /// the part that its segment number indicates.
    case unknownInLastPart = "SessionRecovery.unknown-in-last-part"
    /// Planted fault: recovery ignores pauses when it computes the running time at which a file ends.
    case pauseUnknown = "SessionRecovery.pause-unknown"
    /// Planted fault: the digest of a recovered file is not computed.
    case recoveredUndigested = "SessionRecovery.recovered-undigested"
    /// Planted fault: recovery does not delete the marker file of an unfinished session.
    case recoveryForgetsMark = "SessionRecovery.recovery-forgets-mark"
    /// Planted fault: the time of a crash is taken from the last write to any unfinished file of the session. Files of
    /// parts that did not crash are wrongly included.
    case crashOfAnyPart = "SessionRecovery.crash-of-any-part"
    /// Planted fault: recovery writes the ledger entry about an incomplete file before the file itself is on the disk.
    case halfUnsynchronised = "SessionRecovery.half-unsynchronised"
    /// Planted fault: recovery marks a session as complete before its repaired files are on the disk.
    case unanchored = "SessionRecovery.unanchored"
    /// Planted fault: recovery does not release the disk space reserved for the session's records before it writes
    /// them.
    case roomKept = "SessionRecovery.room-kept"
    /// Planted fault: recovery takes the end of a session from the files of all parts, instead of those of the last
    /// part.
    case endOfAnyPart = "SessionRecovery.end-of-any-part"
    /// Planted fault: recovery deletes the session's ledger before the ledger's content is in `session.json`.
    case ledgerFirst = "SessionRecovery.ledger-first"
    // MARK: SessionHistory
    /// Planted fault: the planned end of a part stays in the session's history although the part was interrupted before
    /// it.
    case endNotForgotten = "SessionHistory.end-not-forgotten"
    /// Planted fault: an input that is absent counts as present once the next worker begins its part.
    case absenceEndsWithPart = "SessionHistory.absence-ends-with-part"
    /// Planted fault: the last stop request of a part, instead of the first one, determines the end of the part if it
    /// is interrupted.
    case lastRequestCounts = "SessionHistory.last-request-counts"
    /// Planted fault: the end time that a worker announced is used even if the worker failed before that time.
    case endingOfLostWorker = "SessionHistory.ending-of-lost-worker"
    /// Planted fault: when times of day are computed, changes of the system clock and sleep of the machine during a
    /// part are ignored.
    case clockShiftForgotten = "SessionHistory.clock-shift-forgotten"
    /// Planted fault: the start time of a recording is not corrected if the system clock was set during the recording.
    case leapForgotten = "SessionHistory.leap-forgotten"
    /// Planted fault: the names of a session's first files are not read from the ledger.
    case firstNamesUnknown = "SessionHistory.first-names-unknown"
    // MARK: RecordedClock
    /// Planted fault: a session's clock counts as not synchronised although it was synchronised during the recording.
    case putRightForgotten = "RecordedClock.put-right-forgotten"
    /// Planted fault: the age of a session is computed from the system clock alone, without the time since the machine
    /// was started.
    case bootIgnored = "RecordedClock.boot-ignored"
    // MARK: FileIndex
    /// Planted fault: a file that a session's ledger lists twice is counted twice.
    case sameFileTwice = "FileIndex.same-file-twice"
    /// Planted fault: a file that began before a pause is listed as if it had begun after the pause.
    case boundaryBeforePauseMoves = "FileIndex.boundary-before-pause-moves"
    // MARK: Audit
    /// Planted fault: the audit's verdict is "proven" although the session's folder contains a recording and its ledger
    /// lists no file.
    case doubtfulForeign = "Audit.doubtful-foreign"
    /// Planted fault: the audit's verdict is "proven" although the session's files contain frames and its ledger has no
    /// entry about a recording.
    case unknownPartProven = "Audit.unknown-part-proven"
    /// Planted fault: the audit accepts the removal of an output as the reason for frames that were missing up to a
    /// minute earlier.
    case excuseTooLong = "Audit.excuse-too-long"
    /// Planted fault: the audit accepts a past absence of an input as the reason for all frames that are missing later.
    case anyAbsenceExcuses = "Audit.any-absence-excuses"
    /// Planted fault: the audit accepts a crash as the reason for frames missing at the end of any part, even of one
    /// that did not crash.
    case crashExcuses = "Audit.crash-excuses"
    /// Planted fault: the audit does not count frames that are missing between two consecutive files.
    case holeUnseen = "Audit.hole-unseen"
    /// Planted fault: the audit does not compare the number of frames in a file with the ledger.
    case countUnseen = "Audit.count-unseen"
    /// Planted fault: the audit does not compare a file's digest with the digest in the ledger.
    case digestUnseen = "Audit.digest-unseen"
    /// Planted fault: in the audit, the length of the gap between two files, in frames, is rounded down instead of to
    /// the nearest number.
    case holeRoundedDown = "Audit.hole-rounded-down"
    /// Planted fault: in the audit, a gap of 0.9 frames before a part's first file already counts as a missing frame.
    case firstHoleRounded = "Audit.first-hole-rounded"
    /// Planted fault: in the audit, the number of frames missing at the end of a part is rounded up instead of down.
    case restRoundedUp = "Audit.rest-rounded-up"
    /// Planted fault: if the audit divides a gap at a point in time, the number of frames missing before that point is
    /// rounded down.
    case splitRoundedDown = "Audit.split-rounded-down"
    /// Planted fault: in the audit, the length of a file, in frames, is rounded down instead of to the nearest number.
    case lengthRoundedDown = "Audit.length-rounded-down"
    /// Planted fault: the audit accepts a file that is two frames longer or shorter than the ledger states.
    case twoFramesTolerated = "Audit.length-tolerance-of-two-frames"
    /// Planted fault: the audit accepts a file that contains one frame less than its duration requires.
    case frameTooFewExcused = "Audit.frame-too-few-excused"
    /// Planted fault: the audit at the end of a session trusts the stored digest of a file although the file has
    /// changed since.
    case closingBelievesDigest = "Audit.closing-believes-digest"
    /// Planted fault: an audit with the verdict "unknown" results in the exit code for an internal error.
    case unknownIsFault = "Audit.unknown-is-fault"
    // MARK: SessionLosses
    /// Planted fault: frames that were dropped on purpose under load count as lost.
    case shedIsMissing = "SessionLosses.shed-is-missing"
    /// Planted fault: the duration of missing frames is computed with a frame rate that was rounded to a whole number.
    case lengthOfWholeRate = "SessionLosses.length-of-whole-rate"
    // MARK: SessionNames
    /// Planted fault: two outputs of a session may get the same file name.
    case oneNameForTwo = "SessionNames.one-name-for-two"
    /// Planted fault: session names that Windows reserves for devices are accepted.
    case windowsDevice = "SessionNames.windows-device"
    // MARK: NameTemplate
    /// Planted fault: if a placeholder in a name template has no value, the separators on both sides of it are kept.
    case separatorsDoubled = "NameTemplate.separators-doubled"
    /// Planted fault: if a placeholder in a name template has no value, the name may end with a separator.
    case separatorAtEnd = "NameTemplate.separator-at-end"
    // MARK: EditTimeline
    /// Planted fault: a time in an edit list is assigned to the previous frame instead of the nearest one.
    case instantRoundedDown = "EditTimeline.instant-rounded-down"
    /// Planted fault: timecode for 29.97 frames per second counts only 29 frames in each second.
    case timecodeOfLowerRate = "EditTimeline.timecode-of-lower-rate"
    // MARK: ComposedSession
    /// Planted fault: when a session is rendered, the frames of a later part are not aligned with the frame times of
    /// the first part.
    case partBetweenFrames = "ComposedSession.part-between-frames"
    /// Planted fault: when a session is rendered, the start of a later part is rounded down to a frame instead of to
    /// the nearest one.
    case partRoundedDown = "ComposedSession.part-rounded-down"
    // MARK: TimePoint
    /// Planted fault: in a time with hours, 60 or more minutes are accepted.
    case minutesBySixty = "TimePoint.minutes-by-sixty"
    /// Planted fault: if several marks have the same text, the first one is used instead of reporting an error.
    case firstMarkOfSeveral = "TimePoint.first-mark-of-several"
    // MARK: LibraryQuery
    /// Planted fault: the period of a library query includes its end time.
    case untilIncluded = "LibraryQuery.until-included"
    /// Planted fault: a library query for several tags also finds sessions with only one of these tags.
    case anyTag = "LibraryQuery.any-tag"
    /// Planted fault: each page of the library repeats the last session of the previous page.
    case pageRepeats = "LibraryQuery.page-repeats"
    // MARK: SessionTags
    /// Planted fault: tags that differ only in upper and lower case count as different tags.
    case capitalTag = "SessionTags.capital-tag"
    /// Planted fault: a rating in the tags file may be any number.
    case ratingOutOfRange = "SessionTags.rating-out-of-range"
    // MARK: SessionLinks
    /// Planted fault: a link to a session never expires.
    case linkOutlivesItsEnd = "SessionLinks.link-outlives-its-end"
    /// Planted fault: a new link to a session gets the same number as an older link that is still valid.
    case linkNumberTwice = "SessionLinks.link-number-twice"

    /// Planted fault: when several sessions are deleted, and one of them cannot be deleted, those after it are not
    /// deleted either.
    case firstRefusalEnds = "DiskSessionStore.first-refusal-ends"
    /// Planted fault: the manifest of a deleted session is removed before the deletion of its files is on the disk.
    case manifestBeforeFiles = "DiskSessionStore.manifest-before-files"
}
