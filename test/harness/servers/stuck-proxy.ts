import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/** A proxy between a program and its database that can drop connections silently. */
export interface StuckProxy {
  port: number;
  /** Stops forwarding on open connections and leaves them open. New connections work. */
  freeze(): void;
  /** Like `freeze`, and new connections are accepted but not forwarded until `thaw`. */
  freezeAll(): void;
  thaw(): void;
  /** Closes open connections and refuses new ones until `open`. */
  refuse(): void;
  open(): void;
  close(): void;
}

export async function startStuckProxy(target: { host: string; port: number }): Promise<StuckProxy> {
  const sockets = new Set<Socket>();
  let closed = false;
  let port = 0;
  const server = createServer((near) => {
    sockets.add(near);
    near.on("error", () => {});
    if (closed) return;
    const far = createConnection(target);
    sockets.add(far);
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  port = (server.address() as AddressInfo).port;

  function freeze() {
    for (const socket of sockets) {
      socket.unpipe();
      socket.removeAllListeners();
      socket.on("error", () => {});
      // Keeps reading, so that the sender does not notice.
      socket.resume();
    }
  }
  function refuse() {
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  return {
    port,
    freeze,
    freezeAll() {
      freeze();
      closed = true;
    },
    thaw() {
      closed = false;
    },
    refuse,
    open() {
      if (!server.listening) server.listen(port, "127.0.0.1");
    },
    close: refuse,
  };
}
