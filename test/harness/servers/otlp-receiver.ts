import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  name: string;
  service: string;
  attributes: Record<string, string | number>;
}

export interface OtlpReceiver {
  /** OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** All request bodies as sent. */
  bodies: string[];
  close(): void;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, "service" | "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
}

/** Collector for traces in OTLP over HTTP with JSON (https://opentelemetry.io/docs/specs/otlp). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const isExport = request.method === "POST" && request.url === "/v1/traces";
    if (!isExport || request.headers["content-type"] !== "application/json")
      return response.writeHead(404).end();
    bodies.push(body);
    spans.push(...spansIn(JSON.parse(body) as ExportRequest));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: () => server.close(),
  };
}

function spansIn({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ parentSpanId = "", attributes, ...span }) => ({
        ...span,
        parentSpanId,
        service: String(valuesOf(resource.attributes)["service.name"]),
        attributes: valuesOf(attributes),
      })),
    ),
  );
}

function valuesOf(attributes: Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]),
  );
}
