"""Child processes that end with the tests, however the tests end."""
import pathlib
import shlex
import time

# The timeout in seconds for any step on any machine. It only guards against hangs.
PATIENCE = 60
# The command prefix with which the kernel kills a command when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG).
TIED = ["setpriv", "--pdeathsig", "KILL", "--"]


def tied(folder, program):
    """Writes a script that runs a program and dies with its parent, for callers that start a program by its path alone."""
    script = pathlib.Path(folder) / f"tied-{pathlib.Path(program).name}"
    script.write_text(f'#!/bin/sh\nexec {shlex.join([*TIED, str(program)])} "$@"\n')
    script.chmod(0o755)
    return str(script)


def descendants(number):
    """Returns the child processes of a process and their children, with their commands."""
    found = {}
    for task in pathlib.Path(f"/proc/{number}/task").glob("*"):
        try:
            children = [int(child) for child in (task / "children").read_text().split()]
        except OSError:
            continue  # The process has just ended.
        for child in children:
            found |= {child: command_of(child)} | descendants(child)
    return found


def command_of(number):
    try:
        return pathlib.Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def until(is_so, told=lambda: "", pause=lambda: time.sleep(0.05)):
    """Waits until `is_so` returns true. `told` returns the message of a timeout; `pause` runs between two checks."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, told()
        pause()


def home_in(folder):
    """Makes a home of a folder, and returns the environment that uses it, so that nothing of the user's is read or written."""
    names = {f"XDG_{name.upper()}_HOME": folder / name for name in ("config", "state", "data", "cache")}
    names["XDG_RUNTIME_DIR"] = folder / "runtime"
    for place in names.values():
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {"HOME": str(folder)} | {name: str(place) for name, place in names.items()}


def is_running(number):
    """Returns whether a process exists and has not ended."""
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
