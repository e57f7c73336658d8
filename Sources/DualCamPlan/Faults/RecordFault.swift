/// The planted faults of records: folders, journals, recovery, audit and the library.
package enum RecordFault: String, PlantedFault {
    // MARK: Retention
    /// Days count as hours.
    case retentionInHours = "Retention.retention-in-hours"
    /// Days count as weeks.
    case retentionInWeeks = "Retention.retention-in-weeks"
    /// The newest sessions are deleted first.
    case newestFirst = "Retention.newest-first"
    /// One session more is deleted than the size limit demands.
    case oneTooMany = "Retention.one-too-many"
    /// A session whose beginning is unknown counts as too old.
    case unknownAgeIsOld = "Retention.unknown-age-is-old"
    // MARK: SessionJournal
    /// A line that was written but not synchronised is written again.
    case lineTwice = "SessionJournal.line-twice"
    /// A line that the disk refuses is lost.
    case refusedLineLost = "SessionJournal.refused-line-lost"
    /// A session is reported as complete before its folder is on the disk.
    case finishedUnanchored = "SessionJournal.finished-unanchored"
    /// Lines of the ledger are not synchronised.
    case lineUnsynchronised = "SessionJournal.line-unsynchronised"
    // MARK: SessionFolder
    /// The mark of an unfinished session is removed before the records are written.
    case markFirst = "SessionFolder.mark-first"
    /// The name of a new folder is not synchronised.
    case parentsUnsynchronised = "SessionFolder.parents-unsynchronised"
    /// A discarded session leaves its mark.
    case discardLeavesMark = "SessionFolder.discard-leaves-mark"
    /// The name of a folder on another disk is not synchronised on that disk.
    case fallbackUnsynchronised = "SessionFolder.fallback-unsynchronised"
    /// The mark of a finished session may reappear.
    case finishUnsynchronised = "SessionFolder.finish-unsynchronised"
    // MARK: SessionDirectory
    /// A file gets its name before its content is on the disk.
    case draftUnsynchronised = "SessionDirectory.draft-unsynchronised"
    /// A renamed file is not synchronised again, so that FAT has an empty one.
    case renamedUnsynchronised = "SessionDirectory.renamed-unsynchronised"
    /// The name of a replaced file is not synchronised.
    case nameUnsynchronised = "SessionDirectory.name-unsynchronised"
    /// A file that is renamed overwrites another file.
    case movedOverOther = "SessionDirectory.moved-over-other"
    // MARK: StorageFacts
    /// The first response time of a disk counts, however busy it was.
    case firstDelay = "StorageFacts.first-delay"
    /// A disk may take as long as the whole tolerated loss.
    case wholeLossForDisk = "StorageFacts.whole-loss-for-disk"
    // MARK: LastingFile
    /// A secret or a setting gets its name before its content is on the disk.
    case secretUnsynchronised = "LastingFile.secret-unsynchronised"
    /// A secret or a setting is not synchronised again after its renaming, so that FAT has an empty file.
    case namedSecretUnsynchronised = "LastingFile.named-secret-unsynchronised"
    /// The name of a secret or a setting is not synchronised.
    case nameOfSecretUnsynchronised = "LastingFile.name-of-secret-unsynchronised"
    // MARK: SessionStorage
    /// A folder of the same name is accepted as a place for deletions.
    case nameProves = "SessionStorage.name-proves"
    /// Files are read in the folder of another user.
    case strangersFolder = "SessionStorage.strangers-folder"
    // MARK: FolderGuard
    /// A process that has ended still holds the folder.
    case deadHolder = "FolderGuard.dead-holder"
    /// Two recordings exclude each other.
    case sharesExclude = "FolderGuard.shares-exclude"
    // MARK: FolderLock
    /// A folder that was finished meanwhile is locked.
    case finishedHeld = "FolderLock.finished-held"
    /// The holder of a folder is not written into it.
    case holderUnnamed = "FolderLock.holder-unnamed"
    // MARK: FolderWatch
    /// A folder that was moved counts as deleted.
    case movedIsDeleted = "FolderWatch.moved-is-deleted"
    /// Another folder at the path counts as the session's own.
    case otherFolderTaken = "FolderWatch.other-folder-taken"
    /// The probe file that tests a disk is not synchronised.
    case probeUnsynchronised = "FolderWatch.probe-unsynchronised"
    // MARK: FolderLoss
    /// A full disk counts as a lost folder.
    case fullDiskIsLost = "FolderLoss.full-disk-is-lost"
    /// A folder that was moved counts as a loss.
    case movingCosts = "FolderLoss.moving-costs"
    // MARK: FolderGrowth
    /// The session's own records count as recorded files.
    case journalGrows = "FolderGrowth.journal-grows"
    /// A file that did not grow for a while is never checked again.
    case quietFilesForgotten = "FolderGrowth.quiet-files-forgotten"
    // MARK: FileName
    /// A hidden name counts as a plain one.
    case hiddenTaken = "FileName.hidden-taken"
    /// A name may have any length.
    case tooLongTaken = "FileName.too-long-taken"
    // MARK: SessionRecovery
    /// A file that no ledger line names belongs to the last part.
    case foundInLastPart = "SessionRecovery.found-in-last-part"
    /// A file that is found in the folder belongs to the last part.
    case unknownInLastPart = "SessionRecovery.unknown-in-last-part"
    /// A recovered file ends as if there had been no pause.
    case pauseUnknown = "SessionRecovery.pause-unknown"
    /// Recovered files do not get a digest of their own.
    case recoveredUndigested = "SessionRecovery.recovered-undigested"
    /// The mark of a recovered session stays.
    case recoveryForgetsMark = "SessionRecovery.recovery-forgets-mark"
    /// A part is taken to have crashed at the last write to the unfinished files of any part.
    case crashOfAnyPart = "SessionRecovery.crash-of-any-part"
    /// The ledger mentions a half file before that is on the disk.
    case halfUnsynchronised = "SessionRecovery.half-unsynchronised"
    /// A recovered session is finished before its whole files are on the disk.
    case unanchored = "SessionRecovery.unanchored"
    /// The space reserved for the records stays reserved while they are written.
    case roomKept = "SessionRecovery.room-kept"
    /// A recovered session ends with the highest running time of any part.
    case endOfAnyPart = "SessionRecovery.end-of-any-part"
    /// The ledger of a recovered session is removed before `session.json` repeats it.
    case ledgerFirst = "SessionRecovery.ledger-first"
    // MARK: SessionHistory
    /// A part that broke off keeps the end that was set for it.
    case endNotForgotten = "SessionHistory.end-not-forgotten"
    /// An absent input counts as present in the next worker's part.
    case absenceEndsWithPart = "SessionHistory.absence-ends-with-part"
    /// A part that broke off extends to the last stop request.
    case lastRequestCounts = "SessionHistory.last-request-counts"
    /// The end that a lost worker announced still counts.
    case endingOfLostWorker = "SessionHistory.ending-of-lost-worker"
    /// A clock that was set several times counts as set once.
    case clockShiftForgotten = "SessionHistory.clock-shift-forgotten"
    // MARK: RecordedClock
    /// A clock that was corrected during the recording stays untrusted.
    case putRightForgotten = "RecordedClock.put-right-forgotten"
    /// The age by the machine's uptime is ignored.
    case bootIgnored = "RecordedClock.boot-ignored"
    // MARK: FileIndex
    /// A file that is listed twice counts twice.
    case sameFileTwice = "FileIndex.same-file-twice"
    /// Files that began before a pause begin behind it.
    case boundaryBeforePauseMoves = "FileIndex.boundary-before-pause-moves"
    // MARK: Audit
    /// A minute before an output's removal is excused.
    case excuseTooLong = "Audit.excuse-too-long"
    /// An absence excuses all later missing frames.
    case anyAbsenceExcuses = "Audit.any-absence-excuses"
    /// Frames missing at the end of every part count as lost in a crash.
    case crashExcuses = "Audit.crash-excuses"
    /// Frames missing between two files are not counted.
    case holeUnseen = "Audit.hole-unseen"
    /// The frames of a file are not compared with the ledger.
    case countUnseen = "Audit.count-unseen"
    /// A file's digest is not compared with the recorded one.
    case digestUnseen = "Audit.digest-unseen"
    /// The hole between two files is rounded down to whole frames instead of to the nearest number.
    case holeRoundedDown = "Audit.hole-rounded-down"
    /// A gap of more than 0.9 frames before a part's first file counts as a missing frame.
    case firstHoleRounded = "Audit.first-hole-rounded"
    /// One frame too many is missing at the end of a part.
    case restRoundedUp = "Audit.rest-rounded-up"
    /// A hole that is divided loses the frame on the border to its second part.
    case splitRoundedDown = "Audit.split-rounded-down"
    /// The length of a file is rounded down to whole frames instead of to the nearest number.
    case lengthRoundedDown = "Audit.length-rounded-down"
    /// A file may be two frames longer than the ledger says.
    case twoFramesTolerated = "Audit.length-tolerance-of-two-frames"
    /// A file may have one frame less than fits into its length.
    case frameTooFewExcused = "Audit.frame-too-few-excused"
    /// A file that was changed after its digest is trusted.
    case closingBelievesDigest = "Audit.closing-believes-digest"
    /// An unknown result ends with the exit code of an internal fault.
    case unknownIsFault = "Audit.unknown-is-fault"
    // MARK: SessionLosses
    /// Frames that were left out on purpose count as lost.
    case shedIsMissing = "SessionLosses.shed-is-missing"
    /// The length of missing frames is computed with a rate in whole frames.
    case lengthOfWholeRate = "SessionLosses.length-of-whole-rate"
    // MARK: SessionNames
    /// Two outputs may have the same name.
    case oneNameForTwo = "SessionNames.one-name-for-two"
    /// A name that Windows reserves for a device is kept.
    case windowsDevice = "SessionNames.windows-device"
    // MARK: NameTemplate
    /// A field without a value leaves both separators.
    case separatorsDoubled = "NameTemplate.separators-doubled"
    /// A field without a value leaves a separator at the end.
    case separatorAtEnd = "NameTemplate.separator-at-end"
    // MARK: EditTimeline
    /// An instant is assigned to the previous frame instead of the nearest one.
    case instantRoundedDown = "EditTimeline.instant-rounded-down"
    /// Timecode at 29.97 frames a second counts 29 frames.
    case timecodeOfLowerRate = "EditTimeline.timecode-of-lower-rate"
    // MARK: ComposedSession
    /// The frames of a later part are not aligned with the frames of the first one.
    case partBetweenFrames = "ComposedSession.part-between-frames"
    /// A later part begins with the previous frame instead of the nearest one.
    case partRoundedDown = "ComposedSession.part-rounded-down"
    // MARK: TimePoint
    /// Minutes may be 60 or more after hours.
    case minutesBySixty = "TimePoint.minutes-by-sixty"
    /// The first one of several marks with the same text is used.
    case firstMarkOfSeveral = "TimePoint.first-mark-of-several"
    // MARK: LibraryQuery
    /// The end of a requested period belongs to it.
    case untilIncluded = "LibraryQuery.until-included"
    /// One of the requested tags suffices.
    case anyTag = "LibraryQuery.any-tag"
    /// A page begins with the last session of the previous page.
    case pageRepeats = "LibraryQuery.page-repeats"
    // MARK: SessionTags
    /// Tags that differ in capital letters are two tags.
    case capitalTag = "SessionTags.capital-tag"
    /// Any number in the file is accepted as a rating.
    case ratingOutOfRange = "SessionTags.rating-out-of-range"
    // MARK: SessionLinks
    /// A link never expires.
    case linkOutlivesItsEnd = "SessionLinks.link-outlives-its-end"
    /// A new link reuses the number of an older valid link.
    case linkNumberTwice = "SessionLinks.link-number-twice"

    /// A session that cannot be deleted prevents the deletion of the next ones.
    case firstRefusalEnds = "DiskSessionStore.first-refusal-ends"
    /// The manifest of a deleted session is removed before its files are known to be gone.
    case manifestBeforeFiles = "DiskSessionStore.manifest-before-files"
}
