import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ARABIC } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { openPageCache } from "~/platform/pages/page-cache.server";
import { seedSampleContent } from "../../../../db/seed/content.server";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { ORIGIN } from "../../../../test/harness/http-app";
import { createTestPicture } from "../../../../test/harness/pictures";
import { personalDataOfContent } from "./personal-data.server";
import { findServicePage, listCertificates, listPortfolio, listTestimonials } from "./queries.server";
import type { OfficeContent } from "./views";

let caller: Caller;
let dataDir: string;
let admin: Record<string, string>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "content-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  await seedSampleContent(caller.ctx());
  admin = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = (path: string, body: object) => caller.call("POST", `/api/admin/content/${path}`, body, admin);

const copyJobPhotos = (ids: string[]) => caller.call("POST", "/api/admin/job-photos", { ids }, admin);

/** Makes a change that must succeed and returns all content. */
async function change(path: string, body: object): Promise<OfficeContent> {
  const { status, body: answer, text } = await send(path, body);
  if (status !== 200) throw new Error(`${path} was answered with ${status} ${text}`);
  return answer;
}

const all = async () =>
  (await caller.call("GET", "/api/admin/content", undefined, admin)).body as OfficeContent;

async function upload(): Promise<string> {
  const answer = await caller.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: ORIGIN },
    body: Buffer.from(await createTestPicture("jpeg")),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** True if visitors can read the file. */
const isPublic = async (id: string) => (await caller.call("GET", `/api/files/${id}`)).status === 200;

const testimonial = {
  quote: "They came at once.",
  clientName: "Omar Aziz",
  role: "Tenant, Deira",
  photoId: null,
};

describe("testimonial", () => {
  it("shows a testimonial on public pages while it is published", async () => {
    const { testimonials } = await change("testimonials", testimonial);
    const { id, version, published } = testimonials.at(-1)!;
    expect(published).toBe(false);
    const names = async () => (await listTestimonials(caller.ctx())).map(({ clientName }) => clientName);
    expect(await names()).not.toContain("Omar Aziz");
    await change(`testimonial/${id}/publish`, { version, published: true });
    expect((await names()).at(-1)).toBe("Omar Aziz");
    await change(`testimonial/${id}/publish`, { version: version + 1, published: false });
    expect(await names()).not.toContain("Omar Aziz");
  });

  it("reorders testimonials unless others were added meanwhile", async () => {
    const before = (await all()).testimonials.map(({ id }) => id);
    const reordered = before.toReversed();
    const { testimonials } = await change("testimonial/order", { ids: reordered });
    expect(testimonials.map(({ id }) => id)).toEqual(reordered);
    await change("testimonials", { ...testimonial, clientName: "Mona" });
    expect((await send("testimonial/order", { ids: before })).body).toMatchObject({ reason: "order-stale" });
  });

  it("refuses to edit a testimonial from a stale version", async () => {
    const { id, version } = (await all()).testimonials[0]!;
    const edit = (quote: string) => send(`testimonials/${id}/edit`, { ...testimonial, quote, version });
    const answers = await Promise.all([edit("First"), edit("Second"), edit("Third")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.reason).toBe("stale");
  });

  it("records the values of a testimonial before and after in the audit trail", async () => {
    const { id, version } = (await all()).testimonials.at(-1)!;
    await change(`testimonials/${id}/edit`, { ...testimonial, clientName: "Mona", quote: "Quick.", version });
    const entry = await caller.db
      .selectFrom("trail")
      .innerJoin("trailValues", "trailValues.trailId", "trail.id")
      .select(["type", "subjectType", "fields", "before", "after"])
      .where("subjectId", "=", id)
      .orderBy("trail.id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      type: "content.edited",
      subjectType: "testimonial",
      fields: ["quote"],
      before: { quote: "They came at once." },
      after: { quote: "Quick." },
    });
  });

  it("publishes the photo of a testimonial until it is replaced", async () => {
    const [first, second] = [await upload(), await upload()];
    expect(await isPublic(first)).toBe(false);
    const { testimonials } = await change("testimonials", { ...testimonial, photoId: first });
    expect(await isPublic(first)).toBe(true);
    const { id, version } = testimonials.at(-1)!;
    await change(`testimonials/${id}/edit`, { ...testimonial, photoId: second, version });
    expect([await isPublic(first), await isPublic(second)]).toEqual([false, true]);
    await change(`testimonial/${id}/remove`, { version: version + 1 });
    expect(await isPublic(second)).toBe(false);
    expect((await send(`testimonial/${id}/remove`, { version: version + 1 })).status).toBe(404);
  });

  it("refuses files of other records in a testimonial", async () => {
    const photoId = await upload();
    await caller.book({ photoIds: [photoId] });
    expect((await send("testimonials", { ...testimonial, photoId })).body.reason).toBe("unknown-file");
  });
});

