import { randomUUID } from "node:crypto";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { applyTransitions } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { ORIGIN } from "../../../../../test/harness/http-app";
import { createTestPicture } from "../../../../../test/harness/pictures";
import { personalDataOfScheduling } from "../personal-data.server";

let caller: Caller;
let admin: Record<string, string>;
let people = 0;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(() => void vi.setSystemTime(NOW));

const pathOf = (id: string) => `/api/admin/technicians/${id}`;
const hire = () => caller.addTechnician(`Seen ${++people}`);
const detail = async (id: string) => (await caller.call("GET", pathOf(id), undefined, admin)).body.technician;
const eventsOf = async (id: string) =>
  (await readTrail(caller.db, { subjectId: id })).map(({ type }) => type);

async function upload(id: string, file: Buffer, headers = admin) {
  const answer = await caller.http.request(`${pathOf(id)}/picture`, {
    method: "POST",
    body: new Uint8Array(file),
    headers: {
      ...headers,
      origin: ORIGIN,
      "Content-Type": "image/png",
      "Content-Length": String(file.length),
    },
  });
  return { status: answer.status, body: (await answer.json()) as { id: string; reason?: string } };
}
const remove = (id: string, pictureId: string) =>
  caller.call("POST", `${pathOf(id)}/picture/remove`, { pictureId }, admin);
const look = (id: string, pictureId: string, size = "large", headers = admin) =>
  caller.http.request(`${pathOf(id)}/picture/${pictureId}?size=${size}`, { headers });
const isShown = async (id: string, pictureId: string) => (await look(id, pictureId)).status === 200;

/** Red above, green below. */
async function upright(): Promise<Buffer> {
  const canvas = createCanvas(300, 900);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ff0000";
  context.fillRect(0, 0, 300, 450);
  context.fillStyle = "#00ff00";
  context.fillRect(0, 450, 300, 450);
  return canvas.encode("png");
}

/** Size and a colour probe of the picture. */
async function shown(answer: Response) {
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number) => {
    const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data;
    return red > 200 ? "red" : green > 200 ? "green" : "other";
  };
  return { width: image.width, height: image.height, at };
}

describe("technician pictures", () => {
  it("stores two square sizes of the upper part, cached privately", async () => {
    const id = await hire();
    expect((await detail(id)).pictureId).toBeNull();
    const { status, body } = await upload(id, await upright());
    expect(status).toBe(201);
    expect((await detail(id)).pictureId).toBe(body.id);
    const { technicians } = (await caller.call("GET", "/api/admin/technicians", undefined, admin)).body;
    const listed = technicians.find((one: { id: string }) => one.id === id);
    expect(listed.pictureId).toBe(body.id);
    for (const [size, edge] of [
      ["small", 96],
      ["large", 192],
    ] as const) {
      const answer = await look(id, body.id, size);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      const picture = await shown(answer);
      expect(picture).toMatchObject({ width: edge, height: edge });
      // The crop, rows 150 to 450 of 900, is all red.
      expect([picture.at(edge / 2, 2), picture.at(edge / 2, edge - 4)]).toEqual(["red", "red"]);
    }
    expect(await eventsOf(id)).toEqual(["technician.picture-changed"]);
  });

  it("accepts large files and stores small pictures", async () => {
    const canvas = createCanvas(900, 900);
    const context = canvas.getContext("2d");
    const noise = context.createImageData(900, 900);
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251;
    context.putImageData(noise, 0, 0);
    const file = Buffer.concat([await canvas.encode("png"), Buffer.alloc(1_500_000)]);
    const id = await hire();
    const { status, body } = await upload(id, file);
    expect(status).toBe(201);
    expect((await (await look(id, body.id)).arrayBuffer()).byteLength).toBeLessThan(32_768);
  });

  it("replaces a picture under a new URL and refuses to remove an outdated one", async () => {
    const id = await hire();
    const first = (await upload(id, await createTestPicture("jpeg"))).body.id;
    const second = (await upload(id, await createTestPicture("webp"))).body.id;
    expect([await isShown(id, first), await isShown(id, second)]).toEqual([false, true]);
    const late = await remove(id, first);
    expect([late.status, late.body.reason]).toEqual([409, "stale"]);
    expect(await isShown(id, second)).toBe(true);
    expect((await remove(id, second)).status).toBe(200);
    expect(await isShown(id, second)).toBe(false);
    expect((await detail(id)).pictureId).toBeNull();
    expect(await eventsOf(id)).toEqual([
      "technician.picture-changed",
      "technician.picture-changed",
      "technician.picture-removed",
    ]);
  });

  it("refuses files that are no pictures and keeps the previous picture", async () => {
    const id = await hire();
    const { body } = await upload(id, await createTestPicture("png"));
    const { status, body: refused } = await upload(id, Buffer.from("<svg onload='alert(1)'/>"));
    expect([status, refused.reason]).toEqual([422, "not-a-picture"]);
    expect((await upload(randomUUID(), await createTestPicture("png"))).status).toBe(404);
    expect((await detail(id)).pictureId).toBe(body.id);
  });

  it("serves pictures to permitted office roles and under the right technician only", async () => {
    const id = await hire();
    const { body } = await upload(id, await createTestPicture("png"));
    const accountant = { email: "accountant@company.example", password: "a password of mine" };
    await caller.addUser({ ...accountant, role: "accountant" });
    const headers = { Cookie: await caller.signIn(accountant) };
    expect((await look(id, body.id, "small", headers)).status).toBe(403);
    expect((await look(id, body.id, "small", {})).status).toBe(401);
    expect((await upload(id, await createTestPicture("png"), headers)).status).toBe(403);
    expect(await isShown(await hire(), body.id)).toBe(false);
    expect(await isShown(id, body.id)).toBe(true);
  });

  it("appears on the dispatch board", async () => {
    const id = await hire();
    const { body } = await upload(id, await createTestPicture("png"));
    const board = (
      await caller.call("GET", `/api/admin/board?from=${TOMORROW}&to=${TOMORROW}`, undefined, admin)
    ).body;
    const one = board.technicians.find((technician: { id: string }) => technician.id === id);
    expect(one.pictureId).toBe(body.id);
  });
});

