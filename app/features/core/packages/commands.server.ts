import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { roleMay } from "~/platform/auth/permissions";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { matchCustomerForOffice } from "../customers/customer-candidates.server";
import { findCustomerLanguage } from "../customers/customer-language.server";
import { matchCustomer } from "../customers/match-customer.server";
import { passSecurityCheck } from "../forms/security-check.server";
import { withStoredArea } from "../geography/community-names";
import { flattenAddress } from "../properties/property";
import { matchProperty } from "../properties/write-properties.server";
import { listPackagePrices } from "./queries.server";
import type { ContractForm } from "./schema";

/** Requests an AMC contract at today's price and ignores the price in the form. */
export const requestContract = command(
  "contracts.request",
  async function requestContract(ctx, form: ContractForm, securityCheck: { id: string; answer: number }) {
    const passed = await passSecurityCheck(ctx, securityCheck);
    if (!passed.ok) return passed;
    const { packageId, propertyType } = form;
    const addressParts = withStoredArea(form.addressParts);
    const [price] = await listPackagePrices(ctx, { packageId, propertyType });
    if (!price) return refuse("unknown-package");

    const isOffice = roleMay(ctx.actor.role, "bookings.manage");
    const contact = { name: form.customerName, email: form.email, phone: form.phone };
    const customer = isOffice
      ? await matchCustomerForOffice(ctx, contact, form.customerId)
      : { ok: true as const, customerId: await matchCustomer(ctx, contact) };
    if (!customer.ok) return customer;
    const { customerId } = customer;
    const propertyId = await matchProperty(ctx, customerId, addressParts);
    const { id, reference } = await ctx.db
      .insertInto("contracts")
      .values({
        state: "requested",
        packageId,
        propertyType,
        priceId: price.id,
        customerId,
        propertyId,
        userId: isOffice ? null : userIdOf(ctx.actor),
        contactName: form.customerName,
        contactEmail: form.email,
        contactPhone: form.phone,
        address: flattenAddress(addressParts),
        message: form.message,
        language: isOffice ? await findCustomerLanguage(ctx, customerId) : ctx.locale,
        requestedAt: ctx.now,
      })
      .returning(["id", "reference"])
      .executeTakeFirstOrThrow();
    await emit(ctx, "contract.requested", id, { packageId, propertyType });
    return { ok: true, contractId: id, reference };
  },
);
