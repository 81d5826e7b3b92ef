import { ConfigError } from "~/platform/config.server";

export class DatabaseStartError extends ConfigError {
  override name = "DatabaseStartError";
}
