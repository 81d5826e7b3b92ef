import { ConfigError } from "~/platform/config.server";

/** The database cannot start for a reason that the operator can fix. The message is one line. */
export class DatabaseStartError extends ConfigError {
  override name = "DatabaseStartError";
}
