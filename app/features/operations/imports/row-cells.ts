import * as z from "zod/mini";
import { withStoredArea } from "../../core/geography/community-names";
import { addressSchema } from "../../core/properties/schema";

/** Validates cells by the rules of the forms and reports issues by column. */
export function readCells<Row extends object>(row: Row, issues: z.core.ParsePayload["issues"]) {
  function report(column: keyof Row & string, message: string): void {
    issues.push({ code: "custom", path: [column], message, input: row });
  }
  /** Returns null and reports an issue if invalid or missing. */
  function need<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    const parsed = z.safeParse(rule, row[column]);
    if (parsed.success) return parsed.data;
    report(column, parsed.error.issues[0]!.message);
    return null;
  }
  /** Returns null if empty; reports an issue if invalid. */
  function read<Value>(column: keyof Row & string, rule: z.ZodMiniType<Value>): Value | null {
    return row[column] === "" ? null : need(column, rule);
  }
  return { report, need, read };
}

export const addressColumns = ["street", "building", "unit", "area", "landmark"] as const;

type RowAddress = z.output<typeof addressSchema>;

/** Returns null and reports issues if invalid. */
export function readAddress(
  { street, building, unit, area, landmark }: Record<(typeof addressColumns)[number], string>,
  report: (column: (typeof addressColumns)[number], message: string) => void,
): RowAddress | null {
  const parsed = z.safeParse(addressSchema, {
    ...{ street, buildingName: building, unitNumber: unit, area, landmark },
  });
  if (parsed.success) return withStoredArea(parsed.data);
  for (const { path, message } of parsed.error.issues) report(columnOf[path[0] as keyof RowAddress], message);
  return null;
}

const columnOf: Record<keyof RowAddress, (typeof addressColumns)[number]> = {
  street: "street",
  buildingName: "building",
  unitNumber: "unit",
  area: "area",
  landmark: "landmark",
};
