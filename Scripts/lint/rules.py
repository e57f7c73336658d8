#!/usr/bin/python3
"""The house's rules that the formatter does not know: rules.py TREE prints FILE:LINE: error: ... and exits 1. Checks the newest commits' subjects, too."""
import pathlib
import re
import subprocess
import sys
from folder_pairs import folder_problems
from swift_text import functions, is_exhaustive_switch, without_text

LONGEST_FILE, LONGEST_FUNCTION = 300, 40
WIDEST_PAGE = 120
INVARIANT_ABOVE, INVARIANT_BELOW = 6, 2

# The modules of this package that each module may import.
KNOWS = {
    "GStreamer": {"CGStreamer"},
    "Mixer": {"GStreamer", "CLettering", "CMixer", "CPicture"},
    "Soup": {"CGStreamer", "GStreamer"},
    "YAML": {"CYAML"},
    "Evdev": {"CEvdev"},
    "Gcrypt": {"CGcrypt"},
    "Ebur128": {"CEbur128"},
    "JPEG": {"CJPEG"},
    "SQLite": {"CSQLite"},
    "Systemd": {"CSystemd"},
    "Kernel": {"CKernel"},
    "DualCamConfig": {"YAML"},
    "DualCamPlan": {"DualCamConfig"},
    "DualCamTiming": {"DualCamPlan", "DualCamConfig"},
    "DualCamDevices": {"DualCamPlan", "DualCamConfig", "Mixer", "GStreamer", "Kernel", "YAML"},
    "DualCamGraph": {"DualCamTiming", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Mixer", "GStreamer", "Gcrypt", "Ebur128", "JPEG", "Kernel"},
    "DualCamRecordings": {"DualCamPlan", "DualCamConfig", "Kernel", "SQLite"},
    "DualCamSession": {"DualCamRecordings", "DualCamPlan", "DualCamConfig", "Kernel"},
    "DualCamPage": set(),
    "DualCamControl": {
        "DualCamTransfer", "DualCamEditing", "DualCamProcess", "CommandLine", "DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig", "DualCamPage", "Soup", "Evdev", "GStreamer",
        "Gcrypt", "Kernel"},
    "DualCamSupervisorPolicy": {"DualCamSession", "DualCamRecordings", "DualCamPlan", "DualCamConfig"},
    "CommandLine": {"DualCamConfig"},
    "DualCamProcess": {"CommandLine", "DualCamSession", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Kernel"},
    "DualCamEditing": {
        "DualCamProcess", "CommandLine", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Mixer", "GStreamer", "Ebur128",
        "Kernel"},
    "DualCamTransfer": {
        "DualCamProcess", "CommandLine", "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Soup", "GStreamer", "Kernel"},
    "DualCamWorker": {
        "DualCamTransfer", "DualCamControl", "DualCamSupervisorPolicy", "DualCamEditing", "DualCamProcess", "CommandLine", "DualCamSession", "DualCamRecordings",
        "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Systemd", "Kernel"},
    "DualCamSupervisor": {
        "DualCamTransfer", "DualCamWorker", "DualCamControl", "DualCamSupervisorPolicy", "DualCamProcess", "CommandLine", "DualCamSession", "DualCamRecordings",
        "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Systemd", "Kernel"},
    "DualCamCommands": {
        "DualCamSupervisor", "DualCamWorker", "DualCamTransfer", "DualCamEditing", "CommandLine", "DualCamProcess", "DualCamControl", "DualCamSupervisorPolicy", "DualCamSession",
        "DualCamRecordings", "DualCamGraph", "DualCamDevices", "DualCamPlan", "DualCamConfig", "Systemd", "Kernel"},
    "dualcam": {"DualCamCommands"},
}
KNOWS["DualCamTestKit"] = KNOWS["DualCamSession"] | {"DualCamSession"}
KNOWS["DualCamPlanKit"] = {"DualCamPlan", "DualCamConfig"}
KNOWS["DualCamSimulator"] = KNOWS["DualCamTestKit"] | {"DualCamSupervisorPolicy"}
KNOWS["DualCamFuzz"] = KNOWS["DualCamTestKit"] | {"DualCamControl", "DualCamSupervisorPolicy", "Mixer", "Soup"}
OWN = set(KNOWS) | {"CGStreamer", "CLettering", "CMixer", "CPango", "CPicture", "CYAML", "CEbur128", "CEvdev", "CGcrypt", "CJPEG", "CKernel", "CSQLite", "CSystemd"}
# The C modules that each C module may include: a header's module is that of its folder.
C_KNOWS = {"CMixer": {"CPicture"}}
# Modules of the toolchain.
SYSTEM = {
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "PackageDescription", "Synchronization", "System", "Testing"}
# Test targets that are not named after their module.
# The further modules that a test target needs: the mixer's starts a GStreamer pipeline by hand, the graph's counts live objects,
# the recordings' compares real recordings with simulated ones,
# and the control's makes calls of the kernel fail.
TESTS_ALSO = {
    "MixerTests": {"CGStreamer"}, "DualCamDevicesTests": {"CGStreamer"}, "DualCamGraphTests": {"CGStreamer"}, "RecordingTests": {"DualCamSimulator"},
    "DualCamControlTests": {"Kernel"}}
TESTS_OF = {"CommandTests": "DualCamCommands", "RecordingTests": "DualCamCommands", "FuzzTests": "DualCamFuzz", "Fuzz": "DualCamFuzz",
    "SimulatorTests": "DualCamSimulator", "Simulate": "DualCamSimulator"}

# Start-up time: Foundation costs 8.5 ms; its essentials serve JSON and dates in the files that write them.
ESSENTIALS = {"DualCamPage", "DualCamProcess", "DualCamRecordings", "DualCamSession", "DualCamControl", "DualCamSupervisorPolicy", "DualCamEditing", "DualCamTransfer", "DualCamWorker", "DualCamSupervisor", "DualCamCommands", "dualcam"}
PURE = {"DualCamConfig", "DualCamPlan", "DualCamTiming"}
# The plans of work on finished sessions are pure, too; each is in its feature's folder.
PURE_FOLDER = re.compile(r"Sources/DualCamEditing/\w+/Planning/")
IMPURE_IMPORTS = {"Dispatch", "Synchronization", "System"}
IMPURE = [
    (r"\bactor\s+\w|@\w*Actor\b|\bglobalActor\b", "no actors"),
    (r"\b(f(open|close|read|write|stat)|opendir|readdir|mkdir|unlink|lstat|realpath)\s*\("
     r"|\bGlibc\.(open|read|write|stat|access)\b", "no file system"),
    (r"\b(ContinuousClock|SuspendingClock|clock_gettime|gettimeofday|localtime_r|gmtime_r)\b|\bDate\s*[(.]"
     r"|(?<![\w.])(?<!func )(?<!case )(time|clock)\s*\(|\bGlibc\.(time|clock)\b", "no clock"),
    (r"\b(secure_)?getenv\b|\b(ProcessInfo|CommandLine)\b|(?<![\w.])environ\b", "no environment"),
    (r"\bTask\s*[.{<(]|\bTask\.detached\b|\basync\s+let\b|\bwith(Throwing)?(Discarding)?TaskGroup\b|\bpthread_create\b", "no tasks"),
]

# In the build with planted faults the environment chooses the fault; no other build has that.
SWITCH = "PlantedFaults.swift"

# The content of a session's folder may come from anybody. One type alone reaches its files, by plain names in a folder that is
# held open. These are the places where that rule applies.
BY_NAME = re.compile(
    r"Sources/(DualCamRecordings/|DualCamEditing/(Sessions|Timelines)/|DualCamTransfer/(Backup/(BackupSource|SessionRecord\+Finished)|Publishing/PublishingSource)|DualCamSession/|DualCamSupervisorPolicy/|DualCamSupervisor/Supervision/|DualCamCommands/Sessions/)")
PATH_CALLS = (
    "access|chdir|chmod|chown|creat|euidaccess|execv\\w*|faccessat|fchmodat|fchownat|fdopendir|fopen(?:64)?|freopen|fstatat|ftw|"
    "glob|lchown|link|linkat|lstat|mkdir|mkdirat|mkdtemp|mkfifo\\w*|mknod\\w*|mkstemps?|mount|nftw|open64|openat2?|opendir|"
    "pathconf|readlink|readlinkat|realpath|rename|renameat2?|rmdir|scandir|stat|statfs|statvfs|symlink|symlinkat|truncate|"
    "unlink|unlinkat|utime\\w*")
PATH_PROBLEM = "a session's files are reached through SessionDirectory, never by a path"
PATH_RULES = [
    # A call with an argument (`stat()` makes an empty one), or the function itself as an argument: `names.forEach(rmdir)`.
    rf"(?:(?<![\w.])|\bGlibc\.)(?<!func )(?:{PATH_CALLS})\s*\((?!\s*\))",
    rf"[(,:=]\s*(?:Glibc\.)?(?!stat)(?:{PATH_CALLS})\s*[,)\n]",
    # The kernel's open has a flag; methods of that name have none. A dot distinguishes methods from Glibc's remove.
    r"(?:(?<![\w.])|\bGlibc\.)(?<!func )open\s*\((?:[^()]|\([^()]*\))*\bO_[A-Z]+",
    r"(?:(?<![\w.])|\bGlibc\.)(?<!func )remove\s*\(|\bGlibc\.open\b",
    r"\b(?:FileManager|FileHandle|contentsOfFile|g_file_\w+|g_(?:open|unlink|remove|rename|mkdir|fopen))\b|\bData\(contentsOf",
]
# A simulated world replaces the kernel for everything that the session does.
KERNEL_CALLS = (
    r"(?:(?<![\w.])|\bGlibc\.)(?<!func )(?:fsync|fdatasync|pread|pwrite|ftruncate|futimens|flock|fstat|fallocate|posix_fallocate|"
    r"sync_file_range|getpid|geteuid|getuid|gethostname|clock_gettime|gettimeofday)\s*\(|"
    r"\bGlibc\.(?:read|write|close)\b",
    "the session calls the kernel through SystemCalls, so that a simulated one can take its place")

FORBIDDEN = [
    (r"\btry!", "`try!` crashes on input; throw a typed error"),
    (r"\bas!", "`as!` crashes on input; use `as?` and throw"),
    (r"\bfatalError\s*\(", "`fatalError` ends every recording; throw a typed error"),
    (r"[(,]\s*qos:", "queues have no quality of service (DiskQueue)"),
    (r"\bThread\.sleep\b|\b(usleep|nanosleep)\s*\(|(?<![.\w])(?<!func )sleep\s*\(", "no sleeping; wait for the condition"),
    (r"\bgst_parse_(launch|bin)", "a graph is built element by element, never from a string"),
    (r"\b(struct|class|enum|actor|protocol)\s+\w*(Manager|Helper|Helpers|Utils|Utilities)\b",
     "a name that says nothing; say what it does"),
    (r"\b(struct|class|enum|actor|protocol)\s+\w*(Desk|Doors?|Shelf|Wish|Reel|Hands|Sieve|Studio|Workplace)\b(?!Tests)",
     "an invented metaphor; take the field's word"),
]
# Everything on standard output and error passes `TerminalText`, so that no text from outside can control the terminal.
WRITERS = {"DescriptorSink.swift", "DrawImageCommand.swift"}
PRINTING = (r"(?<![.\w])(?<!func )(print|debugPrint|dump|puts|fputs|fprintf|printf|perror)\s*\("
            r"|\bwrite\s*\(\s*STD(OUT|ERR)_FILENO|\bFileHandle\.standard",
            "text leaves through `Workplace` as `TerminalText` only")
# `BranchID` identifies branches, and its file alone knows the format; messages find their branch by ancestry.
BRANCH_TEXTS = {"BranchID.swift"}
BRANCH_MODULES = {"DualCamPlan", "DualCamTiming", "DualCamDevices", "DualCamGraph", "DualCamEditing", "DualCamRecordings", "DualCamSession", "DualCamControl"}
BRANCH_TEXT = (
    r"\bbranch(?:es)?\b[\w.?$\\]*\.(?:rawValue|description)\s*(?:[!=]=|\.\s*(?:hasPrefix|hasSuffix|contains|split|dropFirst|prefix))"
    r"|[!=]=\s*\w*[bB]ranch(?:\.name)?\.rawValue\b|\bBranchID\(ledger:\s*\"",
    "a branch is told by its `BranchID`, never by its name's text")
# A take is a noun here: the part of a session between record and stop.
TAKING = (r"\bfunc\s+take\w*", "a take is a noun; use the verb of what happens: handle, apply, accept, append ...")
FORBIDDEN_IN_TESTS = [(r"\bTask\.sleep\b", "tests do not sleep; move a manual clock or await the event")]
# A second attempt hides a fault of a test that must pass on any machine, however slow.
TEST_ATTRIBUTE = re.compile(r"@(?:Suite|Test)\s*\(")
SECOND_ATTEMPT = "`.onceMore` needs `.tags(.realTime)` or `.tags(.emulatedMachine)` beside it: other tests pass at once"
# The file `Take+Serving.swift` extends `Take`; any other is named after a type that it declares. `main.swift` is the language's own name.
DECLARED = re.compile(r"(?<!import )\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")
EXTENDED = re.compile(r"\bextension\s+\[?(\w+)")
# These words begin a description of something that the reader has not seen yet.
OPENING = re.compile(r"///\s*(What|Whether|Of|It|They|Those|How|Who|Which)\b")
# Commits older than these are from before the rule.
NEWEST, LONGEST_SUBJECT = 300, 72
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")
C_FUNCTION = re.compile(r"[a-zA-Z].*\(")
C_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]')
IMPORT = re.compile(
    r"(?:^|;)[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)", re.M)


class Source:
    """One Swift file: its text, and the same text with strings and comments blanked out, line by line."""

    def __init__(self, root, path):
        self.name = path.relative_to(root)
        self.text = path.read_text(encoding="utf-8")
        self.code = without_text(self.text)
        self.is_test = self.name.parts[0] == "Tests"
        self.module = self.name.parts[1] if len(self.name.parts) > 2 else None
        self.is_pure = not self.is_test and (self.module in PURE or bool(PURE_FOLDER.match(str(self.name))))

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def matches(self, pattern, message):
        return [(self.line(match.start()), message) for match in re.finditer(pattern, self.code)]


def allowed_modules(source):
    """Returns the modules of this package that the file's module may import; a test target may import its module, too."""
    if source.module in KNOWS:
        return KNOWS[source.module]
    target = TESTS_OF.get(source.module, source.module.removesuffix("Tests"))
    return KNOWS.get(target, set()) | TESTS_ALSO.get(source.module, set()) | {target, "DualCamTestKit", "DualCamPlanKit"}


def import_problems(source):
    allowed = allowed_modules(source)
    if source.name.parts[0] == "Sources" and source.module not in OWN:
        yield 1, f"the module {source.module} has no place in the table (who may know whom)"
    for match in IMPORT.finditer(source.code):
        # From the word itself: the pattern's leading blanks may be on the line before.
        name, line = match.group(1), source.line(match.start(1))
        if name in OWN and name not in allowed:
            yield line, f"{source.module} must not import {name} (who may know whom)"
        elif name not in OWN | SYSTEM:
            yield line, f"no module called {name} is known: give it a place in the table (who may know whom)"
        elif source.is_test:
            continue
        elif name == "Foundation" or (name == "FoundationEssentials" and source.module not in ESSENTIALS):
            yield line, f"{source.module} must not import {name} (start-up time); use Glibc"
        elif source.is_pure and name in IMPURE_IMPORTS:
            yield line, f"{source.name.parent.name} must not import {name}: it is pure"


def word_problems(source):
    rules = FORBIDDEN + (FORBIDDEN_IN_TESTS if source.is_test else [])
    for pattern, message in rules:
        yield from source.matches(pattern, message)
    if source.is_pure:
        for pattern, message in IMPURE:
            if (source.name.name, message) == (SWITCH, "no environment"):
                continue
            yield from source.matches(pattern, f"{source.name.parent.name} is pure: {message}")
    if not source.is_test and source.module in BRANCH_MODULES and source.name.name not in BRANCH_TEXTS:
        yield from source.matches(*BRANCH_TEXT)
    if not source.is_test:
        yield from source.matches(*TAKING)
    if not source.is_test and source.name.name not in WRITERS:
        yield from source.matches(*PRINTING)
    for number, text in enumerate(source.text.splitlines(), 1):
        if UNFINISHED.search(text):
            yield number, "unfinished work is an issue, not a comment"


def attempt_problems(source):
    for match in TEST_ATTRIBUTE.finditer(source.code) if source.is_test else []:
        depth, end = 1, match.end()
        while depth and end < len(source.code):
            depth += {"(": 1, ")": -1}.get(source.code[end], 0)
            end += 1
        traits = source.code[match.end():end]
        again = re.search(r"\.onceMore\b", traits)
        if again and not re.search(r"\.tags\([^)]*\.(realTime|emulatedMachine)\b", traits):
            yield source.line(match.end() + again.start()), SECOND_ATTEMPT


def overlay_problems(source):
    """Reports code of dualcam itself in an overlay of GStreamer: overlays serve any program."""
    if source.module == "GStreamer" and not source.is_test:
        for number, text in enumerate(source.text.splitlines(), 1):
            if re.search("dualcam", text, re.IGNORECASE) and not IMPORT.search(text):
                yield number, "GStreamer is an overlay and knows nothing of dualcam; the elements' face is Mixer"


def path_problems(source):
    """Reports calls by path in code that handles a session's files; /dev/null is allowed."""
    if not BY_NAME.match(str(source.name)):
        return
    if source.module in {"DualCamRecordings", "DualCamSession"}:
        yield from source.matches(*KERNEL_CALLS)
    lines = source.text.splitlines()
    for pattern in PATH_RULES:
        for match in re.finditer(pattern, source.code):
            line = source.line(match.start() + len(match.group()) - len(match.group().lstrip()))
            if '"/dev/null"' not in lines[line - 1]:
                yield line, PATH_PROBLEM


def invariant_problems(source):
    lines = source.text.splitlines()
    for match in re.finditer(r"@unchecked\s+Sendable", source.code):
        line = source.line(match.start())
        beside = lines[max(0, line - 1 - INVARIANT_ABOVE):line + INVARIANT_BELOW]
        if not any("//" in text and "invariant" in text.lower() for text in beside):
            yield line, f"`@unchecked Sendable` needs a comment with its Invariant in the {INVARIANT_ABOVE} lines above"


def name_problems(source):
    """Reports files of the program that are not named after a type in them."""
    declared, extended = set(DECLARED.findall(source.code)), set(EXTENDED.findall(source.code))
    name, topic = source.name.stem.split("+")[0], "+" in source.name.stem
    if source.is_test or source.name.name == "main.swift" or not declared | extended:
        return
    if name not in (declared | extended if topic else declared):
        yield 1, "a file is named after a type that it declares, or `Type+Topic.swift` after one that it extends"


def opening_problems(source):
    """Reports doc comments that do not begin with the noun or the verb that describes the declaration below."""
    before = ""
    for number, text in enumerate(source.text.splitlines() if not source.is_test else [], 1):
        line = text.strip()
        match = OPENING.match(line)
        if match and not before.startswith("///"):
            yield number, f"a doc comment does not begin with `{match[1]}`; begin with a noun, or with a verb as in `Returns`"
        before = line


def length_problems(source):
    count = len(source.text.splitlines())
    # The manifest has one entry for each module, and no second subject.
    if count > LONGEST_FILE and source.name.name != "Package.swift":
        yield LONGEST_FILE + 1, f"{count} lines; a file has at most {LONGEST_FILE}: look for its second subject"
    for name, start, end in functions(source.code):
        length = source.line(end) - source.line(start) + 1
        if length > LONGEST_FUNCTION and not is_exhaustive_switch(source.code[start:end + 1]):
            yield source.line(start), f"`{name}` has {length} lines; a function has at most {LONGEST_FUNCTION}"


def include_problems(path, lines, headers):
    """Reports includes of other headers than a C module's own and those of the modules that it may use."""
    if path.parts[0] != "Sources":
        return
    module = path.parts[1]
    for number, line in enumerate(lines, 1):
        match = C_INCLUDE.match(line)
        owners = headers.get(match.group(1).split("/")[-1], set()) if match else set()
        if owners and not owners & (C_KNOWS.get(module, set()) | {module}):
            yield number, f"{module} must not include {match.group(1)} of {', '.join(sorted(owners))} (who may know whom)"


def c_problems(path, text, headers):
    """Reports includes, and lengths in C, whose functions begin and end at the first column."""
    lines, begin = text.splitlines(), None
    yield from include_problems(path, lines, headers)
    if len(lines) > LONGEST_FILE:
        yield LONGEST_FILE + 1, f"{len(lines)} lines; a file has at most {LONGEST_FILE}: look for its second subject"
    for number, line in enumerate(lines, 1):
        if C_FUNCTION.match(line):
            begin = number
        elif line.startswith("}") and begin:
            if number - begin + 1 > LONGEST_FUNCTION:
                yield begin, f"this function has {number - begin + 1} lines; one has at most {LONGEST_FUNCTION}"
            begin = None
        if UNFINISHED.search(line):
            yield number, "unfinished work is an issue, not a comment"


def problems(source):
    yield from word_problems(source)
    yield from invariant_problems(source)
    yield from attempt_problems(source)
    yield from overlay_problems(source)
    yield from path_problems(source)
    yield from length_problems(source)
    yield from name_problems(source)
    yield from opening_problems(source)
    if source.module:
        yield from import_problems(source)


def page_problems(text):
    """Reports lines of a document that are too wide. Tables and code, with four leading blanks or between fences, may be wider."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif len(line) > WIDEST_PAGE and not is_code and not line.startswith("    ") and not line.lstrip().startswith("|"):
            yield number, f"{len(line)} columns; a document has at most {WIDEST_PAGE}"


def subject_problems(root):
    """Subjects of the newest commits that are longer than tools show. Returns nothing outside a Git repository."""
    if not (root / ".git").exists():
        return
    log = subprocess.run(
        ["git", "-C", root, "log", "--no-merges", f"--max-count={NEWEST}", "--format=%h %s"], capture_output=True, text=True)
    if log.returncode != 0:
        print(f"Scripts/lint/rules.py: the commits' subjects are not checked: {log.stderr.strip()}", file=sys.stderr)
    for line in log.stdout.splitlines():
        name, _, subject = line.partition(" ")
        if len(subject) > LONGEST_SUBJECT:
            yield f"commit {name}", f"the subject has {len(subject)} characters, {LONGEST_SUBJECT} at most"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    paths = [path for folder in ("Sources", "Tests") for path in sorted((root / folder).rglob("*.swift"))]
    found = False
    sources = [Source(root, path) for path in paths + [root / "Package.swift"]]
    for source in sources:
        for line, message in sorted(set(problems(source))):
            print(f"{source.name}:{line}: error: {message}")
            found = True
    for name, line, message in folder_problems(sources):
        print(f"{name}:{line}: error: {message}")
        found = True
    headers = {}
    for path in (root / "Sources").rglob("*.h"):
        headers.setdefault(path.name, set()).add(path.relative_to(root).parts[1])
    for path in [path for folder in ("Sources", "Tests") for path in sorted((root / folder).rglob("*.[ch]"))]:
        for line, message in sorted(set(c_problems(path.relative_to(root), path.read_text(encoding="utf-8"), headers))):
            print(f"{path.relative_to(root)}:{line}: error: {message}")
            found = True
    for path in sorted(root.glob("*.md")) + sorted((root / "Documentation").rglob("*.md")):
        for line, message in page_problems(path.read_text(encoding="utf-8")):
            print(f"{path.relative_to(root)}:{line}: error: {message}")
            found = True
    for place, message in subject_problems(root):
        print(f"{place}: error: {message}")
        found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
