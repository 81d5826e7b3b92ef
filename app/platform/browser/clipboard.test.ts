import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./clipboard";

afterEach(() => vi.unstubAllGlobals());

it("copies a text, and tells when the browser refuses or offers no clipboard", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("https://company.example/q")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("https://company.example/q");
  writeText.mockRejectedValue(new DOMException("Write permission denied.", "NotAllowedError"));
  expect(await copyText("https://company.example/q")).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(await copyText("https://company.example/q")).toBe(false);
});
