/** The fields whose values the trail keeps, before and after. Each has its word in app/features/activity/admin/field-labels.ts. */
export type TrackedField =
  | "address"
  | "billingAddress"
  | "bufferMin"
  | "category"
  | "company"
  | "depositFils"
  | "description"
  | "duration"
  | "durationMin"
  | "email"
  | "emergencyUplift"
  | "endsAt"
  | "estimateFils"
  | "events"
  | "fils"
  | "headline"
  | "icon"
  | "included"
  | "lead"
  | "lines"
  | "linkNo"
  | "message"
  | "mode"
  | "name"
  | "nextFils"
  | "notIncluded"
  | "order"
  | "outdoor"
  | "outOfHoursUplift"
  | "phone"
  | "published"
  | "reminders"
  | "role"
  | "secondFactorRequired"
  | "service"
  | "shifts"
  | "skills"
  | "startsAt"
  | "state"
  | "steps"
  | "summary"
  | "technicianId"
  | "totalFils"
  | "trade"
  | "trn"
  | "unit"
  | "url"
  | "warranty"
  | "zones";

/** What a record's fields said: nothing but tracked fields. Settings, whose names are data, have their labels for words. */
export type Tracked<Values> = Values extends object
  ? string extends keyof Values
    ? Values
    : [keyof Values] extends [never]
      ? never
      : Values & { [Name in Exclude<keyof Values, TrackedField>]: never }
  : Values;
