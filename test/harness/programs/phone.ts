import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { build, type Rolldown } from "vite";
import { vi } from "vitest";

/** A request received by the phone's server. */
export interface ReceivedRequest {
  path: string;
  key: string | undefined;
  body: unknown;
}

/** Response to a request; `lost`: the request arrived but its response does not. */
export type PhoneResponse = { status: number; body?: object } | "lost";

/**
 * A technician's phone: its storage, a server behind its connection, and pages that are opened, closed and
 * reopened.
 */
export interface Phone {
  /** All received requests in order. */
  receivedRequests: ReceivedRequest[];
  /** Sets the response to further requests. */
  respondWith(by: (request: ReceivedRequest) => PhoneResponse): void;
  /** If false, no request reaches the server. */
  connected: boolean;
  close(): Promise<void>;
}

export async function createPhone(): Promise<Phone> {
  let respond: (request: ReceivedRequest) => PhoneResponse = () => ({ status: 200 });
  const receivedRequests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = { path: request.url ?? "", key: keyOf(request), body: await bodyOf(request) };
    receivedRequests.push(received);
    const reply = respond(received);
    if (reply === "lost") return response.destroy();
    response.writeHead(reply.status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;

  const phone: Phone = {
    receivedRequests,
    respondWith(by) {
      respond = by;
    },
    connected: true,
    close: () => closeServer(server),
  };
  // Pages use paths without an origin.
  const send: typeof fetch = (path, init) =>
    phone.connected ? nodeFetch(`http://127.0.0.1:${port}${path}`, init) : Promise.reject(new TypeError());
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("XMLHttpRequest", createXmlHttpRequest(send));
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.stubGlobal("indexedDB", new IDBFactory());
  return phone;
}

let bundled: Promise<string> | undefined;
let pages = 0;

/**
 * The technician's page just after loading: empty memory, existing storage. Its code is one bundle, because
 * the message catalogue alone has thousands of files.
 */
export async function openPage(): Promise<typeof import("./technician-page")> {
  bundled ??= bundlePage();
  const code = Buffer.from(await bundled).toString("base64");
  return import(/* @vite-ignore */ `data:text/javascript;base64,${code}#page-${++pages}`);
}

async function bundlePage(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("./technician-page.ts", import.meta.url)),
      target: "node24",
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

const nodeFetch = globalThis.fetch;

/** The parts of XMLHttpRequest that uploads use, because Node has none. */
function createXmlHttpRequest(send: typeof fetch) {
  return class {
    upload = {};
    status = 0;
    response: unknown = null;
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    #path = "";
    #headers: Record<string, string> = {};
    open(_method: string, path: string) {
      this.#path = path;
    }
    abort() {
      this.onabort();
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    send(body: Blob) {
      send(this.#path, { method: "POST", headers: this.#headers, body }).then(
        async (answer) => {
          this.status = answer.status;
          this.response = await answer.json();
          this.onload();
        },
        () => this.onerror(),
      );
    }
  };
}

function keyOf(request: IncomingMessage): string | undefined {
  return request.headers["idempotency-key"]?.toString();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  return request.headers["content-type"] === "application/json" ? JSON.parse(String(bytes)) : String(bytes);
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
