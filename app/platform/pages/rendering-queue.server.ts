/** More are waiting to be rendered than anybody would wait for. */
export class QueueFull extends Error {
  override name = "QueueFull";
}

const MAX_BATCH = 2;
/** Of one network. An office opens its pages of the morning at once. */
const MAX_PER_CLIENT = 40;
const MAX_WAITING = 400;

/**
 * Pages that are rendered for one request, few at once, so that those from memory are answered between them. Networks take
 * turns: whoever asks for many waits for themselves. Throws `QueueFull` where too many wait already.
 */
export function queueRenderings(): <Page>(network: string, render: () => Promise<Page>) => Promise<Page> {
  const waiting = new Map<string, (() => void)[]>();
  let underWay = 0;
  let all = 0;

  function wait(network: string): Promise<void> {
    const own = waiting.get(network) ?? [];
    if (own.length >= MAX_PER_CLIENT || all >= MAX_WAITING) throw new QueueFull("Too many pages wait");
    all++;
    waiting.set(network, own);
    return new Promise((resolve) => own.push(resolve));
  }

  /** Lets the first of the network go that has waited longest for its turn. */
  function passOn(): void {
    const [next] = waiting;
    if (!next) {
      underWay--;
      return;
    }
    const [network, own] = next;
    const go = own.shift()!;
    all--;
    waiting.delete(network);
    if (own.length > 0) waiting.set(network, own);
    go();
  }

  return async (network, render) => {
    if (underWay < MAX_BATCH) underWay++;
    else await wait(network);
    try {
      return await render();
    } finally {
      passOn();
    }
  };
}
