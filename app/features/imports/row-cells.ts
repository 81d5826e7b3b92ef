import * as z from "zod/mini";
import { addressSchema } from "../forms/schema";

/** Validates cells by the rules of the forms and reports issues by column. For a schema's `transform`. */
export function readCells<Row extends object>(row: Row, issues: z.core.ParsePayload["issues"]) {
  function tell(column: keyof Row & string, message: string): void {
    issues.push({ code: "custom", path: [column], message, input: row });
  }
  /** Returns null and reports an issue if invalid or missing. */
  function need<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    const parsed = z.safeParse(rule, row[column]);
    if (parsed.success) return parsed.data;
    tell(column, parsed.error.issues[0]!.message);
    return null;
  }
  /** Returns null if empty; reports an issue if invalid. */
  function read<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    return row[column] === "" ? null : need(column, rule);
  }
  return { tell, need, read };
}

/** Address columns. */
export const placeColumns = ["street", "building", "unit", "area", "landmark"] as const;

type Place = z.output<typeof addressSchema>;

/** Address of a row; null with reported issues if invalid. */
export function readPlace(
  { street, building, unit, area, landmark }: Record<(typeof placeColumns)[number], string>,
  tell: (column: (typeof placeColumns)[number], message: string) => void,
): Place | null {
  const parsed = z.safeParse(addressSchema, {
    ...{ street, buildingName: building, unitNumber: unit, area, landmark },
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) tell(columnOf[path[0] as keyof Place], message);
  return null;
}

const columnOf: Record<keyof Place, (typeof placeColumns)[number]> = {
  street: "street",
  buildingName: "building",
  unitNumber: "unit",
  area: "area",
  landmark: "landmark",
};
