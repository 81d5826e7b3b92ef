import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { type Caller, createCaller } from "../test/harness/company/booking-caller";
import { settings } from "./features/core/business/settings";
import { contractFormSchema } from "./features/core/packages/schema";
import { officeRequestSchema } from "./features/operations/bookings/request/office-request-form";
import { bookingFormSchema, linkRequestSchema } from "./features/operations/bookings/schema";
import { technicianContactSchema } from "./features/operations/scheduling/schema";
import { chatLinks } from "./features/oversight/notifications/templates/context";
import { profileSchema } from "./features/people/accounts/schema";
import { customerSchema } from "./features/people/customer-desk/schema";
import { contactFormSchema } from "./features/website/contact/schema";

/** Phone numbers in common notations, for all forms that ask for one. */

const fields: Record<string, z.ZodMiniType> = {
  "the booking form": bookingFormSchema("2026-11-23").shape.phone,
  "a booking for a caller": officeRequestSchema("2026-11-23").shape.phone,
  "the contact form": contactFormSchema.shape.phone,
  "the contract form": contractFormSchema.shape.phone,
  "a profile": profileSchema.shape.phone,
  "a customer's record": customerSchema.shape.phone,
  "a technician's record": technicianContactSchema.shape.phone,
  "the business's settings": settings.business.phone.schema,
};

describe.each(Object.entries(fields))("phone number field: %s", (_where, field) => {
  it.each([
    ["050 123 4567", "+971501234567"],
    ["04 555 0100", "+97145550100"],
    ["00971 4 555 0100", "+97145550100"],
    ["+44 (0)20 7946 0000", "+442079460000"],
  ])("accepts the phone number %s", (written, phone) => {
    expect(field.safeParse(written)).toEqual({ success: true, data: phone });
  });

  it.each(["04 555 010", "+1 555 0100", "+44 123"])(
    "rejects the phone number %s with a message",
    (written) => {
      const { error } = field.safeParse(written);
      expect(error?.issues[0]?.message).toMatch(/^Please enter a (valid )?UAE phone number/);
    },
  );
});

describe("landline number", () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await createCaller();
  });
  afterAll(() => caller.close());

  it("creates one customer for all notations of a landline number and accepts each for the booking link", async () => {
    const written = ["04 555 0177", "+97145550177", "00971-4-555-0177", "+971 (0)4 555 0177"];
    for (const phone of written) {
      const { reference } = await caller.book({ phone });
      const linkRequest = linkRequestSchema.parse({ reference, contact: phone });
      expect((await caller.call("POST", "/api/bookings/send-link", linkRequest)).status).toBe(200);
    }
    const customers = await caller.db.selectFrom("customers").select(["id", "phone"]).execute();
    expect(customers.map(({ phone }) => phone)).toEqual(["+97145550177"]);
    const links = await caller.db
      .selectFrom("trail")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("type", "=", "booking.link-requested")
      .executeTakeFirstOrThrow();
    expect(links.count).toBe(written.length);
  });

  it("offers no WhatsApp chat to a landline number", () => {
    expect(chatLinks("+97145550177", "Hello")).toEqual([]);
    expect(chatLinks("+971501234567", "Hello")).toHaveLength(1);
  });
});
