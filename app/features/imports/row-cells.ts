import * as z from "zod/mini";
import { addressSchema } from "../forms/schema";

/** Reads the cells of a row by the rules of the forms, and tells what is wrong by its column. For a schema's `transform`. */
export function readCells<Row extends object>(row: Row, issues: z.core.ParsePayload["issues"]) {
  function tell(column: keyof Row & string, message: string): void {
    issues.push({ code: "custom", path: [column], message, input: row });
  }
  /** Null: it is wrong. */
  function need<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    const parsed = z.safeParse(rule, row[column]);
    if (parsed.success) return parsed.data;
    tell(column, parsed.error.issues[0]!.message);
    return null;
  }
  /** Null: nothing is written there, or it is wrong. */
  function read<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    return row[column] === "" ? null : need(column, rule);
  }
  return { tell, need, read };
}

/** The columns of an address. */
export const placeColumns = ["street", "building", "unit", "area", "landmark"] as const;

type Place = z.output<typeof addressSchema>;

/** The address of a row; null where it is wrong, which is told. */
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
