"""The part of Swift's grammar that the lint rules need: the places of strings and comments, and the ends of functions."""
import re

# A declaration at the start of a line, after attributes and modifiers.
DECLARATION = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:\w+(?:\(\w+\))?[ \t]+)*?"
    r"(func[ \t]+(?P<name>[^\s(<]+)|init[?!]?(?=[ \t]*[(<])|deinit\b|subscript(?=[ \t]*[(<]))", re.M)
STARTS_NEXT = re.compile(
    r"\n\s*(?:@|\}|(?:\w+(?:\(\w+\))?\s+)*(?:func|init|deinit|subscript|var|let|case|struct|class|enum|typealias|"
    r"associatedtype|extension|protocol|actor)\b)")
OPENERS, CLOSERS = "([{", ")]}"
# The places where code may end and a comment or a string may begin.
TEXT = re.compile(r'//|/\*|#*"')
STRING = re.compile(r'(#*)("""|")')


def without_text(source):
    """Returns the source with every character of strings and comments replaced by a blank; lines and offsets stay.

    The code inside an interpolation stays, because it is code."""
    out = list(source)
    position = 0
    while match := TEXT.search(source, position):
        position = _step(source, match.start(), out)
    return "".join(out)


def _blank(out, start, end):
    out[start:end] = ["\n" if character == "\n" else " " for character in out[start:end]]


def _step(source, position, out):
    """Moves over one character of code, or over one whole comment or string."""
    if source.startswith("//", position):
        end = source.find("\n", position)
        end = len(source) if end < 0 else end
        _blank(out, position, end)
        return end
    if source.startswith("/*", position):
        return _comment(source, position, out)
    opening = STRING.match(source, position)
    if opening:
        return _string(source, opening, out)
    return position + 1


def _comment(source, start, out):
    """Skips a block comment; Swift's nest."""
    depth, position = 0, start
    while position < len(source):
        if source.startswith("/*", position):
            depth, position = depth + 1, position + 2
        elif source.startswith("*/", position):
            depth, position = depth - 1, position + 2
            if depth == 0:
                break
        else:
            position += 1
    _blank(out, start, position)
    return position


def _string(source, opening, out):
    hashes, quote = opening.groups()
    closing, escape = quote + hashes, "\\" + hashes
    position, begun = opening.end(), opening.start()
    while position < len(source):
        if source.startswith(closing, position):
            position += len(closing)
            break
        if source.startswith(escape + "(", position):
            _blank(out, begun, position + len(escape) + 1)
            position = begun = _interpolation(source, position + len(escape) + 1, out)
        elif source.startswith(escape, position):
            position += len(escape) + 1
        elif source[position] == "\n" and quote == '"':
            break
        else:
            position += 1
    _blank(out, begun, position)
    return position


def _interpolation(source, position, out):
    depth = 1
    while position < len(source) and depth > 0:
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        if depth == 0:
            break
        position = _step(source, position, out)
    return position


def _closing(code, position):
    """Returns the offset of the bracket that closes the one at `position`."""
    depth = 0
    for index in range(position, len(code)):
        if code[index] in OPENERS:
            depth += 1
        elif code[index] in CLOSERS:
            depth -= 1
            if depth == 0:
                return index
    return len(code) - 1


def _body(code, position):
    """Returns the offset of the body's brace after a declaration's name, or None if a protocol requires the function."""
    parenthesis = code.find("(", position)
    brace = code.find("{", position)
    if 0 <= parenthesis < brace:
        position = _closing(code, parenthesis)
        brace = code.find("{", position)
    if brace < 0:
        return None
    between = STARTS_NEXT.search(code, position, brace)
    return None if between else brace


def functions(code):
    """Returns each function with a body in blanked code: its name, and the offsets of its first and last character."""
    for match in DECLARATION.finditer(code):
        brace = _body(code, match.end(1))
        if brace is not None:
            yield match.group("name") or match.group(1), match.start(1), _closing(code, brace)


def is_exhaustive_switch(code):
    """Returns whether a function's body is one `switch` without `default`, in which the compiler finds missing cases."""
    body = code[code.index("{") + 1:code.rindex("}")].strip()
    if not re.match(r"(?:return\s+)?switch\b", body) or re.search(r"(?m)^\s*default\s*:", body):
        return False
    return _closing(body, body.index("{")) == len(body) - 1
