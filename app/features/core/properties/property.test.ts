import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { flattenAddress } from "./property";
import { type Address, addressSchema } from "./schema";

describe("flattenAddress", () => {
  it("joins the non-empty parts in order", () => {
    const part = fc.stringMatching(/^[a-z ]{0,8}$/);
    fc.assert(
      fc.property(
        fc.record({ street: part, buildingName: part, unitNumber: part, area: part, landmark: part }),
        (text) => {
          const parsed = z.safeParse(addressSchema, text);
          if (!parsed.success) return;
          const address: Address = parsed.data;
          const line = flattenAddress(address);
          const parts = [
            address.street,
            address.buildingName,
            address.unitNumber,
            address.area,
            address.landmark,
          ];
          expect(line.split(", ")).toEqual(parts.filter(Boolean));
        },
      ),
    );
  });
});
