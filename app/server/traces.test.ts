import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isLongRun, isOneRunOf, randomOf } from "../../test/faults/rounds";
import { createCompany, form } from "../../test/harness/company/company";
import { highGuestLimits } from "../../test/harness/http-app";
import { bundledProgram } from "../../test/harness/programs/bundled";
import { type Product, startProduct } from "../../test/harness/programs/product";
import { createTestDatabase, type TestDatabase } from "../../test/harness/servers/database";
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from "../../test/harness/servers/otlp-receiver";

let folder: string;
let program: string;
let database: TestDatabase;
let receiver: OtlpReceiver;
let products: Product[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "traces-"));
  program = await bundledProgram("product-process");
  database = await createTestDatabase();
  await createCompany(database.db);
});
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => {
  for (const { process } of products) process.kill("SIGKILL");
  products = [];
  receiver.close();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Prints each file of the tracing SDK that the process loads. */
const PRINT_LOADED_SDK = `--import "data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) {
    if (/otlp-export|@opentelemetry.(?!api)/.test(url)) console.log("SDK loaded: " + url);
    return next(url, context);
  } });`)}"`;

async function start(env: NodeJS.ProcessEnv): Promise<Product> {
  const product = await startProduct(program, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
    NODE_OPTIONS: PRINT_LOADED_SDK,
    ...highGuestLimits,
    ...env,
  });
  products.push(product);
  return product;
}

/** Ends the processes, which sends the remaining spans. */
async function stopAll(): Promise<void> {
  for (const { process } of products) process.kill("SIGTERM");
  expect(await Promise.all(products.map(({ ended }) => ended))).toEqual(products.map(() => 0));
}

async function book(origin: string, headers: Record<string, string> = {}): Promise<Response> {
  const check = await (await fetch(`${origin}/api/security-check`)).json();
  return fetch(`${origin}/api/handle-booking`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({
      ...{ customerName: "Aisha Al Marri", email: form.email, phone: "+971501234567", service: "plumbing" },
      addressParts: { street: "Al Marsa Street", area: "Dubai Marina" },
      securityCheck: { id: check.id, answer: check.a + check.b },
    }),
  });
}

const mailsSent = () =>
  vi.waitFor(
    async () => {
      const mails = await database.db.selectFrom("mails").select("state").execute();
      expect(mails.map(({ state }) => state)).toEqual(["sent", "sent"]);
    },
    { timeout: 60_000, interval: 100 },
  );

describe("traces", () => {
  it.runIf(isOneRunOf(3, randomOf("traces")))(
    "shows one trace from the request to the sent emails, without personal data",
    async () => {
      const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
      const web = await start({ ...otel, ROLE: "web", OTEL_SERVICE_NAME: "website" });
      await start({ ...otel, ROLE: "worker", OTEL_SERVICE_NAME: "worker" });
      expect((await book(web.origin)).status).toBe(200);
      await mailsSent();
      await stopAll();

      const { spans } = receiver;
      // The last one, because a busy machine repeats transactions.
      const named = (name: string): ReceivedSpan => {
        const found = spans.findLast((span) => span.name === name);
        expect(
          found,
          `${name} is among ${[...new Set(spans.map(({ name }) => name))].join(", ")}`,
        ).toBeDefined();
        return found!;
      };
      const request = named("POST /api/handle-booking");
      const command = named("command requestBooking");
      const outbox = spans.findLast(({ service, name, attributes }) => {
        if (service !== "website") return false;
        return name === "INSERT trail" || String(attributes["db.query.text"]).includes("INSERT INTO outbox");
      })!;
      const reaction = named("reaction booking-received");
      const email = named("email booking-received");
      expect(request).toMatchObject({
        parentSpanId: "",
        service: "website",
        attributes: { "http.route": "/api/handle-booking", "http.response.status_code": 200 },
      });
      expect(command.parentSpanId).toBe(request.spanId);
      expect(outbox.parentSpanId).toBe(command.spanId);
      expect(reaction).toMatchObject({ parentSpanId: command.spanId, service: "worker" });
      expect(email).toMatchObject({ parentSpanId: reaction.spanId, service: "worker" });
      const statements = spans.filter(({ parentSpanId }) => parentSpanId === reaction.spanId);
      expect(statements.map(({ name }) => name)).toContain("INSERT mails");
      const { traceId } = request;
      for (const span of [command, outbox, reaction, email]) expect(span.traceId).toBe(traceId);

      const sent = receiver.bodies.join();
      for (const personal of ["Aisha", form.email, "501234567", "Al Marsa"])
        expect(sent).not.toContain(personal);
      expect(web.output()).toContain("SDK loaded");
    },
  );

  it.runIf(isLongRun)("continues the caller's trace behind a trusted proxy only", async () => {
    const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ROLE: "web" };
    const direct = await start(otel);
    const proxied = await start({ ...otel, TRUST_PROXY: "1" });
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    await fetch(`${direct.origin}/api/session`, { headers });
    await fetch(`${proxied.origin}/api/services`, { headers });
    await stopAll();
    const traced = receiver.spans.filter((span) => span.traceId === traceId && span.name.startsWith("GET"));
    expect(traced).toMatchObject([{ name: "GET /api/services", parentSpanId: "00f067aa0ba902b7" }]);
    expect(receiver.spans.map(({ name }) => name)).toContain("GET /api/session");
  });

  it.runIf(isLongRun)(
    "loads no SDK without an endpoint or when disabled, and records nothing with always_off",
    async () => {
      const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
      const off = await start({ ROLE: "web" });
      const disabled = await start({ ROLE: "web", ...endpoint, OTEL_SDK_DISABLED: "true" });
      const unsampled = await start({ ROLE: "web", ...endpoint, OTEL_TRACES_SAMPLER: "always_off" });
      for (const { origin } of products) expect((await fetch(`${origin}/api/session`)).status).toBe(200);
      await stopAll();
      expect(off.output()).not.toContain("SDK loaded");
      expect(disabled.output()).not.toContain("SDK loaded");
      expect(unsampled.output()).toContain("SDK loaded");
      expect(receiver.bodies).toEqual([]);
    },
  );
});
