"""Stands between a page and its program, and simulates a machine that is not at hand, such as a camera with controls or a nearly full disk."""
import copy
import json


class Told:
    """Changes the state that the pages of a context receive, and keeps some commands from the program.

    `change` takes a state and may change it. `settings` replace the program's own, and so does `status`."""

    def __init__(self, context, settings=None, status=None, commands=()):
        self.settings, self.status, self.commands = settings or {}, status or {}, []
        # The number of the page's commands that the newest state contains.
        self.known = 0
        context.route("**/api/v1/state", self._state)
        context.route_web_socket("**/api/v1/events", self._events)
        for name in commands:
            context.route(f"**/api/v1/commands/{name}", self._command)

    def change(self, state):
        state["settings"] |= copy.deepcopy(self.settings)
        if self.status:
            state["status"] = (state["status"] or EMPTY) | self.status
        return state

    def _state(self, route):
        answer = route.fetch()
        known = len(self.commands)
        route.fulfill(response=answer, json=self.change(answer.json()) if answer.ok else None)
        self.known = known

    def _events(self, page):
        server = page.connect_to_server()

        def tell(text):
            message = json.loads(text)
            if message["event"] == "state":
                message = self.change(message)
            elif message["event"] == "status":
                message |= self.status
            page.send(json.dumps(message))

        server.on_message(tell)

    def _command(self, route):
        name, arguments = route.request.url.split("/")[-1], route.request.post_data_json
        self.commands.append((name, arguments))
        if name == "control":
            self.settings[f"controls.{arguments['camera']}.{arguments['control']}"]["value"] = arguments["value"]
        route.fulfill(json={"at": None, **arguments})


EMPTY = {
    "recorded": 0, "free": None, "lasts": None, "flowing": False, "lost": [], "load": None, "queue": 0, "shed": [], "rates": {},
    "outputs": [], "heat": None, "battery": None, "paused": False, "levels": None,
}


def number(value, least, most, **more):
    return {"value": value, "command": "control", "least": least, "most": most, "step": 1, "unit": "", **more}


def choice(value, *words, **more):
    return {"value": value, "command": "control", "choices": list(words), **more}


def webcam(camera):
    """Returns the controls of a common USB camera, which focuses and exposes by itself."""
    inactive = {"obstacle": "it has no effect while auto_exposure is aperture_priority_mode"}
    own = {
        "exposure": number("auto", 3, 2047), "exposure-bias": choice("0.0", *[f"{step / 2}" for step in range(-4, 5)]),
        "focus": number("auto", 0, 250), "white-balance": number("auto", 2800, 6500), "power-line": choice("50", "off", "50", "60"),
        "auto_exposure": choice("aperture_priority_mode", "manual_mode", "aperture_priority_mode"),
        "exposure_time_absolute": number(250, 3, 2047, **inactive), "focus_automatic_continuous": choice(True, False, True),
        "white_balance_automatic": choice(True, False, True), "brightness": number(128, 0, 255), "sharpness": number(3, 0, 7),
    }
    return {f"controls.{camera}.{name}": setting for name, setting in own.items()}
