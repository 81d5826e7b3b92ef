import { randomUUID } from "node:crypto";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDocument } from "~/platform/documents/render.server";
import { renderHtml } from "~/platform/messaging/email-html.server";
import { createCompany, officeCtx } from "../../../../test/harness/company/company";
import { invoice } from "../../../../test/harness/company/documents";
import { createTestApp, ORIGIN, type TestApp } from "../../../../test/harness/http-app";
import { createTestPicture } from "../../../../test/harness/pictures";
import { invoiceDocument } from "../documents/invoice";
import { loadDocumentLogo } from "./logo.server";
import { getBusiness } from "./queries.server";

const password = "a password of mine";
let app: TestApp;
let cookie: string;
let dispatcher: string;

beforeAll(async () => {
  app = await createTestApp();
  await createCompany(app.db);
  for (const role of ["admin", "dispatcher"] as const) {
    await app.addUser({ email: `${role}@company.example`, password, role });
  }
  cookie = await app.signIn({ email: "admin@company.example", password });
  dispatcher = await app.signIn({ email: "dispatcher@company.example", password });
});
afterAll(() => app.close());

const ctx = () => officeCtx(app.db);

/** Picture of a bar in this colour on a transparent background. */
async function bar(colour: string | null, [width, height] = [300, 100]): Promise<Buffer> {
  const canvas = createCanvas(400, 400);
  const context = canvas.getContext("2d");
  if (colour) {
    context.fillStyle = colour;
    // Rounded, so that its corners stay transparent.
    context.beginPath();
    context.roundRect(50, 50, width!, height!, 40);
    context.fill();
  }
  return canvas.encode("png");
}

const send = async (body: Buffer, as = cookie) =>
  app.http.request("/api/admin/logo", {
    method: "POST",
    body: new Uint8Array(body),
    headers: { cookie: as, origin: ORIGIN, "Content-Type": "image/png" },
  });
const remove = () => app.post("/api/admin/logo/remove", {}, { cookie });

async function versionOfPages(): Promise<number> {
  const rows = await app.db.selectFrom("contentChanges").select("version").execute();
  return rows.reduce((sum, { version }) => sum + Number(version), 0);
}

describe("logo", () => {
  it("crops an uploaded logo, keeps transparency and invalidates cached pages", async () => {
    const before = await versionOfPages();
    expect((await send(await bar("#0f1a2b"))).status).toBe(201);
    expect(await versionOfPages()).toBeGreaterThan(before);
    const { logo } = await getBusiness(ctx());
    expect(logo).toMatchObject({ width: 300, height: 100, plate: "on-dark" });
    const answer = await app.http.request(logo!.path);
    expect(answer.headers.get("content-type")).toBe("image/png");
    const picture = await loadImage(Buffer.from(await answer.arrayBuffer()));
    const context = createCanvas(300, 100).getContext("2d");
    context.drawImage(picture, 0, 0);
    expect(context.getImageData(0, 0, 1, 1).data[3]).toBe(0);
    expect([...context.getImageData(150, 50, 1, 1).data]).toEqual([15, 26, 43, 255]);
    const icon = await app.http.request(`${logo!.path}/icon`);
    expect(await loadImage(Buffer.from(await icon.arrayBuffer()))).toMatchObject({ width: 512, height: 512 });
  });

  it.each([
    ["#0f1a2b", "on-dark"],
    ["#ffffff", "on-light"],
    ["#b07a2b", "never"],
  ])("puts a %s logo on a plate where the background hides it: %s", async (colour, plate) => {
    await send(await bar(colour));
    expect((await getBusiness(ctx())).logo?.plate).toBe(plate);
  });

  it("accepts JPEG and WebP and scales large pictures down", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      expect((await send(await createTestPicture(format, 700))).status).toBe(201);
      expect((await getBusiness(ctx())).logo).toMatchObject({ width: 640, height: 640, plate: "never" });
    }
  });

  it("appears in emails and documents", async () => {
    await send(await bar("#0f1a2b"));
    const business = await getBusiness(ctx());
    const letter = {
      ...{ tone: "normal" as const, preview: "", heading: "Hello", paragraphs: [], facts: [], after: [] },
      button: { label: "Open", href: "/" },
    };
    const html = renderHtml(letter, business);
    expect(html).toContain(`src="${business.logo!.path}"`);
    expect(html).toContain('alt="Test &amp; Sons"');
    expect(html).not.toContain("<link");
    const picturesIn = async (logo: Awaited<ReturnType<typeof loadDocumentLogo>>) =>
      Buffer.from(
        await renderDocument({ actor: { role: "system" } }, invoiceDocument({ ...invoice(), logo })),
      )
        .toString("latin1")
        .split("/Subtype /Image").length;
    const drawn = await picturesIn(null);
    expect(await picturesIn(await loadDocumentLogo(ctx()))).toBeGreaterThan(drawn);
  });

  it("can be removed while sent emails still show it", async () => {
    await send(await bar("#0f1a2b"));
    const { path } = (await getBusiness(ctx())).logo!;
    expect((await remove()).status).toBe(200);
    expect((await getBusiness(ctx())).logo).toBeNull();
    expect((await app.http.request(path)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await app.http.request(`/api/logos/${randomUUID()}`)).status).toBe(404);
  });

  it.each([
    ["an SVG file", async () => Buffer.from("<svg onload='alert(1)'/>"), "not-a-picture"],
    ["a fully transparent picture", () => bar(null), "transparent"],
  ])("rejects %s as logo and keeps the current one", async (_, make, reason) => {
    const before = (await getBusiness(ctx())).logo;
    const answer = await send(await make());
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ reason });
    expect((await getBusiness(ctx())).logo).toEqual(before);
  });

  it("can be changed only by admins", async () => {
    expect((await send(await bar("#0f1a2b"), dispatcher)).status).toBe(403);
    const { logo } = (await getBusiness(ctx())) as { logo: unknown };
    expect(logo).toBeNull();
  });
});