describe("FAQ entry", () => {
  const questions = async () =>
    (await findServicePage(caller.ctx(), "plumbing"))!.faqs.map(({ question }) => question);

  it("shows an FAQ entry on its service page once published", async () => {
    const faq = { serviceId: "plumbing", question: "Do you mend taps?", answer: "We do." };
    const { id, version } = (await change("faqs", faq)).faqs.find(
      ({ question }) => question === faq.question,
    )!;
    expect(await questions()).not.toContain(faq.question);
    await change(`faq/${id}/publish`, { version, published: true });
    expect((await questions()).at(-1)).toBe(faq.question);
    const ownPhotoId = (await all()).faqs
      .filter(({ serviceId }) => serviceId === "plumbing")
      .map(({ id }) => id);
    await change("faq/order", { ids: [id, ...ownPhotoId.filter((other) => other !== id)] });
    expect((await questions())[0]).toBe(faq.question);
  });

  it("refuses an FAQ entry for a service without a page", async () => {
    const faq = { serviceId: "free-survey", question: "Is it free?", answer: "It is." };
    expect((await send("faqs", faq)).status).toBe(404);
  });
});

describe("typical job", () => {
  const portfolioItem = async () => (await findServicePage(caller.ctx(), "handyman"))!.jobs;
  const titles = async () => (await portfolioItem()).map(({ title }) => title);
  const job = { serviceId: "handyman", title: "A shelf and two pictures", priceItem: "hour", quantity: 2 };

  it("shows today's price of a published typical job in the office's order", async () => {
    const initialJobs = await titles();
    const { jobs } = await change("typical-jobs", job);
    const { id, version } = jobs.find(({ title }) => title === job.title)!;
    expect(await titles()).toEqual(initialJobs);
    await change(`typical-job/${id}/publish`, { version, published: true });
    expect((await portfolioItem()).at(-1)).toMatchObject({ title: job.title, fils: 240_00 });
    const ownPhotoId = (await all()).jobs
      .filter(({ serviceId }) => serviceId === "handyman")
      .map(({ id }) => id);
    await change("typical-job/order", { ids: [id, ...ownPhotoId.filter((other) => other !== id)] });
    expect(await titles()).toEqual([job.title, ...initialJobs]);
    await change(`typical-jobs/${id}/edit`, { ...job, quantity: 3, version: version + 1 });
    expect((await portfolioItem())[0]).toMatchObject({ fils: 360_00 });
    expect((await send(`typical-jobs/${id}/edit`, { ...job, version })).body.reason).toBe("stale");
    await change(`typical-job/${id}/remove`, { version: version + 2 });
    expect(await titles()).toEqual(initialJobs);
  });

  it("shows price book items while no typical job is published", async () => {
    const ownPhotoId = (await all()).jobs.filter(({ serviceId }) => serviceId === "handyman");
    const publish = (published: boolean, seen: number) =>
      Promise.all(
        ownPhotoId.map(({ id, version }) =>
          change(`typical-job/${id}/publish`, { version: version + seen, published }),
        ),
      );
    await publish(false, 0);
    const items = (await all()).jobPrices.filter(({ serviceId }) => serviceId === "handyman");
    expect(await titles()).toEqual(items.map(({ name }) => name));
    await publish(true, 1);
    expect(await titles()).toEqual(ownPhotoId.map(({ title }) => title));
  });

  it("refuses a typical job without an item of its service or without a quantity", async () => {
    const unknown = await send("typical-jobs", { ...job, priceItem: "half-moon" });
    expect(unknown.body.errors).toEqual({
      priceItem: "This item is not in the price book. Please choose another.",
    });
    const of = (quantity: number) => send("typical-jobs", { ...job, quantity });
    expect([(await of(0)).status, (await of(101)).status, (await of(1.5)).status]).toEqual([400, 400, 400]);
  });
});

