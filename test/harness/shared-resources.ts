import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";

/** Resources shared by the test files of a run: created in the main process when first requested. */

/** Folder for sockets: their paths have at most 107 bytes, and TMPDIR may be long. */
export function socketFolder(): string {
  return tmpdir().length <= 40 ? tmpdir() : "/tmp";
}

/**
 * Serves resources by name at the socket of this path and creates each once; returns the created ones, the
 * server and its close function.
 */
export async function serveShared<Resource>(path: string, create: (name: string) => Promise<Resource>) {
  const resources = new Map<string, Promise<Resource>>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", async (data) => {
      const name = data.toString();
      if (!resources.has(name)) resources.set(name, create(name));
      try {
        socket.end(JSON.stringify(await resources.get(name)));
      } catch (error) {
        socket.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return { resources, server, close: () => server.close() };
}

/** Serialisable data of a resource at the socket of this path. */
export function requestShared<Data>(path: string, name: string): Promise<Data> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let text = "";
    socket.on("connect", () => socket.write(name));
    socket.on("error", reject);
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("end", () => {
      const response = JSON.parse(text) as Data & { error?: string };
      if (response.error) reject(new Error(`${name} could not be made for the tests: ${response.error}`));
      else resolve(response);
    });
  });
}
