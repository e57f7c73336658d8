// The doors to a session.
