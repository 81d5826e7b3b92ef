import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor, UserRole } from "~/platform/auth/actor";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
} from "../../../../../test/harness/company/booking-caller";
import { ORIGIN } from "../../../../../test/harness/http-app";
import { createTestPicture } from "../../../../../test/harness/pictures";
import { findPhoto } from "../photos.server";

let caller: Caller;
let dataDir: string;
let picture: Buffer<ArrayBuffer>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "booking-photos-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  picture = Buffer.from(await createTestPicture("jpeg"));
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => caller.db.deleteFrom("rateLimits").execute());

async function upload(): Promise<string> {
  const answer = await caller.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: ORIGIN },
    body: picture,
  });
  return ((await answer.json()) as { id: string }).id;
}

/** One upload and copies of its record, because each upload starts a process. */
async function uploads(count: number): Promise<string[]> {
  const id = await upload();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO files (kind, content_type, size_bytes, sha256, created_at)
    SELECT kind, content_type, size_bytes, sha256, created_at FROM files, generate_series(2, ${count}::int)
    WHERE id = ${id} RETURNING id`.execute(caller.db);
  return [id, ...rows.map(({ id }) => id)];
}
const ownerOf = async (id: string) =>
  (await caller.db.selectFrom("files").select("ownerId").where("id", "=", id).executeTakeFirst())?.ownerId;
const request = async (photoIds: unknown) =>
  caller.call("POST", "/api/handle-booking", await caller.form({ photoIds }));
const get = (path: string, headers: Record<string, string> = {}) => caller.http.request(path, { headers });

describe("booking photos", () => {
  it("keeps the customer's order", async () => {
    const ids = (await uploads(5)).toReversed();
    const { bookingId, booking } = await caller.book({ photoIds: ids });
    expect(booking.photos).toEqual(ids.map((id) => ({ id })));
    for (const id of ids) expect(await ownerOf(id)).toBe(bookingId);
  });

  it("shows photos to the office and link holders only", async () => {
    const photoIds = await uploads(1);
    const { bookingId, reference, key } = await caller.book({ photoIds });
    const other = await caller.book();
    const getAsCustomer = (booking: Pick<Booked, "reference" | "key">) =>
      get(`/api/bookings/${booking.reference}/photos/${photoIds[0]}?key=${booking.key}`);

    const response = await getAsCustomer({ reference, key });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/jpeg");
    expect(response.headers.get("Cache-Control")).toContain("private");
    expect((await getAsCustomer({ reference, key: "" })).status).toBe(404);
    expect((await getAsCustomer({ reference, key: other.key })).status).toBe(404);
    expect((await getAsCustomer(other)).status).toBe(404);

    const officePath = `/api/admin/bookings/${bookingId}/photos/${photoIds[0]}`;
    expect((await get(officePath, await caller.asAdmin())).status).toBe(200);
    expect((await get(officePath)).status).toBe(401);
    const otherBookingPath = `/api/admin/bookings/${other.bookingId}/photos/${photoIds[0]}`;
    expect((await get(otherBookingPath, await caller.asAdmin())).status).toBe(404);
    expect((await get(officePath.replace(bookingId, "x"), await caller.asAdmin())).status).toBe(404);
  });

  it("serves photos to those who may see the booking, not to other technicians, customers or link holders", async () => {
    const [photoId = ""] = await uploads(1);
    const { bookingId } = await caller.book({ photoIds: [photoId] });
    const other = await caller.book();
    const findPhotoAs = async (actor: Actor) =>
      (await findPhoto({ ...caller.ctx(), actor }, bookingId, photoId))?.id ?? null;
    const person = (role: UserRole, userId: string = randomUUID()) =>
      ({ role, userId, name: role, email: `${role}@example.com` }) as const;
    const userId = await caller.addUser({
      email: "khalid@company.example",
      password: "a long password",
      role: "technician",
    });
    const technicianId = await caller.addTechnician("Khalid Aziz");
    await caller.db.updateTable("technicians").set({ userId }).where("id", "=", technicianId).execute();

    expect(await findPhotoAs(person("accountant"))).toBe(photoId);
    expect(await findPhotoAs({ role: "link-holder", bookingId })).toBe(photoId);
    expect(await findPhotoAs({ role: "link-holder", bookingId: other.bookingId })).toBeNull();
    expect(await findPhotoAs(person("customer"))).toBeNull();
    expect(await findPhotoAs(person("technician", userId))).toBeNull();

    const [startsAt, endsAt] = [new Date(NOW.getTime() + 3_600_000), new Date(NOW.getTime() + 7_200_000)];
    await caller.db
      .insertInto("visits")
      .values({
        id: randomUUID(),
        bookingId,
        technicianId,
        state: "scheduled",
        startsAt,
        endsAt,
        bufferMin: 0,
        area: "",
        createdAt: NOW,
      })
      .execute();
    expect(await findPhotoAs(person("technician", userId))).toBe(photoId);
    expect(await findPhotoAs(person("technician"))).toBeNull();
  });

  it("allows at most five distinct photos in the database", async () => {
    const ids = await uploads(6);
    for (const photoIds of [ids, [ids[0], ids[0]], ["x"], "x", [7]]) {
      const { status, body } = await request(photoIds);
      expect({ status, words: Object.values(body.errors) }).toEqual({
        status: 400,
        words: ["Please send at most 5 photos"],
      });
    }
    const { bookingId } = await caller.book({ photoIds: ids.slice(0, 5) });
    const insert = (position: number) =>
      caller.db.insertInto("bookingPhotos").values({ bookingId, position, fileId: ids[5]! }).execute();
    await expect(insert(6)).rejects.toThrow("booking_photos_position_check");
    await expect(insert(5)).rejects.toThrow("booking_photos_pkey");
  });

  it("refuses foreign or expired photos without a trace", async () => {
    const [taken = "", free = ""] = await uploads(2);
    await caller.book({ photoIds: [taken] });
    const before = await caller.contents();
    for (const unknown of [taken, crypto.randomUUID()]) {
      const { status, body } = await request([free, unknown]);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: { photoIds: "A photo is no longer available. Please remove it or add it again." },
      });
    }
    const after = await caller.contents();
    // Except for the security questions.
    expect({ ...after, securityChecks: "" }).toEqual({ ...before, securityChecks: "" });
    expect(await ownerOf(free)).toBeNull();
  });

  it("keeps photos for another attempt when the booking is refused", async () => {
    const photoIds = await uploads(1);
    const form = await caller.form({ photoIds, service: "no-such-service" });
    expect((await caller.call("POST", "/api/handle-booking", form)).status).toBe(400);
    expect(await ownerOf(photoIds[0]!)).toBeNull();
    expect((await caller.book({ photoIds })).booking.photos).toEqual([{ id: photoIds[0] }]);
  });

  it("gives a photo to one of two bookings that claim it", async () => {
    const photoIds = await uploads(1);
    const answers = await Promise.all([request(photoIds), request(photoIds)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
