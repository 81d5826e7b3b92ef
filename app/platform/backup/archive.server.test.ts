import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { packEntries } from "./archive.server";

it.skipIf(process.platform !== "linux")("closes the file in work when the reader stops", async () => {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "large");
  const size = 4 * 1024 * 1024;
  writeFileSync(path, Buffer.alloc(size));
  async function* entries() {
    yield { name: "large", path, size };
  }

  let read = 0;
  const archive = packEntries(entries(), (bytes) => {
    read += bytes;
  });
  archive.on("readable", () => {});
  await vi.waitFor(() => expect(read).toBeGreaterThan(0));
  expect(openFiles()).toContain(path);
  archive.destroy();
  await vi.waitFor(() => expect(openFiles()).not.toContain(path));
});

function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(join("/proc/self/fd", descriptor));
    } catch {
      return [];
    }
  });
}
