export class QueueFull extends Error {
  override name = "QueueFull";
}

const MAX_BATCH = 2;
/** An office opens its pages at the same time in the morning. */
const MAX_PER_CLIENT = 40;
const MAX_WAITING = 400;

/** Networks take turns, so that one does not delay others. Throws `QueueFull`. */
export function createRenderingQueue(): <Page>(
  network: string,
  render: () => Promise<Page>,
) => Promise<Page> {
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let waitingCount = 0;

  function wait(network: string): Promise<void> {
    const queue = waiting.get(network) ?? [];
    if (queue.length >= MAX_PER_CLIENT || waitingCount >= MAX_WAITING)
      throw new QueueFull("Too many pages wait");
    waitingCount++;
    waiting.set(network, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  function startNext(): void {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    const [network, queue] = next;
    const go = queue.shift()!;
    waitingCount--;
    waiting.delete(network);
    if (queue.length > 0) waiting.set(network, queue);
    go();
  }

  return async (network, render) => {
    if (running < MAX_BATCH) running++;
    else await wait(network);
    try {
      return await render();
    } finally {
      startNext();
    }
  };
}
