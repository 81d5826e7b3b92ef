/**
 * Meaning of a state for its reader: `waiting` needs a decision, `planned` is arranged, `active` is on the
 * way, `working` is under way on site, `done` succeeded, `neutral` is a draft or ended without success.
 */
export type StateTone = "neutral" | "waiting" | "planned" | "active" | "working" | "done" | "emergency";
