/// The planted faults in records: folders, journals, recovery, audit and the library.
package enum RecordFault: String, PlantedFault {
    // MARK: Retention
    /// Planted fault: retention counts days as hours.
    case retentionInHours = "Retention.retention-in-hours"
    /// Planted fault: retention counts days as weeks.
    case retentionInWeeks = "Retention.retention-in-weeks"
    /// Planted fault: retention deletes the newest sessions first.
    case newestFirst = "Retention.newest-first"
    /// Planted fault: retention deletes one session more than the size limit demands.
    case oneTooMany = "Retention.one-too-many"
    /// Planted fault: retention treats a session with an unknown start as too old.
    case unknownAgeIsOld = "Retention.unknown-age-is-old"
    // MARK: SessionJournal
    /// Planted fault: a ledger line that was written but not synchronised is written again.
    case lineTwice = "SessionJournal.line-twice"
    /// Planted fault: a ledger line that the disk refuses is lost.
    case refusedLineLost = "SessionJournal.refused-line-lost"
    /// Planted fault: a session is reported as complete before its folder is on the disk.
    case finishedUnanchored = "SessionJournal.finished-unanchored"
    /// Planted fault: ledger lines are not synchronised to the disk.
    case lineUnsynchronised = "SessionJournal.line-unsynchronised"
    // MARK: SessionFolder
    /// Planted fault: the marker file of an unfinished session is removed before the session's records are written.
    case markFirst = "SessionFolder.mark-first"
    /// Planted fault: the directory entry of a new session folder is not synchronised.
    case parentsUnsynchronised = "SessionFolder.parents-unsynchronised"
    /// Planted fault: a session that was discarded leaves its marker file behind.
    case discardLeavesMark = "SessionFolder.discard-leaves-mark"
    /// Planted fault: the directory entry of a session folder on another disk is not synchronised on that disk.
    case fallbackUnsynchronised = "SessionFolder.fallback-unsynchronised"
    /// Planted fault: the marker file of an unfinished session may reappear after the session was finished.
    case finishUnsynchronised = "SessionFolder.finish-unsynchronised"
    // MARK: SessionDirectory
    /// Planted fault: a file gets its final name before its content is on the disk.
    case draftUnsynchronised = "SessionDirectory.draft-unsynchronised"
    /// Planted fault: a file is not synchronised again after its renaming, so that a FAT disk may contain an empty
    /// file.
    case renamedUnsynchronised = "SessionDirectory.renamed-unsynchronised"
    /// Planted fault: the directory entry of a replaced file is not synchronised.
    case nameUnsynchronised = "SessionDirectory.name-unsynchronised"
    /// Planted fault: renaming a file overwrites another file.
    case movedOverOther = "SessionDirectory.moved-over-other"
    // MARK: StorageFacts
    /// Planted fault: the first measured response time of a disk is used, however busy the disk was.
    case firstDelay = "StorageFacts.first-delay"
    /// Planted fault: writing to the disk may take as long as the whole tolerated loss.
    case wholeLossForDisk = "StorageFacts.whole-loss-for-disk"
    // MARK: LastingFile
    /// Planted fault: a file with a secret or a setting gets its final name before its content is on the disk.
    case secretUnsynchronised = "LastingFile.secret-unsynchronised"
    /// Planted fault: a file with a secret or a setting is not synchronised again after its renaming, so that a FAT
    /// disk may contain an empty file.
    case namedSecretUnsynchronised = "LastingFile.named-secret-unsynchronised"
    /// Planted fault: the directory entry of a file with a secret or a setting is not synchronised.
    case nameOfSecretUnsynchronised = "LastingFile.name-of-secret-unsynchronised"
    // MARK: SessionStorage
    /// Planted fault: a folder is accepted for deletions because of its name alone.
    case nameProves = "SessionStorage.name-proves"
    /// Planted fault: files in a folder of another user are read.
    case strangersFolder = "SessionStorage.strangers-folder"
    // MARK: FolderGuard
    /// Planted fault: a process that has ended still counts as the holder of the folder.
    case deadHolder = "FolderGuard.dead-holder"
    /// Planted fault: two recordings that may share a folder exclude each other.
    case sharesExclude = "FolderGuard.shares-exclude"
    // MARK: FolderLock
    /// Planted fault: a folder is locked although its session was finished meanwhile.
    case finishedHeld = "FolderLock.finished-held"
    /// Planted fault: the process that holds a folder is not named in it.
    case holderUnnamed = "FolderLock.holder-unnamed"
    // MARK: FolderWatch
    /// Planted fault: a folder that was moved counts as deleted.
    case movedIsDeleted = "FolderWatch.moved-is-deleted"
    /// Planted fault: a different folder at the same path counts as the session's own folder.
    case otherFolderTaken = "FolderWatch.other-folder-taken"
    /// Planted fault: the probe file that tests a disk is not synchronised.
    case probeUnsynchronised = "FolderWatch.probe-unsynchronised"
    // MARK: FolderLoss
    /// Planted fault: a full disk counts as a lost folder.
    case fullDiskIsLost = "FolderLoss.full-disk-is-lost"
    /// Planted fault: a folder that was moved makes the recording fail as if it had been lost.
    case movingCosts = "FolderLoss.moving-costs"
    // MARK: FolderGrowth
    /// Planted fault: the growth of the session's own records counts as growth of recorded files.
    case journalGrows = "FolderGrowth.journal-grows"
    /// Planted fault: a file that did not grow for a while is never checked for growth again.
    case quietFilesForgotten = "FolderGrowth.quiet-files-forgotten"
    // MARK: FileName
    /// Planted fault: a hidden file name counts as an ordinary file name.
    case hiddenTaken = "FileName.hidden-taken"
    /// Planted fault: a file name may have any length.
    case tooLongTaken = "FileName.too-long-taken"
    // MARK: SessionRecovery
    /// Planted fault: recovery assigns a file that no ledger line names to the last part.
    case foundInLastPart = "SessionRecovery.found-in-last-part"
    /// Planted fault: recovery assigns a file that it finds in the folder to the last part.
    case unknownInLastPart = "SessionRecovery.unknown-in-last-part"
    /// Planted fault: the end of a recovered file is computed as if there had been no pause.
    case pauseUnknown = "SessionRecovery.pause-unknown"
    /// Planted fault: the digest of a recovered file is not computed.
    case recoveredUndigested = "SessionRecovery.recovered-undigested"
    /// Planted fault: the marker file of an unfinished session stays after recovery.
    case recoveryForgetsMark = "SessionRecovery.recovery-forgets-mark"
    /// Planted fault: the crash of a part is dated by the last write to the unfinished files of any part.
    case crashOfAnyPart = "SessionRecovery.crash-of-any-part"
    /// Planted fault: the ledger mentions a half file before the file is on the disk.
    case halfUnsynchronised = "SessionRecovery.half-unsynchronised"
    /// Planted fault: a recovered session is finished before its whole files are on the disk.
    case unanchored = "SessionRecovery.unanchored"
    /// Planted fault: the disk space reserved for the session's records stays reserved while they are written.
    case roomKept = "SessionRecovery.room-kept"
    /// Planted fault: a recovered session ends at the highest running time of any part.
    case endOfAnyPart = "SessionRecovery.end-of-any-part"
    /// Planted fault: the ledger of a recovered session is removed before its content is in `session.json`.
    case ledgerFirst = "SessionRecovery.ledger-first"
    // MARK: SessionHistory
    /// Planted fault: a part that broke off keeps the end that was planned for it.
    case endNotForgotten = "SessionHistory.end-not-forgotten"
    /// Planted fault: an absent input counts as present when the next worker begins its part.
    case absenceEndsWithPart = "SessionHistory.absence-ends-with-part"
    /// Planted fault: a part that broke off is assumed to last until the last stop request.
    case lastRequestCounts = "SessionHistory.last-request-counts"
    /// Planted fault: the end that a lost worker announced is still used.
    case endingOfLostWorker = "SessionHistory.ending-of-lost-worker"
    /// Planted fault: several changes of the system clock count as one.
    case clockShiftForgotten = "SessionHistory.clock-shift-forgotten"
    // MARK: RecordedClock
    /// Planted fault: a clock that was corrected during the recording is still not trusted.
    case putRightForgotten = "RecordedClock.put-right-forgotten"
    /// Planted fault: the session's age according to the machine's uptime is ignored.
    case bootIgnored = "RecordedClock.boot-ignored"
    // MARK: FileIndex
    /// Planted fault: a file that is listed twice is counted twice.
    case sameFileTwice = "FileIndex.same-file-twice"
    /// Planted fault: files that began before a pause are listed as beginning behind it.
    case boundaryBeforePauseMoves = "FileIndex.boundary-before-pause-moves"
    // MARK: Audit
    /// Planted fault: missing frames up to a minute before an output's removal are excused by the removal.
    case excuseTooLong = "Audit.excuse-too-long"
    /// Planted fault: an absence of an input excuses all frames that are missing later.
    case anyAbsenceExcuses = "Audit.any-absence-excuses"
    /// Planted fault: frames missing at the end of every part count as lost in a crash.
    case crashExcuses = "Audit.crash-excuses"
    /// Planted fault: frames missing between two consecutive files are not counted.
    case holeUnseen = "Audit.hole-unseen"
    /// Planted fault: the number of frames in a file is not compared with the ledger.
    case countUnseen = "Audit.count-unseen"
    /// Planted fault: a file's digest is not compared with the recorded one.
    case digestUnseen = "Audit.digest-unseen"
    /// Planted fault: the length of the gap between two files is rounded down to whole frames instead of to the nearest
    /// number.
    case holeRoundedDown = "Audit.hole-rounded-down"
    /// Planted fault: a gap of more than 0.9 frames before a part's first file counts as a missing frame.
    case firstHoleRounded = "Audit.first-hole-rounded"
    /// Planted fault: the number of missing frames at the end of a part is rounded up.
    case restRoundedUp = "Audit.rest-rounded-up"
    /// Planted fault: if a gap is divided in two, the frame on the border is missing from the second half.
    case splitRoundedDown = "Audit.split-rounded-down"
    /// Planted fault: the length of a file is rounded down to whole frames instead of to the nearest number.
    case lengthRoundedDown = "Audit.length-rounded-down"
    /// Planted fault: a file may be two frames longer than the ledger says.
    case twoFramesTolerated = "Audit.length-tolerance-of-two-frames"
    /// Planted fault: a file may have one frame fewer than its length requires.
    case frameTooFewExcused = "Audit.frame-too-few-excused"
    /// Planted fault: a file that was changed after its digest was computed is trusted.
    case closingBelievesDigest = "Audit.closing-believes-digest"
    /// Planted fault: an audit with an unknown result ends with the exit code of an internal error.
    case unknownIsFault = "Audit.unknown-is-fault"
    // MARK: SessionLosses
    /// Planted fault: frames that were left out on purpose under load count as lost.
    case shedIsMissing = "SessionLosses.shed-is-missing"
    /// Planted fault: the duration of missing frames is computed with the frame rate rounded to a whole number.
    case lengthOfWholeRate = "SessionLosses.length-of-whole-rate"
    // MARK: SessionNames
    /// Planted fault: two outputs may have the same name.
    case oneNameForTwo = "SessionNames.one-name-for-two"
    /// Planted fault: a session name that Windows reserves for a device is accepted.
    case windowsDevice = "SessionNames.windows-device"
    // MARK: NameTemplate
    /// Planted fault: a name template's field without a value leaves both separators around it.
    case separatorsDoubled = "NameTemplate.separators-doubled"
    /// Planted fault: a name template's field without a value leaves a separator at the end.
    case separatorAtEnd = "NameTemplate.separator-at-end"
    // MARK: EditTimeline
    /// Planted fault: an instant in an edit list is assigned to the previous frame instead of the nearest one.
    case instantRoundedDown = "EditTimeline.instant-rounded-down"
    /// Planted fault: timecode at 29.97 frames a second counts 29 frames.
    case timecodeOfLowerRate = "EditTimeline.timecode-of-lower-rate"
    // MARK: ComposedSession
    /// Planted fault: the frames of a later part are not aligned with the frames of the first part.
    case partBetweenFrames = "ComposedSession.part-between-frames"
    /// Planted fault: a later part begins with the previous frame instead of the nearest one.
    case partRoundedDown = "ComposedSession.part-rounded-down"
    // MARK: TimePoint
    /// Planted fault: a time with hours may have 60 or more minutes.
    case minutesBySixty = "TimePoint.minutes-by-sixty"
    /// Planted fault: if several marks have the same text, the first one is used.
    case firstMarkOfSeveral = "TimePoint.first-mark-of-several"
    // MARK: LibraryQuery
    /// Planted fault: a library query includes the end of the requested period.
    case untilIncluded = "LibraryQuery.until-included"
    /// Planted fault: a library query for several tags finds sessions with only one of them.
    case anyTag = "LibraryQuery.any-tag"
    /// Planted fault: a page of the library begins with the last session of the previous page.
    case pageRepeats = "LibraryQuery.page-repeats"
    // MARK: SessionTags
    /// Planted fault: tags that differ only in upper and lower case count as two tags.
    case capitalTag = "SessionTags.capital-tag"
    /// Planted fault: any number in the tags file is accepted as a rating.
    case ratingOutOfRange = "SessionTags.rating-out-of-range"
    // MARK: SessionLinks
    /// Planted fault: a link to a session never expires.
    case linkOutlivesItsEnd = "SessionLinks.link-outlives-its-end"
    /// Planted fault: a new link to a session reuses the number of an older valid link.
    case linkNumberTwice = "SessionLinks.link-number-twice"

    /// Planted fault: a session that cannot be deleted prevents the deletion of the sessions after it.
    case firstRefusalEnds = "DiskSessionStore.first-refusal-ends"
    /// Planted fault: the manifest of a deleted session is removed before its files have certainly been deleted.
    case manifestBeforeFiles = "DiskSessionStore.manifest-before-files"
}
