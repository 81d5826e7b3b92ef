import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeEInvoiceProvider {
  /** E_INVOICE_URL and E_INVOICE_KEY. */
  env: { E_INVOICE_URL: string; E_INVOICE_KEY: string };
  /** Submitted documents, by the product's id. */
  documents: Map<string, { xml: string; state: string; reason?: string }>;
  /** If true, answers every call with 503. */
  down: boolean;
  /** Rejects submitted documents with this reason. */
  refuses: string | null;
  close(): Promise<void>;
}

const KEY = "key of the fake provider";

/** A local server that implements the e-invoice protocol of docs/operations.md. */
export async function startFakeEInvoiceProvider(): Promise<FakeEInvoiceProvider> {
  const server = createServer(async (request, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    let xml = "";
    for await (const part of request.setEncoding("utf8")) xml += part;
    if (standIn.down) return say(503, {});
    if (request.headers.authorization !== `Bearer ${KEY}`) return say(401, {});
    const [, name = ""] = /^\/asp\/documents\/([\w-]+)$/.exec(request.url ?? "") ?? [];
    if (request.method === "PUT") {
      if (standIn.refuses) return say(422, { reason: standIn.refuses });
      if (!standIn.documents.has(name)) standIn.documents.set(name, { xml, state: "sent" });
      return say(201, { id: `asp-${name}` });
    }
    const found = standIn.documents.get(name.replace(/^asp-/, ""));
    return found ? say(200, { state: found.state, reason: found.reason }) : say(404, {});
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const standIn: FakeEInvoiceProvider = {
    env: { E_INVOICE_URL: `http://127.0.0.1:${port}/asp`, E_INVOICE_KEY: KEY },
    documents: new Map(),
    down: false,
    refuses: null,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return standIn;
}
