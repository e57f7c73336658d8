/** Sends the newest of many values: one at a time, and at a limited rate. */
export class Paced<Value> {
  private next: { value: Value } | null = null;
  private isSending = false;
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly send: (value: Value) => Promise<unknown>, private readonly interval = 334, private readonly now = () => performance.now(),
  ) {}

  push(value: Value): void {
    this.next = { value };
    this.advance();
  }

  private advance(): void {
    if (this.next === null || this.isSending || this.timer !== null) return;
    const wait = this.last + this.interval - this.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = null;
        this.advance();
      }, wait);
      return;
    }
    const { value } = this.next;
    this.next = null;
    this.isSending = true;
    this.last = this.now();
    void this.send(value).finally(() => {
      this.isSending = false;
      this.advance();
    });
  }
}
