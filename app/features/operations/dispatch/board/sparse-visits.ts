/**
 * Values of nearly all visits on the board. The answer leaves them out, because they were a third of a large day, and the
 * board puts them back.
 */
const usualValues = {
  emergency: false,
  multiDayPosition: null,
  otherCrewNames: [],
  missingHelpers: 0,
  permitMissing: false,
  recurrence: null,
  underContract: false,
  preferredTechnician: null,
  notificationPending: false,
  heldUntil: null,
  actualTime: null,
  leadVisitId: null,
  conflicts: [],
  delayedUntil: null,
} as const;

type UsualField = keyof typeof usualValues;
const usualFields = Object.keys(usualValues) as UsualField[];

/** Mask of the fields that may be absent, for the schema of the answer. */
export const optionalFields = Object.fromEntries(usualFields.map((field) => [field, true])) as Record<
  UsualField,
  true
>;

export type SparseVisit<Visit> = Omit<Visit, UsualField> & Partial<Pick<Visit, UsualField & keyof Visit>>;

export function leaveOutUsualValues<Visit extends Record<UsualField, unknown>>(
  visit: Visit,
): SparseVisit<Visit> {
  const sparse: Partial<Visit> = { ...visit };
  for (const field of usualFields) if (isUsual(field, visit[field])) delete sparse[field];
  return sparse as SparseVisit<Visit>;
}

export function withUsualValues<Visit extends Record<UsualField, unknown>>(visit: SparseVisit<Visit>): Visit {
  return { ...usualValues, ...visit } as unknown as Visit;
}

function isUsual(field: UsualField, value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === usualValues[field];
}
