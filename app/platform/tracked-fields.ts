/** The fields whose values the trail keeps, before and after. Each has its word in app/features/activity/admin/field-words.ts. */
export type TrackedField =
  | "address"
  | "billingAddress"
  | "bufferMin"
  | "company"
  | "depositFils"
  | "durationMin"
  | "email"
  | "emergencyUplift"
  | "endsAt"
  | "estimateFils"
  | "fils"
  | "icon"
  | "lines"
  | "linkNo"
  | "message"
  | "mode"
  | "name"
  | "nextFils"
  | "order"
  | "outdoor"
  | "outOfHoursUplift"
  | "phone"
  | "reminders"
  | "role"
  | "service"
  | "shifts"
  | "skills"
  | "startsAt"
  | "state"
  | "summary"
  | "technicianId"
  | "totalFils"
  | "trade"
  | "trn"
  | "unit"
  | "zones";

/** What a record's fields said: nothing but tracked fields. Settings, whose names are data, have their labels for words. */
export type Tracked<Values> = Values extends object
  ? string extends keyof Values
    ? Values
    : [keyof Values] extends [never]
      ? never
      : Values & { [Name in Exclude<keyof Values, TrackedField>]: never }
  : Values;