it("shows the office's text on a service page", async () => {
  const {
    serviceName: _,
    serviceId,
    ...page
  } = (await all()).pages.find(({ serviceId }) => serviceId === "hvac")!;
  const written = {
    ...page,
    headline: "Cold again",
    notIncluded: [" ", "Gas "],
    notIncludedAr: ["", " الغاز"],
    steps: page.steps.slice(0, 1),
  };
  const [{ title, body: stepBody }] = page.steps as [OfficeContent["pages"][number]["steps"][number]];
  await change(`pages/${serviceId}/edit`, written);
  expect(await findServicePage(caller.ctx(), "hvac")).toMatchObject({
    headline: "Cold again",
    notIncluded: ["Gas"],
    steps: [{ title, body: stepBody }],
  });
  expect(await inLocale(ARABIC, () => findServicePage(caller.ctx(), "hvac"))).toMatchObject({
    headline: page.headlineAr,
    notIncluded: ["الغاز"],
    steps: [{ title: page.steps[0]!.titleAr, body: page.steps[0]!.bodyAr }],
  });
  expect((await send(`pages/${serviceId}/edit`, written)).body.reason).toBe("stale");
  const { status, body } = await send(`pages/${serviceId}/edit`, { ...written, description: "Short" });
  expect([status, Object.keys(body.errors)]).toEqual([400, ["description"]]);
});

describe("Arabic texts of a service page", () => {
  const read = async (serviceId: string) => (await all()).pages.find((page) => page.serviceId === serviceId)!;
  const edit = async (serviceId: string, changes: object) => {
    const { serviceName: _, serviceId: _id, ...page } = await read(serviceId);
    return send(`pages/${serviceId}/edit`, { ...page, ...changes });
  };

  it("keeps stored texts that the input does not have, except lists of another length", async () => {
    const before = await read("plumbing");
    const absent = Object.fromEntries(
      Object.keys(before).flatMap((name) => (name.endsWith("Ar") ? [[name, undefined]] : [])),
    );
    const steps = before.steps.map(({ title, body }) => ({ title, body }));
    const { status } = await edit("plumbing", { ...absent, steps, notIncluded: ["Gas"] });
    expect(status).toBe(200);
    expect(await read("plumbing")).toEqual({
      ...before,
      version: before.version + 1,
      notIncluded: ["Gas"],
      notIncludedAr: null,
    });
  });

  it("shows a saved Arabic text on the cached Arabic page at the next request", async () => {
    const pages = openPageCache(caller.db);
    let rendered = 0;
    const load = async () => {
      const response = await pages.answer("/ar/services/carpentry", new Request(ORIGIN), async () => {
        rendered++;
        const page = await inLocale(ARABIC, () => findServicePage(caller.ctx(), "carpentry"));
        return new Response(page!.headline, { headers: { "Content-Type": "text/html" } });
      });
      return response.text();
    };
    const before = await load();
    expect([await load(), rendered]).toEqual([before, 1]);
    expect((await edit("carpentry", { headlineAr: "عنوان جديد" })).status).toBe(200);
    expect([await load(), rendered]).toEqual(["عنوان جديد", 2]);
  });

  it("removes emptied texts", async () => {
    expect((await edit("painting", { headlineAr: " ", includedAr: [] })).status).toBe(200);
    expect(await read("painting")).toMatchObject({ headlineAr: null, includedAr: null });
  });

  it("refuses lists of another length and a short description", async () => {
    const { status, body } = await edit("tiling", { includedAr: ["واحد"], descriptionAr: "قصير" });
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ["descriptionAr", "includedAr"]]);
  });

  it("refuses references to items that the price book does not have, in both languages", async () => {
    for (const changes of [
      { durationAr: "{tiling/gone:time} للمعاينة" },
      { duration: "{tiling/survey:tme}" },
      { headlineAr: "{ }" },
    ]) {
      const { status, body } = await edit("tiling", changes);
      expect([status, body.reason]).toEqual([409, "unknown-reference"]);
    }
    const faq = {
      serviceId: "tiling",
      question: "Cost?",
      answer: "{tiling/survey}",
      answerAr: "السعر {tiling/none}",
    };
    expect((await send("faqs", faq)).body).toMatchObject({
      reason: "unknown-reference",
      message: "{tiling/none} is not in the price book. Correct it in the text.",
    });
    expect((await send("faqs", { ...faq, answerAr: "السعر {tiling/survey}" })).status).toBe(200);
  });
});

