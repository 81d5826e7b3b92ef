import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer that distributes requests among processes over kept-alive connections. */
export interface Balancer {
  origin: string;
  /** Target ports, used in turn. */
  ports: number[];
  close(): void;
}

/**
 * Retries refused connections at the next process and nothing else, because after a connection reset the fate
 * of the request is unknown.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const balancer: Balancer = {
    origin: "",
    ports: [],
    close: () => {
      server.close();
      agent.destroy();
    },
  };
  let turn = 0;

  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse, first: number, tries = 0) {
    // Each request starts from its own first target; a shared counter could pick the same process again.
    const port = balancer.ports[(first + tries) % balancer.ports.length]!;
    const { method, url: path, headers } = from;
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      const { connection, "keep-alive": keepAlive, ...others } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, others);
      answer.pipe(to);
      answer.on("error", () => to.destroy());
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && tries < 20) {
        setTimeout(() => forward(from, body, to, first, tries + 1), 20);
      } else if (!to.headersSent) to.writeHead(502, { "X-Lost": error.code ?? error.message }).end();
    });
    sent.end(body);
  }

  const server = createServer((from, to) => {
    const chunks: Buffer[] = [];
    from.on("data", (chunk: Buffer) => chunks.push(chunk));
    from.on("end", () => forward(from, Buffer.concat(chunks), to, turn++));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  balancer.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return balancer;
}
