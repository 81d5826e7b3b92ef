/** Who acts. `system` is the product itself: the worker, a schedule, the first start. */
export type Actor =
  /** `holdsKeyTo`: the record whose mailed link the visitor opened. */
  | { role: "visitor"; holdsKeyTo?: string }
  | { role: "system" }
  | {
      role: "customer" | "technician" | "admin";
      userId: string;
      name: string;
      email: string;
      /** Absent where no session is behind it, as in a test. */
      sessionId?: string;
      /** Signs in with a second factor. */
      twoFactor?: boolean;
    };

export type Role = Actor["role"];

export const visitor: Actor = { role: "visitor" };
export const system: Actor = { role: "system" };

/** The signed-in person's id, or null. */
export function userIdOf(actor: Actor): string | null {
  return "userId" in actor ? actor.userId : null;
}

/** The name kept in trails; a visitor and the system have none. */
export function nameOf(actor: Actor): string | null {
  return "name" in actor ? actor.name : null;
}
