"""Clients that are malicious or faulty."""
import asyncio
import os
import random
import time

# The header with the token: these clients know it and are malicious nevertheless.
field = ""


def upgrade():
    return ("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + field +
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()


def request(line):
    return f"{line} HTTP/1.1\r\nHost: localhost\r\n{field}".encode()


async def nonsense(reader, writer):
    writer.write(os.urandom(random.randrange(1, 5000)))


async def body_without_end(reader, writer):
    writer.write(request("POST /api/v1/commands/mark") + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(100):
        writer.write(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
        await writer.drain()


async def head_without_end(reader, writer):
    writer.write(b"GET / HTTP/1.1\r\n")
    for _ in range(1000):
        writer.write(b"X: " + b"y" * 1000 + b"\r\n")
        await writer.drain()


async def byte_by_byte(reader, writer):
    for byte in b"GET /api/v1/state HTTP/1.1\r\n":
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.5)


async def silence(reader, writer):
    await asyncio.sleep(random.random() * 5)


async def message_without_end(reader, writer):
    writer.write(upgrade())
    await writer.drain()
    writer.write(b"\x01\xfe\xea\x60\0\0\0\0" + os.urandom(60000))
    for _ in range(50):
        writer.write(b"\x00\xfe\xea\x60\0\0\0\0" + b"a" * 60000)
        await writer.drain()


async def deaf_follower(reader, writer):
    """Opens a WebSocket and reads nothing."""
    reader._transport.pause_reading()
    writer.write(upgrade())
    await asyncio.sleep(random.random() * 15)


async def deaf_asker(reader, writer):
    """Sends requests again and again, and reads no answer."""
    reader._transport.pause_reading()
    for _ in range(2000):
        writer.write(request("GET /api/v1/state") + b"\r\n")
        await asyncio.wait_for(writer.drain(), 2)


async def snapshots(reader, writer):
    """Requests what costs most."""
    for _ in range(20):
        writer.write(request("GET /api/v1/snapshots/combined?format=png") + b"\r\n")
    await writer.drain()


async def half_open(reader, writer):
    """Closes its sending half within a request or after a whole one."""
    writer.write(random.choice([b"GET /api", request("GET /api/v1/state") + b"\r\n"]))
    writer.write_eof()


async def wrong_json(reader, writer):
    body = random.choice([b"[" * 30000, b'{"text":"' + b"\\u0000" * 5000 + b'"}', b'{"text":' * 4000, b"\xff\xfe"])
    writer.write(
        request("POST /api/v1/commands/mark") + b"Content-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body) + body)


KINDS = [
    nonsense, body_without_end, head_without_end, byte_by_byte, silence, message_without_end, deaf_follower, deaf_asker,
    snapshots, half_open, wrong_json]


async def enemy(port, end):
    """Runs one bad client after the other; half of them disconnect silently."""
    while time.monotonic() < end:
        writer = None
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await random.choice(KINDS)(reader, writer)
            await asyncio.wait_for(reader.read(), 2)
        except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError):
            pass
        finally:
            if writer and random.random() < 0.5:
                writer.transport.abort()
            elif writer:
                writer.close()
        await asyncio.sleep(0.02)
