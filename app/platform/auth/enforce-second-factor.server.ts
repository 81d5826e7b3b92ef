import type { Ctx } from "../context";
import type { Person, UserRole } from "./actor";
import { roleMay } from "./permissions";

/** Whether the office opens to somebody with a second factor only. The settings know. */
export type SecondFactorCheck = (ctx: Ctx, userId: string) => Promise<boolean>;

/**
 * Where a second factor is required, whoever works in the office acts as a customer until there is one: in their calls,
 * and in whatever is done for them while they are away.
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
