import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Accepts connections and never answers. `url`: as a bucket, for S3_URL. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://key:secret@127.0.0.1:${port}/rukn-files?region=me-central-1`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
