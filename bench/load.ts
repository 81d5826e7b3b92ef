import { connect, type Socket } from "node:net";

export interface Load {
  requestsPerSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Requests an address repeatedly for `seconds` on `connections` kept-alive connections. Uses raw sockets,
 * because a full HTTP client would be slower than the server. Throws on any other status than `status`; null
 * accepts any. `path`: a different path for each request.
 */
export async function load(
  url: string,
  {
    headers = {},
    status = 200,
    connections = 32,
    seconds = 4,
    path,
  }: {
    headers?: Record<string, string>;
    status?: number | null;
    connections?: number;
    seconds?: number;
    path?: (count: number) => string;
  } = {},
): Promise<Load> {
  const { hostname, port, host, pathname } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  let count = 0;
  const request = () => `GET ${path?.(count++) ?? pathname} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      while (performance.now() < end) {
        const startedAt = performance.now();
        await sendRequest(socket, request(), status);
        times.push(performance.now() - startedAt);
      }
      socket.destroy();
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return { requestsPerSecond: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99) };
}

function sendRequest(socket: Socket, request: string, status: number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let remainingBytes = Number.POSITIVE_INFINITY;
    let head = "";
    const onData = (data: Buffer) => {
      if (remainingBytes === Number.POSITIVE_INFINITY) {
        head += data.toString("latin1");
        const bodyAt = head.indexOf("\r\n\r\n");
        if (bodyAt < 0) return;
        if (status !== null && !head.startsWith(`HTTP/1.1 ${status}`))
          return reject(new Error(head.slice(0, 200)));
        remainingBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - bodyAt - 4);
      } else remainingBytes -= data.length;
      if (remainingBytes > 0) return;
      socket.off("data", onData);
      socket.off("error", reject);
      resolve();
    };
    socket.on("data", onData);
    socket.once("error", reject);
    socket.write(request);
  });
}
