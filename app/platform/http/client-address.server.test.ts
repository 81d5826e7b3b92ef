import { expect, it } from "vitest";
import { clientNetwork } from "./client-address.server";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:0DB8:0000:0007::1", "2001:db8:0:7::/64"],
  ["2001:db8::7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("%s is counted as %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
