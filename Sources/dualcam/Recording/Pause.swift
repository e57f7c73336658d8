/// Waits, and returns at once when the task is cancelled; whoever calls it looks at that himself.
func pause(for length: Duration) async {
    do { try await Task.sleep(for: length) } catch {}
}
