import { log } from "../log.server";

export interface Poller {
  /** Runs once more if it is running. */
  wake(): void;
  stop(): Promise<void>;
}

/** Runs a task periodically, never twice at the same time. */
export function createPoller(task: () => Promise<void>, everyMs: number): Poller {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await task();
      } catch (error) {
        log.error("poller-failed", "A worker run failed", { error });
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
