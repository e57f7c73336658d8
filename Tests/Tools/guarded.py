"""Runs a function in a process of its own and ends every process that it has started, however it ends: also by SIGKILL.

A guardian process runs between the two. It adopts every process that loses its parent (PR_SET_CHILD_SUBREAPER, prctl(2)), even in
another session. The kernel signals it when its own parent has ended (PR_SET_PDEATHSIG)."""
import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None, use_errno=True)


def run(function, clean=lambda: None):
    """Returns the exit code of `function()`, or 128 plus the signal's number if a signal ended this process's work.

    Calls `clean()` after all processes of the function have ended, unless this process was killed."""
    parent = os.getpid()
    guardian = os.fork()
    if guardian == 0:
        os._exit(guard(parent, function))
    received = []

    def forward(number, _):
        received.append(number)
        os.kill(guardian, signal.SIGTERM)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, forward)
    while True:
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(guardian, 0)[1])
            clean()
            return 128 + received[0] if received else code
        except InterruptedError:
            continue


def guard(parent, function):
    os.setsid()
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: end_all_and_exit())
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        end_all_and_exit()
    worker = os.fork()
    if worker == 0:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        code = 1
        try:
            code = function()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code or 0)
    while True:
        ended, status = os.wait()
        if ended == worker:
            end_all()
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def descendants():
    """Returns the descendants of this process."""
    children = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if fields[0] != b"Z":
            children.setdefault(int(fields[1]), []).append(int(name))
    found, queue = [], [os.getpid()]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def end_all():
    """Ends all descendants of this process; the next round finds those that were started meanwhile."""
    while below := descendants():
        for process in below:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        while True:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    break
            except ChildProcessError:
                break


def end_all_and_exit():
    end_all()
    os._exit(128 + signal.SIGTERM)
