import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../../test/harness/company/booking-caller";
import { fillVariables, listUnfilledVariables, listUnknownVariables } from "./canned-reply";

describe("fillVariables", () => {
  const values = {
    ...{ customer: "Aisha", reference: "BK-2026-000001", "visit time": null },
    ...{ link: null, business: "Rukn", phone: "+971 4 555 0100" },
  };

  it("keeps a variable without a value as written", () => {
    const filled = fillVariables("Dear {customer}, we come {visit time}. {business}", values);
    expect(filled).toBe("Dear Aisha, we come {visit time}. Rukn");
    expect(listUnfilledVariables(filled)).toEqual(["{visit time}"]);
  });

  it("lists braces with another name or none as unknown", () => {
    expect(listUnknownVariables("{customer} {Customer} {} {price}")).toEqual(["{Customer}", "{}", "{price}"]);
    expect(listUnfilledVariables("{price}")).toEqual([]);
  });
});

describe("/api/admin/canned-replies", () => {
  let caller: Caller;
  let admin: Record<string, string>;
  beforeAll(async () => {
    caller = await createCaller();
    admin = await caller.asAdmin();
  });
  afterAll(() => caller.close());

  const post = (path: string, body: object) =>
    caller.call("POST", `/api/admin/canned-replies${path}`, body, admin);
  const list = async (query = "") =>
    (await caller.call("GET", `/api/admin/canned-replies${query}`, undefined, admin)).body;

  it("stores replies with known variables, lists them by title in pages, and finds words of the text", async () => {
    for (const title of ["Visit time", "Arrival", "Parking"])
      expect((await post("", { title, text: `${title}: {visit time}` })).status).toBe(200);
    const first = await list("?limit=2");
    expect(first.replies.map(({ title }: { title: string }) => title)).toEqual(["Arrival", "Parking"]);
    const next = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(next).toMatchObject({ replies: [{ title: "Visit time" }], nextCursor: null });
    expect((await list("?search=park")).replies).toMatchObject([{ title: "Parking" }]);
  });

  it("stores an Arabic text, finds its words, and keeps it when a caller knows only English", async () => {
    const written = { title: "Gate", text: "Which gate?", textAr: "أي بوابة؟\nشكرًا، {customer}" };
    expect((await post("", written)).status).toBe(200);
    const [{ id, version, ...stored }] = (await list(`?search=${encodeURIComponent("بوابه")}`)).replies;
    expect(stored).toEqual(written);
    const { title, text } = written;
    expect((await post(`/${id}/edit`, { title, text, version })).status).toBe(200);
    expect((await list("?search=gate")).replies).toMatchObject([written]);
    expect((await post(`/${id}/edit`, { title, text, textAr: "", version: version + 1 })).status).toBe(200);
    expect((await list("?search=gate")).replies).toMatchObject([{ textAr: null }]);
    expect((await post(`/${id}/remove`, {})).status).toBe(200);
  });

  it("refuses unknown variables and outdated versions", async () => {
    const refused = await post("", { title: "Price", text: "It costs {price}" });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.text).toBe("Unknown variables: {price}");
    const [{ id, version }] = (await list()).replies;
    const edit = { title: "Arrival", text: "We come {visit time}" };
    expect((await post(`/${id}/edit`, { ...edit, version })).status).toBe(200);
    expect((await post(`/${id}/edit`, { ...edit, version })).body.reason).toBe("stale");
    const arabic = await post(`/${id}/edit`, { ...edit, textAr: "{price}", version: version + 1 });
    expect(arabic.body.errors.textAr).toBe("Unknown variables: {price}");
    expect((await post(`/${id}/remove`, {})).status).toBe(200);
    expect((await post(`/${id}/remove`, {})).status).toBe(404);
  });
});
