// The overlay over libsoup and D-Bus.
