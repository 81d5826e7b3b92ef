import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface EInvoiceStandIn {
  /** E_INVOICE_URL and E_INVOICE_KEY. */
  env: { E_INVOICE_URL: string; E_INVOICE_KEY: string };
  /** What was handed over, by our id. */
  documents: Map<string, { xml: string; state: string; reason?: string }>;
  /** Answers every call with 503 while it is true. */
  down: boolean;
  /** Turns down what is handed over, with this reason. */
  refuses: string | null;
  close(): Promise<void>;
}

const KEY = "key of the stand-in";

/** A server on this machine that speaks as docs/operations.md says of e-invoices. */
export async function startEInvoiceProvider(): Promise<EInvoiceStandIn> {
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
  const standIn: EInvoiceStandIn = {
    env: { E_INVOICE_URL: `http://127.0.0.1:${port}/asp`, E_INVOICE_KEY: KEY },
    documents: new Map(),
    down: false,
    refuses: null,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return standIn;
}