describe("finished work", () => {
  const work = {
    serviceId: "painting",
    title: "A hall in white",
    area: "Mirdif",
    summary: "Two coats.",
    duration: "1 day",
    drawing: null,
    beforeId: null as string | null,
    afterId: null as string | null,
    job: null as { bookingId: string; consent: string } | null,
  };

  it("refuses finished work without a drawing or two photos", async () => {
    const answer = await send("portfolio-items", { ...work, beforeId: await upload() });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ["beforeId"]]);
  });

  it("publishes copies of job photos with consent only, and deletes them on erasure", async () => {
    const photoIds = [await upload(), await upload()];
    const { bookingId, reference } = await caller.book({ photoIds });
    const found = await caller.call("GET", `/api/admin/job-photos/${reference}`, undefined, admin);
    expect(found.body).toMatchObject({ bookingId, photos: photoIds.map((id) => ({ id })) });
    const { ids } = (await copyJobPhotos(photoIds)).body;
    const [beforeId, afterId] = ids;
    const portfolioItem = { ...work, beforeId, afterId };
    expect((await send("portfolio-items", portfolioItem)).body.reason).toBe("unknown-file");
    const job = { bookingId, consent: "By WhatsApp on 1 November" };
    expect((await send("portfolio-items", { ...portfolioItem, job: { ...job, consent: " " } })).status).toBe(
      400,
    );
    const { portfolioItems } = await change("portfolio-items", { ...portfolioItem, job });
    const { id, version } = portfolioItems.at(-1)!;
    expect(portfolioItems.at(-1)!.job).toEqual({ ...job, reference });
    await change(`portfolio-item/${id}/publish`, { version, published: true });
    expect((await listPortfolio(caller.ctx(), "painting")).at(-1)).toMatchObject({
      drawing: null,
      beforeId,
      afterId,
    });
    // Consent cannot be given without a job.
    const without = await send(`portfolio-items/${id}/edit`, { ...portfolioItem, version: version + 1 });
    expect(without.body.reason).toBe("unknown-file");
    expect([await isPublic(beforeId), await isPublic(photoIds[0]!)]).toEqual([true, false]);

    await personalDataOfContent.erase!(caller.ctx(), {
      userId: crypto.randomUUID(),
      email: "",
      records: { booking: [bookingId] },
      emails: [],
      phones: [],
      customerIds: [],
      propertyIds: [],
    });
    expect((await listPortfolio(caller.ctx())).map((item) => item.id)).not.toContain(id);
    expect(await isPublic(beforeId)).toBe(false);
  });

  it("copies photos of jobs only", async () => {
    expect((await copyJobPhotos([await upload()])).body.reason).toBe("unknown-file");
  });
});

describe("company certificate", () => {
  const certificate = {
    kind: "insurance",
    title: "Third-party liability",
    issuer: "Gulf Cover",
    number: "P-77",
    expiresOn: "2026-11-30",
    fileId: null as string | null,
  };
  const titlesAt = async (instant: string) =>
    (await listCertificates({ ...caller.ctx(), now: new Date(instant) })).map(({ title }) => title);

  it("shows a certificate on public pages until its last Dubai day has passed", async () => {
    const { id, version } = (await change("company-certificates", certificate)).companyCertificates[0]!;
    expect(await titlesAt("2026-11-01T00:00:00Z")).toEqual([]);
    await change(`company-certificate/${id}/publish`, { version, published: true });
    expect(await titlesAt("2026-11-30T19:59:59Z")).toEqual([certificate.title]);
    expect(await titlesAt("2026-11-30T20:00:00Z")).toEqual([]);
  });

  it("shows the office the remaining days of a certificate", async () => {
    vi.setSystemTime(new Date("2026-11-28T21:00:00Z"));
    expect((await all()).companyCertificates[0]).toMatchObject({ daysLeft: 1 });
  });

  it("accepts only PDFs as certificate files and publishes them once saved", async () => {
    const post = (body: string) =>
      caller.http.request("/api/admin/certificate-files", {
        method: "POST",
        headers: { ...admin, "Content-Type": "application/pdf", Origin: ORIGIN },
        body,
      });
    expect((await post("<html>")).status).toBe(422);
    const answer = await post("%PDF-1.7 a policy");
    expect(answer.status).toBe(201);
    const { id: fileId } = (await answer.json()) as { id: string };
    expect(await isPublic(fileId)).toBe(false);
    await change("company-certificates", { ...certificate, fileId });
    const file = await caller.call("GET", `/api/files/${fileId}`);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toBe("attachment");
    // PDFs are allowed for certificates only.
    expect((await send("testimonials", { ...testimonial, photoId: fileId })).body.reason).toBe(
      "unknown-file",
    );
  });
});

it("updates public pages with every change of content", async () => {
  const versionOf = async (table: string) =>
    (
      await caller.db
        .selectFrom("contentChanges")
        .select("version")
        .where("tableName", "=", table)
        .executeTakeFirst()
    )?.version ?? 0;
  const before = await versionOf("company_certificates");
  const { id, version } = (await all()).companyCertificates[0]!;
  await change(`company-certificate/${id}/publish`, { version, published: false });
  expect(await versionOf("company_certificates")).toBeGreaterThan(before);
});
