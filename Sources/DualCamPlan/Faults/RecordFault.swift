/// Faults of what is written down and read again: folders, journals, recovery, audit and the library.
package enum RecordFault: String, PlantedFault {
    // MARK: Retention
    /// Days count as hours.
    case retentionInHours = "Retention.retention-in-hours"
    /// Days count as weeks.
    case retentionInWeeks = "Retention.retention-in-weeks"
    /// The newest sessions go first.
    case newestFirst = "Retention.newest-first"
    /// One session more goes than is beyond the size.
    case oneTooMany = "Retention.one-too-many"
    /// A session whose beginning is not known is too old.
    case unknownAgeIsOld = "Retention.unknown-age-is-old"
    // MARK: SessionJournal
    /// A line that was written and not synchronised is written again.
    case lineTwice = "SessionJournal.line-twice"
    /// A line that the disk refuses is lost.
    case refusedLineLost = "SessionJournal.refused-line-lost"
    /// A session is told to be whole before its folder is on the disk.
    case finishedUnanchored = "SessionJournal.finished-unanchored"
    /// Lines of the ledger stay in the memory.
    case lineUnsynchronised = "SessionJournal.line-unsynchronised"
    // MARK: SessionFolder
    /// The mark of an unfinished session goes before the records are written.
    case markFirst = "SessionFolder.mark-first"
    /// The name of a new folder is not on the disk.
    case parentsUnsynchronised = "SessionFolder.parents-unsynchronised"
    /// A session that is discarded leaves its mark.
    case discardLeavesMark = "SessionFolder.discard-leaves-mark"
    /// The name of a folder on another disk is not on that disk.
    case fallbackUnsynchronised = "SessionFolder.fallback-unsynchronised"
    /// The mark of a finished session may come back.
    case finishUnsynchronised = "SessionFolder.finish-unsynchronised"
    // MARK: SessionDirectory
    /// A file gets its name before its content is on the disk.
    case draftUnsynchronised = "SessionDirectory.draft-unsynchronised"
    /// A file that got its name is not synchronised again, so that FAT has an empty one.
    case renamedUnsynchronised = "SessionDirectory.renamed-unsynchronised"
    /// The name of a replaced file is not on the disk.
    case nameUnsynchronised = "SessionDirectory.name-unsynchronised"
    /// A file that gets another name takes the place of another file.
    case movedOverOther = "SessionDirectory.moved-over-other"
    // MARK: StorageFacts
    /// The first answer of a disk counts, however busy it was.
    case firstDelay = "StorageFacts.first-delay"
    /// A disk may take as long as all that may be lost.
    case wholeLossForDisk = "StorageFacts.whole-loss-for-disk"
    // MARK: LastingFile
    /// A secret or a setting gets its name before its content is on the disk.
    case secretUnsynchronised = "LastingFile.secret-unsynchronised"
    /// A secret or a setting is not synchronised again behind its name, so that FAT has an empty one.
    case namedSecretUnsynchronised = "LastingFile.named-secret-unsynchronised"
    /// The name of a secret or a setting is not on the disk.
    case nameOfSecretUnsynchronised = "LastingFile.name-of-secret-unsynchronised"
    // MARK: SessionStorage
    /// A folder of the same name is a place for deletions.
    case nameProves = "SessionStorage.name-proves"
    /// Files are read in the folder of another user.
    case strangersFolder = "SessionStorage.strangers-folder"
    // MARK: FolderGuard
    /// A process that is gone holds the folder.
    case deadHolder = "FolderGuard.dead-holder"
    /// Two who record exclude each other.
    case sharesExclude = "FolderGuard.shares-exclude"
    // MARK: FolderLock
    /// A folder that was finished meanwhile is held.
    case finishedHeld = "FolderLock.finished-held"
    /// The holder of a folder is not written into it.
    case holderUnnamed = "FolderLock.holder-unnamed"
    // MARK: FolderWatch
    /// A folder that was moved counts as deleted.
    case movedIsDeleted = "FolderWatch.moved-is-deleted"
    /// Another folder at the path counts as the session's own.
    case otherFolderTaken = "FolderWatch.other-folder-taken"
    /// A file that is made to ask a disk stays in the memory.
    case probeUnsynchronised = "FolderWatch.probe-unsynchronised"
    // MARK: FolderLoss
    /// A disk that is full is a lost folder.
    case fullDiskIsLost = "FolderLoss.full-disk-is-lost"
    /// A folder that was moved has lost something.
    case movingCosts = "FolderLoss.moving-costs"
    // MARK: FolderGrowth
    /// The session's own records count as recorded files.
    case journalGrows = "FolderGrowth.journal-grows"
    /// A file that stood still for a while is never looked at again.
    case quietFilesForgotten = "FolderGrowth.quiet-files-forgotten"
    // MARK: FileName
    /// A hidden name is a plain one.
    case hiddenTaken = "FileName.hidden-taken"
    /// A name may be as long as it likes.
    case tooLongTaken = "FileName.too-long-taken"
    // MARK: SessionRecovery
    /// A file that no line names belongs to the last part.
    case foundInLastPart = "SessionRecovery.found-in-last-part"
    /// A file that is found in the folder belongs to the last part.
    case unknownInLastPart = "SessionRecovery.unknown-in-last-part"
    /// A recovered file ends as if there had been no pause.
    case pauseUnknown = "SessionRecovery.pause-unknown"
    /// Recovered files get no digest of their own.
    case recoveredUndigested = "SessionRecovery.recovered-undigested"
    /// The mark of a recovered session stays.
    case recoveryForgetsMark = "SessionRecovery.recovery-forgets-mark"
    /// A part lost what was written until the last write to any part.
    case crashOfAnyPart = "SessionRecovery.crash-of-any-part"
    /// The ledger tells of a half file before that is on the disk.
    case halfUnsynchronised = "SessionRecovery.half-unsynchronised"
    /// A recovered session is finished before its whole files are on the disk.
    case unanchored = "SessionRecovery.unanchored"
    /// The room that was kept for the records stays taken while they are written.
    case roomKept = "SessionRecovery.room-kept"
    /// A recovered session ends with the highest running time of any part.
    case endOfAnyPart = "SessionRecovery.end-of-any-part"
    /// The ledger of a recovered session goes before `session.json` repeats it.
    case ledgerFirst = "SessionRecovery.ledger-first"
    // MARK: SessionHistory
    /// A part that broke off keeps the end that was set for it.
    case endNotForgotten = "SessionHistory.end-not-forgotten"
    /// An absent input counts as present in the next worker's part.
    case absenceEndsWithPart = "SessionHistory.absence-ends-with-part"
    /// A part that broke off reaches to the last request for its end.
    case lastRequestCounts = "SessionHistory.last-request-counts"
    /// The words of a lost worker on the end count.
    case endingOfLostWorker = "SessionHistory.ending-of-lost-worker"
    /// A clock that was set several times was set once.
    case clockShiftForgotten = "SessionHistory.clock-shift-forgotten"
    // MARK: RecordedClock
    /// A clock that was put right while it was recorded stays doubtful.
    case putRightForgotten = "RecordedClock.put-right-forgotten"
    /// The age by the machine's own clock counts for nothing.
    case bootIgnored = "RecordedClock.boot-ignored"
    // MARK: FileIndex
    /// A file that is listed twice is there twice.
    case sameFileTwice = "FileIndex.same-file-twice"
    /// Files that began before a pause begin behind it.
    case boundaryBeforePauseMoves = "FileIndex.boundary-before-pause-moves"
    // MARK: Audit
    /// A minute before an output was taken out is excused.
    case excuseTooLong = "Audit.excuse-too-long"
    /// An absence excuses all that is missing behind it.
    case anyAbsenceExcuses = "Audit.any-absence-excuses"
    /// Frames missing at the end of every part count as lost in a crash.
    case crashExcuses = "Audit.crash-excuses"
    /// Frames missing between two files are not counted.
    case holeUnseen = "Audit.hole-unseen"
    /// The frames of a file are not compared with the ledger.
    case countUnseen = "Audit.count-unseen"
    /// A file may be another than the one that was recorded.
    case digestUnseen = "Audit.digest-unseen"
    /// A hole between two files has the whole frames that fit into it, not the nearest number.
    case holeRoundedDown = "Audit.hole-rounded-down"
    /// A frame that is late by more than half of it counts as missing.
    case firstHoleRounded = "Audit.first-hole-rounded"
    /// At the end of a part a frame too many is missing.
    case restRoundedUp = "Audit.rest-rounded-up"
    /// A hole that is divided loses the frame on the border to its second part.
    case splitRoundedDown = "Audit.split-rounded-down"
    /// A file has the whole frames that fit into its length, not the nearest number.
    case lengthRoundedDown = "Audit.length-rounded-down"
    /// A file may be two frames longer than the ledger says.
    case twoFramesTolerated = "Audit.length-tolerance-of-two-frames"
    /// A file may have a frame less than fits into its length.
    case frameTooFewExcused = "Audit.frame-too-few-excused"
    /// A file that was touched behind its digest is believed.
    case closingBelievesDigest = "Audit.closing-believes-digest"
    /// An unknown result ends with the exit code of a fault.
    case unknownIsFault = "Audit.unknown-is-fault"
    // MARK: SessionLosses
    /// Frames that were left out on purpose count as lost.
    case shedIsMissing = "SessionLosses.shed-is-missing"
    /// The length of missing frames is that of a rate in whole frames.
    case lengthOfWholeRate = "SessionLosses.length-of-whole-rate"
    // MARK: SessionNames
    /// Two outputs may have one name.
    case oneNameForTwo = "SessionNames.one-name-for-two"
    /// A name that Windows takes for a device is kept.
    case windowsDevice = "SessionNames.windows-device"
    // MARK: NameTemplate
    /// A field without a value leaves both separators.
    case separatorsDoubled = "NameTemplate.separators-doubled"
    /// A field without a value leaves a separator at the end.
    case separatorAtEnd = "NameTemplate.separator-at-end"
    // MARK: EditTimeline
    /// An instant lies on the frame before it, not on the nearest one.
    case instantRoundedDown = "EditTimeline.instant-rounded-down"
    /// 29.97 frames a second are counted by 29.
    case timecodeOfLowerRate = "EditTimeline.timecode-of-lower-rate"
    // MARK: ComposedSession
    /// The frames of a later part do not lie on those of the first one.
    case partBetweenFrames = "ComposedSession.part-between-frames"
    /// A later part begins with the frame before, not with the nearest one.
    case partRoundedDown = "ComposedSession.part-rounded-down"
    // MARK: TimePoint
    /// A number of minutes may be 60 and more behind hours.
    case minutesBySixty = "TimePoint.minutes-by-sixty"
    /// The first one of several marks with the same text is used.
    case firstMarkOfSeveral = "TimePoint.first-mark-of-several"
    // MARK: LibraryQuery
    /// The end of a time that is asked for belongs to it.
    case untilIncluded = "LibraryQuery.until-included"
    /// One of the tags that are asked for is enough.
    case anyTag = "LibraryQuery.any-tag"
    /// A page begins with the last session of the page before.
    case pageRepeats = "LibraryQuery.page-repeats"
    // MARK: SessionTags
    /// Tags that differ in capital letters are two.
    case capitalTag = "SessionTags.capital-tag"
    /// Any number in the file is a rating.
    case ratingOutOfRange = "SessionTags.rating-out-of-range"
    // MARK: SessionLinks
    /// A link holds for ever.
    case linkOutlivesItsEnd = "SessionLinks.link-outlives-its-end"
    /// A new link has the number of an older one that holds.
    case linkNumberTwice = "SessionLinks.link-number-twice"

    /// A session that cannot be deleted keeps the next ones from going.
    case firstRefusalEnds = "DiskSessionStore.first-refusal-ends"
    /// The list of a deleted session goes before its files are known to be gone.
    case manifestBeforeFiles = "DiskSessionStore.manifest-before-files"
}
