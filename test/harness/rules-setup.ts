import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";

// Setup of the project "rules" (projects.ts): its tests run without a database and without child processes.

const refusal = (action: string) =>
  new Error(
    `A test of the project "rules" ${action}. Import test/harness/servers/database or node:child_process in the test file, and restart a watching run.`,
  );

function refuseProgram(): never {
  throw refusal("starts a program");
}

/** The callback is that of the pool, which does not expect an exception. */
async function refuseDatabase(callback?: (error: Error) => void) {
  const error = refusal("connects to a database");
  if (!callback) throw error;
  callback(error);
}

Object.assign(pg.Client.prototype, { connect: refuseDatabase });
// `spawn` is used by all asynchronous functions of node:child_process.
Object.assign(childProcess.ChildProcess.prototype, { spawn: refuseProgram });
Object.assign(childProcess, {
  spawnSync: refuseProgram,
  execSync: refuseProgram,
  execFileSync: refuseProgram,
});
syncBuiltinESMExports();
