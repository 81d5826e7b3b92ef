import { expect, it } from "vitest";
import { createSubmissionKeys } from "./submission-key";

function counted() {
  let count = 0;
  return createSubmissionKeys(() => `key-${++count}`);
}

it("keeps the key while the same content is retried", () => {
  const keys = counted();
  expect(keys.keyFor({ name: "Aisha" })).toBe("key-1");
  expect(keys.keyFor({ name: "Aisha" })).toBe("key-1");
});

it("uses a new key for other content and after a final answer", () => {
  const keys = counted();
  keys.keyFor({ name: "Aisha" });
  expect(keys.keyFor({ name: "Omar" })).toBe("key-2");
  keys.settled();
  expect(keys.keyFor({ name: "Omar" })).toBe("key-3");
});
