"""Viewers of previews: some read and acknowledge, others are stalled."""
import asyncio
import base64
import json
import os
import struct
import time

import door_enemies

QUERIES = ["source=combined&width=640", "source=back&width=320", "source=multiview&width=640"]


class Closed(Exception):
    """Raised if the server has ended a preview that should have continued."""


async def connected(port, query):
    """Opens a WebSocket; returns its streams."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        (f"GET /api/v1/preview?{query} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         f"{door_enemies.field}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in answer:
        raise Closed(f"no WebSocket: {answer[:60]}")
    return reader, writer


async def message(reader):
    """Returns the kind and the bytes of one message (RFC 6455, 5.2)."""
    kind, length = await reader.readexactly(2)
    if length in (126, 127):
        size = 2 if length == 126 else 8
        length = struct.unpack(">H" if size == 2 else ">Q", await reader.readexactly(size))[0]
    return kind, await reader.readexactly(length)


def send(writer, kind, data):
    """Sends a client's message with mask 0."""
    writer.write(bytes([kind, 0x80 | len(data), 0, 0, 0, 0]) + data)


async def watcher(port, end, number, told):
    """Acknowledges each frame. Counts frames that are missing silently and those that were left out, and measures each frame's delay."""
    reader, writer = await connected(port, QUERIES[number % len(QUERIES)])
    last = None
    while time.monotonic() < end:
        try:
            kind, data = await asyncio.wait_for(message(reader), 5)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.TimeoutError) as error:
            raise Closed(f"a preview: {error!r}") from error
        if kind == 0x89:
            send(writer, 0x8A, data)
        elif kind != 0x82:
            if kind == 0x88 or b'"error"' in data:
                raise Closed(f"a preview was ended: {data[:200]}")
        else:
            _, flags, _, frame, running = struct.unpack(">BBHIQ", data[:16])
            if last is not None:
                told["frames-lacking"] += frame != last + 1 and not flags & 2
                told["frames-skipped"] += frame - last - 1
            last = frame
            told["frames"] += 1
            told["lags"].append(time.monotonic() - running / 1e9)
            send(writer, 0x81, json.dumps({"ack": frame}).encode())
    writer.close()


async def stalled(port, end, number):
    """Reads without acknowledging, or does not even read: the server may disconnect it."""
    reader, writer = await connected(port, QUERIES[number % len(QUERIES)])
    try:
        while number % 2 and time.monotonic() < end:
            await asyncio.wait_for(message(reader), 1)
    except (asyncio.IncompleteReadError, ConnectionError, asyncio.TimeoutError):
        pass
    await asyncio.sleep(max(0, end - time.monotonic()))
    writer.close()
