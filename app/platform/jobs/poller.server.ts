import { log } from "../log.server";

export interface Poller {
  /** Runs now, or once more after the current run. */
  wake(): void;
  /** Waits for the current run. */
  stop(): Promise<void>;
}

/** Runs `work` when woken and every `everyMs` milliseconds, never twice at the same time. */
export function createPoller(work: () => Promise<void>, everyMs: number): Poller {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        log.error("A worker run failed", { error });
      }
    } while (again && !stopped);
    running = null;
  }
  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= run();
  }
  const timer = setInterval(wake, everyMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
