/** A client, or all of them together, have too many tasks waiting. */
export class QueueFull extends Error {
  override name = "QueueFull";

  constructor(readonly of: "client" | "all") {
    super(of === "client" ? "Too many tasks of this client wait" : "Too many tasks wait");
  }
}

export interface Turn {
  /** Tasks of a client run one after the other between those of others. */
  client: string;
  /** Runs before all tasks without it. */
  hasPriority?: boolean;
  /** Leaves the queue when aborted; a running task continues. */
  signal?: AbortSignal;
}

/** Clients take turns, so that one does not delay others. Throws `QueueFull`. */
export function createFairQueue({
  concurrency,
  maxPerClient,
  maxWaiting,
}: {
  concurrency: number;
  maxPerClient: number;
  maxWaiting: number;
}): <Result>(turn: Turn, run: () => Promise<Result>) => Promise<Result> {
  const urgent = new Map<string, (() => void)[]>();
  const ordinary = new Map<string, (() => void)[]>();
  let running = 0;
  let waitingCount = 0;

  function wait({ client, hasPriority, signal }: Turn): Promise<void> {
    signal?.throwIfAborted();
    const waiting = hasPriority ? urgent : ordinary;
    const queue = waiting.get(client) ?? [];
    if (queue.length >= maxPerClient) throw new QueueFull("client");
    if (waitingCount >= maxWaiting) throw new QueueFull("all");
    waitingCount++;
    waiting.set(client, queue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    queue.push(start);
    signal?.addEventListener("abort", leave, { once: true });
    return promise;

    function start(): void {
      signal?.removeEventListener("abort", leave);
      resolve();
    }
    function leave(): void {
      const queue = waiting.get(client) ?? [];
      const at = queue.indexOf(start);
      if (at < 0) return;
      queue.splice(at, 1);
      waitingCount--;
      if (queue.length === 0) waiting.delete(client);
      reject(signal?.reason);
    }
  }

  function startNext(): void {
    const waiting = urgent.size > 0 ? urgent : ordinary;
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    const [client, queue] = next;
    const start = queue.shift()!;
    waitingCount--;
    waiting.delete(client);
    if (queue.length > 0) waiting.set(client, queue);
    start();
  }

  return async (turn, run) => {
    if (running < concurrency) running++;
    else await wait(turn);
    try {
      return await run();
    } finally {
      startNext();
    }
  };
}
