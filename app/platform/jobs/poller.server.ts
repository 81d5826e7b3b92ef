import { log } from "../log.server";

export interface Poller {
  /** Runs it now, or once more when it is running. */
  wake(): void;
  /** Lets it end. */
  stop(): Promise<void>;
}

/** Runs `work` when woken and every `everyMs`, never twice at once. */
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
        log.error("The worker's round failed", { error });
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
