#!/usr/bin/env python3
"""The house's rules that the formatter does not know: lint-rules.py TREE prints FILE:LINE: error: ... and exits 1."""
import pathlib
import re
import sys
from swift_text import functions, without_text

LONGEST_FILE, LONGEST_FUNCTION = 300, 40
INVARIANT_ABOVE, INVARIANT_BELOW = 6, 2

# Who may know whom, among the modules of this package.
KNOWS = {
    "GStreamer": {"CGStreamer", "CLettering", "CMixer", "CPicture"},
    "Soup": {"CGStreamer", "GStreamer"},
    "YAML": {"CYAML"},
    "Evdev": {"CEvdev"},
    "Systemd": {"CSystemd"},
    "DualCamConfig": {"YAML"},
    "DualCamPlan": {"DualCamConfig"},
    "DualCamGraph": {"DualCamPlan", "DualCamConfig", "GStreamer"},
    "DualCamSession": {"DualCamPlan", "DualCamConfig"},
    "DualCamControl": {"DualCamSession", "DualCamPlan", "DualCamConfig", "Soup", "Evdev", "GStreamer"},
    "dualcam": {"DualCamControl", "DualCamSession", "DualCamGraph", "DualCamPlan", "DualCamConfig", "Systemd"},
}
KNOWS["DualCamTestKit"] = KNOWS["DualCamSession"] | {"DualCamSession"}
OWN = set(KNOWS) | {"CGStreamer", "CLettering", "CMixer", "CPango", "CPicture", "CYAML", "CEvdev", "CSystemd"}
# Test targets that are not named after their module.
TESTS_OF = {"CommandTests": "dualcam", "RecordingTests": "dualcam"}

# Start-up time: Foundation costs 8.5 ms; its essentials serve JSON and dates where those are written.
ESSENTIALS = {"DualCamSession", "DualCamControl", "dualcam"}
PURE = {"DualCamConfig", "DualCamPlan"}
IMPURE_IMPORTS = {"Dispatch", "Synchronization", "System"}
IMPURE = [
    (r"\bactor\s+\w|@\w*Actor\b|\bglobalActor\b", "no actors"),
    (r"\b(f(open|close|read|write|stat)|opendir|readdir|mkdir|unlink|lstat|realpath)\s*\("
     r"|\bGlibc\.(open|read|write|stat|access)\b", "no file system"),
    (r"\b(ContinuousClock|SuspendingClock|clock_gettime|gettimeofday)\b", "no clock"),
]

FORBIDDEN = [
    (r"\btry!", "`try!` crashes on input; throw a typed error"),
    (r"\bas!", "`as!` crashes on input; use `as?` and throw"),
    (r"\bfatalError\s*\(", "`fatalError` ends every recording; throw a typed error"),
    (r"\bThread\.sleep\b|\b(usleep|nanosleep)\s*\(|(?<![.\w])(?<!func )sleep\s*\(", "no sleeping; wait for the condition"),
    (r"\bgst_parse_(launch|bin)", "a graph is built element by element, never from a string"),
    (r"\b(struct|class|enum|actor|protocol)\s+\w*(Manager|Helper|Helpers|Utils|Utilities)\b",
     "a name that says nothing; say what it does"),
]
FORBIDDEN_IN_TESTS = [(r"\bTask\.sleep\b", "tests do not sleep; move a manual clock or await the event")]
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")
C_FUNCTION = re.compile(r"[a-zA-Z].*\(")
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)", re.M)


class Source:
    """One Swift file: its text, and the same text with strings and comments blanked out, line by line."""

    def __init__(self, root, path):
        self.name = path.relative_to(root)
        self.text = path.read_text(encoding="utf-8")
        self.code = without_text(self.text)
        self.is_test = self.name.parts[0] == "Tests"
        self.module = self.name.parts[1] if len(self.name.parts) > 2 else None

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def matches(self, pattern, message):
        return [(self.line(match.start()), message) for match in re.finditer(pattern, self.code)]


def allowed_modules(source):
    """What the file's module may import of this package; a test target as much as its module, and that module."""
    if source.module in KNOWS:
        return KNOWS[source.module]
    target = TESTS_OF.get(source.module, source.module.removesuffix("Tests"))
    return KNOWS.get(target, set()) | {target, "DualCamTestKit"}


def import_problems(source):
    allowed = allowed_modules(source)
    for match in IMPORT.finditer(source.code):
        # From the word itself: the pattern's leading blanks may stand on the line before.
        name, line = match.group(1), source.line(match.start(1))
        if name in OWN and name not in allowed:
            yield line, f"{source.module} must not import {name} (who may know whom)"
        elif source.is_test:
            continue
        elif name == "Foundation" or (name == "FoundationEssentials" and source.module not in ESSENTIALS):
            yield line, f"{source.module} must not import {name} (start-up time); use Glibc"
        elif source.module in PURE and name in IMPURE_IMPORTS:
            yield line, f"{source.module} must not import {name}: it is pure"


def word_problems(source):
    rules = FORBIDDEN + (FORBIDDEN_IN_TESTS if source.is_test else [])
    for pattern, message in rules:
        yield from source.matches(pattern, message)
    if not source.is_test and source.module in PURE:
        for pattern, message in IMPURE:
            yield from source.matches(pattern, f"{source.module} is pure: {message}")
    for number, text in enumerate(source.text.splitlines(), 1):
        if UNFINISHED.search(text):
            yield number, "unfinished work is an issue, not a comment"


def invariant_problems(source):
    lines = source.text.splitlines()
    for match in re.finditer(r"@unchecked\s+Sendable", source.code):
        line = source.line(match.start())
        beside = lines[max(0, line - 1 - INVARIANT_ABOVE):line + INVARIANT_BELOW]
        if not any("//" in text and "invariant" in text.lower() for text in beside):
            yield line, f"`@unchecked Sendable` needs a comment with its Invariant in the {INVARIANT_ABOVE} lines above"


def length_problems(source):
    count = len(source.text.splitlines())
    if count > LONGEST_FILE:
        yield LONGEST_FILE + 1, f"{count} lines; a file has at most {LONGEST_FILE}: look for its second subject"
    for name, start, end in functions(source.code):
        length = source.line(end) - source.line(start) + 1
        if length > LONGEST_FUNCTION:
            yield source.line(start), f"`{name}` has {length} lines; a function has at most {LONGEST_FUNCTION}"


def c_problems(text):
    """Lengths in C, whose functions begin and end at the first column."""
    lines, begin = text.splitlines(), None
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
    yield from length_problems(source)
    if source.module:
        yield from import_problems(source)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    paths = [path for folder in ("Sources", "Tests") for path in sorted((root / folder).rglob("*.swift"))]
    found = False
    for path in paths + [root / "Package.swift"]:
        source = Source(root, path)
        for line, message in sorted(set(problems(source))):
            print(f"{source.name}:{line}: error: {message}")
            found = True
    for path in [path for folder in ("Sources", "Tests") for path in sorted((root / folder).rglob("*.[ch]"))]:
        for line, message in sorted(set(c_problems(path.read_text(encoding="utf-8")))):
            print(f"{path.relative_to(root)}:{line}: error: {message}")
            found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
