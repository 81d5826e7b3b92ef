import { ConfigError } from "~/platform/config.server";

/** The database cannot be started, for a reason that the operator can put right: the message is one clear line. */
export class DatabaseStartError extends ConfigError {
  override name = "DatabaseStartError";
}
