import { beforeEach, describe, expect, it, vi } from "vitest";
import { HttpError } from "./http-client";
import { createRepeatedCalls } from "./repeated-calls";

const sent = vi.fn(async (_input: object, _key: string) => ({ ok: true }));
beforeEach(() => void sent.mockClear());

function createCalls() {
  let count = 0;
  const call = createRepeatedCalls(() => `key-${++count}`);
  return (input: object) => call(input, sent);
}

describe("createRepeatedCalls", () => {
  it.each([
    ["no answer", 0],
    ["an answer that is cut off", 200],
    ["an error of the server", 500],
    ["an error of the proxy", 502],
    ["a timeout of the proxy", 504],
  ])("repeats key and version after %s, although the record has changed", async (_, status) => {
    const call = createCalls();
    sent.mockRejectedValueOnce(new HttpError(status, "", "error"));
    await expect(call({ id: "a", version: 1, seenOpenFils: 5, text: "typed" })).rejects.toThrow();
    await call({ id: "a", version: 2, seenOpenFils: 0, text: "typed" });
    expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
    await call({ id: "a", version: 2, seenOpenFils: 0, text: "typed" });
    expect(sent).toHaveBeenLastCalledWith({ id: "a", version: 2, seenOpenFils: 0, text: "typed" }, "key-2");
  });

  it.each([400, 401, 409, 413, 429])(
    "sends the current version with a new key after status %s",
    async (status) => {
      const call = createCalls();
      sent.mockRejectedValueOnce(new HttpError(status, "", "stale"));
      await expect(call({ version: 1 })).rejects.toThrow();
      await call({ version: 2 });
      expect(sent).toHaveBeenLastCalledWith({ version: 2 }, "key-2");
    },
  );

  it("sends other input with a new key", async () => {
    const call = createCalls();
    sent.mockRejectedValueOnce(new HttpError(0, "", "offline"));
    await expect(call({ version: 1, text: "typed" })).rejects.toThrow();
    await call({ version: 1, text: "typed differently" });
    expect(sent).toHaveBeenLastCalledWith({ version: 1, text: "typed differently" }, "key-2");
  });

  it("uses one key for two presses at once", async () => {
    const call = createCalls();
    await Promise.all([call({ text: "typed" }), call({ text: "typed" })]);
    expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
  });
});
