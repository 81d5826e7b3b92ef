import { describe, expect, it } from "vitest";
import { deriveOperationId, singularOf } from "./operation-id";

describe("deriveOperationId", () => {
  it.each([
    ["get", "/admin/bookings", "listBookings"],
    ["get", "/admin/bookings/{id}", "getBooking"],
    ["get", "/bookings/{reference}", "getBookingByReference"],
    ["get", "/account/covered-properties", "listOwnCoveredProperties"],
    ["get", "/admin/worker-status", "getWorkerStatus"],
    ["get", "/admin/bookings/{bookingId}/access", "getBookingAccess"],
    ["post", "/admin/webhooks", "createWebhook"],
    ["post", "/admin/webhooks/{id}", "updateWebhook"],
    ["post", "/admin/webhooks/{id}/deliveries/{deliveryId}/replay", "replayWebhookDelivery"],
    ["post", "/admin/customers/{id}/edit", "updateCustomer"],
    ["post", "/admin/quotes/{id}/resend-link", "resendQuoteLink"],
    ["post", "/auth/sign-out", "signOut"],
  ] as const)("names %s %s %s", (method, path, id) => {
    expect(deriveOperationId(method, path, { isFile: false })).toBe(id);
  });

  it("names downloads by their content", () => {
    const download = (path: string) => deriveOperationId("get", path, { isFile: true });
    expect(download("/admin/bookings.csv")).toBe("downloadBookingsCsv");
    expect(download("/admin/quotes/{id}/document")).toBe("downloadQuoteDocument");
    expect(download("/files/{id}")).toBe("downloadFile");
  });
});

it.each([
  ["credit-notes", "credit-note"],
  ["security-cases", "security-case"],
  ["deliveries", "delivery"],
  ["addresses", "address"],
  ["access", "access"],
  ["status", "status"],
])("takes the singular of %s", (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});
