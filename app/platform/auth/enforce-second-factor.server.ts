import type { Ctx } from "../context";
import type { Person, UserRole } from "./actor";
import { roleMay } from "./permissions";

export type SecondFactorCheck = (ctx: Ctx, userId: string) => Promise<boolean>;

/**
 * Downgrades office staff to "customer" until they have a required second factor, also for background work.
 */
export async function enforceSecondFactor(
  ctx: Ctx,
  role: UserRole,
  person: Omit<Person, "role"> & { twoFactor: boolean },
  isRequired: SecondFactorCheck,
): Promise<Person> {
  const lacks = !person.twoFactor && roleMay(role, "office.enter") && (await isRequired(ctx, person.userId));
  return lacks ? { ...person, role: "customer", withoutSecondFactor: role } : { ...person, role };
}
