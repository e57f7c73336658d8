"""The lint's rule about the folders of a module: no two of them use each other both ways. A folder here is one below the module's own; the
files beside the folders belong to none. One folder uses another if it names a type that only the other one declares at the top level."""
import re

# The pairs that remain: the module, both folders, and the reason.
BOTH_WAYS = {
    ("DualCamConfig", "Loading", "Reading"): "a loader reads with readers, and a reader needs the rules with which a file is loaded",
    ("DualCamPlan", "Cost", "Planning"): "decisions are made by their costs, and costs are those of decisions",
    ("DualCamPlan", "Facts", "Graph"): "a user may describe a camera by the elements that deliver its pictures (`ElementSource`)",
    ("DualCamPlan", "Graph", "Motion"): "an animation consists of pictures, and a change of the picture names its animation",
    ("DualCamPlan", "Graph", "Planning"): "the builder adds parts to the plan, and some parts say themselves how they are built",
    ("DualCamPlan", "Graph", "Running"): "a running graph is directed in terms of its plan, and a plan has the timeouts of the running graph",
    ("DualCamRecordings", "Chapters", "History"): "chapters are marks of the history, and a recovery reads and writes them",
    ("DualCamRecordings", "Folder", "History"): "records are read from a folder, and the list of folders shows what their records say",
    ("DualCamRecordings", "Folder", "Ledger"): "a folder holds the ledger, and entries of the ledger name failures of folders",
    ("DualCamRecordings", "Folder", "Library"): "tags and derived files are in a session's folder, and the list of folders shows them",
    ("DualCamRecordings", "History", "Ledger"): "the history follows from the ledger, and the manifest sums it up",
    ("DualCamSession", "Control", "SessionMachine"): "a request changes the machine's pipeline, and the machine accepts requests",
    ("DualCamSession", "SessionMachine", "Writing"): "the machine's actions write, and it decides by readings of the disk",
    ("DualCamWorker", "Calibration", "PipelineFile"): "a plan needs measured costs, and a calibration may look for the pipeline file",
    ("DualCamWorker", "Calibration", "Recording"): "a recording is planned with measured costs, and a calibration records to measure",
    ("DualCamWorker", "PipelineFile", "Recording"): "a recording is prepared from the pipeline file, and a check of the file prepares one",
}
DECLARED = re.compile(
    r"^(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias)[ \t]+(\w+)", re.M)
TYPE = re.compile(r"\b[A-Z]\w+")


def folder_problems(sources):
    """Yields the file, the line and a message for each pair of folders that use each other and are not in `BOTH_WAYS`."""
    modules = {}
    for source in sources:
        if source.name.parts[0] == "Sources" and len(source.name.parts) > 3:
            modules.setdefault(source.module, []).append(source)
    seen = set()
    for module, files in sorted(modules.items()):
        uses = first_uses(files)
        for first, second in sorted(pair for pair in uses if pair[0] < pair[1] and pair[::-1] in uses):
            seen.add((module, first, second))
            if (module, first, second) in BOTH_WAYS:
                continue
            (source, word), (other, back) = uses[first, second], uses[second, first]
            line = source.line(re.search(rf"\b{word}\b", source.code).start())
            yield source.name, line, (
                f"the folders {first} and {second} of {module} use each other: {first} names {word}, and {second} names {back} in "
                f"{other.name.name}. Move a file, or add the pair to BOTH_WAYS with its reason (folder_pairs.py)")
    for pair in sorted(set(BOTH_WAYS) - seen):
        if pair[0] in modules and len(modules[pair[0]]) > 20:
            yield "Scripts/lint/folder_pairs.py", 1, f"{' '.join(pair)} use each other no more; remove the pair from BOTH_WAYS"


def first_uses(files):
    """Returns for each pair of folders, of which the first one uses the second one, a file of the first and the type that it names."""
    owners = {}
    for source in files:
        for name in DECLARED.findall(source.code):
            owners.setdefault(name, set()).add(source)
    uses = {}
    for source in files:
        for word in TYPE.findall(source.code):
            declaring = owners.get(word, set())
            folders = {other.name.parts[2] for other in declaring}
            if len(folders) == 1 and source not in declaring and source.name.parts[2] not in folders:
                uses.setdefault((source.name.parts[2], folders.pop()), (source, word))
    return uses