describe("pictures of former technicians", () => {
  it("removes the picture on deactivation", async () => {
    const id = await hire();
    const { body } = await upload(id, await createTestPicture("png"));
    const { version } = await detail(id);
    expect((await caller.call("POST", `${pathOf(id)}/deactivate`, { version }, admin)).status).toBe(200);
    expect(await isShown(id, body.id)).toBe(false);
    expect((await upload(id, await createTestPicture("png"))).status).toBe(404);
    const { count } = await caller.db
      .selectFrom("technicianPictures")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("technicianId", "=", id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  it("rejects pictures of inactive technicians in the database", async () => {
    const id = await hire();
    await upload(id, await createTestPicture("png"));
    const leave = caller.db.updateTable("technicians").set({ active: false }).where("id", "=", id).execute();
    await expect(leave).rejects.toThrow(/technician_pictures_active_technician_fkey/);
  });

  it("exports the picture with personal data and erases it with the account", async () => {
    const id = await hire();
    const { body } = await upload(id, await createTestPicture("png"));
    const userId = await caller.addUser({
      email: "seen@phone.example",
      password: "a password of mine",
      role: "technician",
    });
    await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
    const person = { userId } as never;
    const [section] = (await personalDataOfScheduling.collect?.(caller.ctx(), person)) ?? [];
    const { picture } = section!.data as { picture: { webp: string } };
    expect(await loadImage(Buffer.from(picture.webp, "base64"))).toMatchObject({ width: 192, height: 192 });
    await personalDataOfScheduling.erase?.(caller.ctx(), person);
    expect(await isShown(id, body.id)).toBe(false);
  });
});

describe("pictures for customers", () => {
  const open = ({ reference, key }: Booked, path = "", of = key) =>
    caller.http.request(`/api/bookings/${reference}/technician${path}?key=${encodeURIComponent(of)}`);

  it("serves the picture to the customer from the assignment until the visit is over", async () => {
    await caller.db.deleteFrom("technicianPictures").execute();
    await caller.db.updateTable("technicians").set({ active: false }).execute();
    const id = await hire();
    const other = await caller.book({ preferredDate: TOMORROW, preferredTime: "15:00" });
    const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
    const { body } = await upload(id, await createTestPicture("png"));
    const path = `/picture/${body.id}`;
    expect((await open(booked, path)).status).toBe(404);

    await applyTransitions(caller.db, booked.bookingId, "confirm");
    expect(await (await open(booked)).json()).toMatchObject({ technician: { pictureId: body.id } });
    const answer = await open(booked, path);
    expect(answer.headers.get("cache-control")).toMatch(/^private/);
    expect(await shown(answer)).toMatchObject({ width: 192, height: 192 });

    for (const key of ["", "x", other.key]) expect((await open(booked, path, key)).status).toBe(404);
    expect((await open(other, path)).status).toBe(404);
    expect((await open(booked, `/picture/${randomUUID()}`)).status).toBe(404);
    expect((await caller.http.request(`/api/files/${body.id}`)).status).toBe(404);

    vi.setSystemTime(new Date(`${TOMORROW}T10:00:00+04:00`));
    await applyTransitions(caller.db, booked.bookingId, "depart", "arrive");
    expect((await open(booked, path)).status).toBe(200);
    await applyTransitions(caller.db, booked.bookingId, "finishWork");
    expect((await open(booked, path)).status).toBe(404);
  });
});
