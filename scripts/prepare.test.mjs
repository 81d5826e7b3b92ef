import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("runStage", () => {
  /**
   * Runs a stage whose program prints "details" and exits with this code.
   * @param {number} code
   * @param {string[]} args
   */
  function runStage(code, ...args) {
    const script = `
      import { runMain, runStage } from "./scripts/prepare.mjs";
      const program = "console.log('details'); process.exitCode = ${code}";
      const failure = (code) => "The build ended with " + code + ".";
      await runMain(async () => {
        await runStage("Building", process.execPath, ["-e", program], { failure });
        return 0;
      });
    `;
    const started = spawnSync(process.execPath, ["--input-type=module", "-e", script, "--", ...args], {
      encoding: "utf8",
    });
    return { code: started.status, stdout: started.stdout, stderr: started.stderr };
  }

  it("prints one plain line with the duration", () => {
    const stdout = expect.stringMatching(/^Building… \d+ s\n$/);
    expect(runStage(0)).toEqual({ code: 0, stdout, stderr: "" });
  });

  it("shows the program's output with --verbose", () => {
    const stdout = expect.stringMatching(/^Building…\ndetails\nBuilding… \d+ s\n$/);
    expect(runStage(0, "--verbose")).toEqual({ code: 0, stdout, stderr: "" });
  });

  it("shows the program's output and the reason after a failure", () => {
    expect(runStage(3)).toEqual({
      code: 1,
      stdout: "Building… ",
      stderr: "\ndetails\nThe build ended with 3.\n",
    });
  });
});
