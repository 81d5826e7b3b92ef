import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/** Stands between a program and its database, and can forget connections without telling anybody. */
export interface StuckProxy {
  port: number;
  /** Forwards nothing any more on what is open now, and leaves it open. New connections go through. */
  freeze(): void;
  /** As `freeze`, and new connections are taken and led nowhere, until `thaw`. */
  freezeAll(): void;
  thaw(): void;
  /** Cuts what is open, and refuses what comes, until `open`. */
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
      // Read, so that whoever sends does not notice.
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
