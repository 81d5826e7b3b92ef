/** Address of one server, or of several of which one is used. */
export interface DatabaseAddress {
  /** With the first server only. */
  connectionString: string;
  /** Null: the only server of the address is used as it is. */
  servers: ServerChoice | null;
}

export interface ServerChoice {
  servers: readonly Server[];
  session: TargetSession;
}

export interface Server {
  host: string;
  port: number;
}

/** Values that libpq accepts (PostgreSQL manual, 34.1.2, `target_session_attrs`). */
const TARGET_SESSIONS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
export type TargetSession = (typeof TARGET_SESSIONS)[number];

const DEFAULT_PORT = 5432;

/**
 * Reads an address such as `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`. Unlike
 * libpq, several servers without `target_session_attrs` mean `read-write`, because the product writes. Returns
 * null if the text is no address of PostgreSQL.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | null {
  const parts = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]*)(?<rest>.*)$/.exec(
    text,
  )?.groups;
  if (!parts) return null;
  const { start = "", hosts = "", rest = "" } = parts;
  const [first = "", ...others] = hosts.split(",");
  const url = URL.parse(start + first + rest);
  if (!url) return null;
  const asked = url.searchParams.get("target_session_attrs");
  if (asked === null && others.length === 0) return { connectionString: text, servers: null };
  const session = TARGET_SESSIONS.find((known) => known === (asked ?? "read-write"));
  const servers = [first, ...others].map(parseServer);
  if (!session || servers.includes(null)) return null;
  url.searchParams.delete("target_session_attrs");
  return { connectionString: url.href, servers: { servers: servers as Server[], session } };
}

function parseServer(text: string): Server | null {
  const url = URL.parse(`postgres://${text}`);
  if (!url?.hostname || url.username || url.pathname) return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) || DEFAULT_PORT };
}

/** True for a server that offers such sessions. `prefer-standby` accepts any when no standby answers. */
export function isSuitable(
  session: Exclude<TargetSession, "prefer-standby">,
  server: { isReadOnly: boolean; isStandby: boolean },
): boolean {
  switch (session) {
    case "any":
      return true;
    case "read-write":
      return !server.isReadOnly && !server.isStandby;
    case "read-only":
      return server.isReadOnly || server.isStandby;
    case "primary":
      return !server.isStandby;
    case "standby":
      return server.isStandby;
  }
}
