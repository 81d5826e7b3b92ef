import { expect, it } from "vitest";
import { createSubmitLimit } from "./submit-limit";

it("allows three attempts in 60 seconds and states the wait for the fourth", () => {
  const limit = createSubmitLimit();
  expect(limit.take("a@b.ae", 0)).toEqual({ ok: true });
  expect(limit.take("a@b.ae", 10_000)).toEqual({ ok: true });
  expect(limit.take("a@b.ae", 20_000)).toEqual({ ok: true });
  expect(limit.take("a@b.ae", 20_500)).toEqual({ ok: false, retryAfterSeconds: 40 });
  expect(limit.take("a@b.ae", 59_999)).toEqual({ ok: false, retryAfterSeconds: 1 });
  expect(limit.take("a@b.ae", 60_000)).toEqual({ ok: true });
});

it("counts each person separately and ignores refused attempts", () => {
  const limit = createSubmitLimit();
  for (const at of [0, 1, 2]) limit.take("one", at);
  for (const at of [3, 4, 5]) expect(limit.take("one", at).ok).toBe(false);
  expect(limit.take("two", 6)).toEqual({ ok: true });
  expect(limit.take("one", 60_000)).toEqual({ ok: true });
});
