import { m } from "~/paraglide/messages";
import { InvalidInput } from "../errors";

/** More than any form of ours has. Each field costs time; a body within its limit of bytes has room for half a million. */
const MAX_FIELDS = 50;

/** The fields of a form as a browser posts it without our code. Throws `InvalidInput` for anything else. */
export async function readPostedFields(request: Request): Promise<Record<string, string>> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
  const text = isForm ? await request.text().catch(() => null) : null;
  if (text === null || text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS) {
    throw new InvalidInput({ body: m.common_error_bad_form() }, m.common_error_bad_form());
  }
  return Object.fromEntries(new URLSearchParams(text));
}
