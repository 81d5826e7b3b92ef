import type { Context } from "hono";
import * as z from "zod/mini";
import type { Permission } from "../auth/permissions";
import type { Ctx } from "../context";
import type { ApiError } from "../errors";
import type { ApiEnv } from "./api.server";
import type { Answer as Answered, OnceKey } from "./idempotency.server";
import { isRefusal, type Reason, type ReasonOf, type Refusal } from "./refusal";

/**
 * One row a call of the API: method, path, who may, what goes in, what comes out, and the query or command that does it.
 * The kit checks the permission, parses path, query and body, calls, answers refusals by the table in
 * app/refusals.server.ts, and describes all of it in the API's document (mount-endpoints.server.ts, api-document.server.ts).
 *
 *   get("/admin/customers/{id}", {
 *     may: "customers.read",
 *     summary: "A customer with all that hangs on them",
 *     answer: customerDetail,
 *     run: (ctx, { id }) => findCustomerDetail(ctx, id),   // null: not found
 *   }),
 *   post("/admin/customers/{id}/notes", {
 *     may: "customers.manage",
 *     summary: "Write down something about a customer",
 *     body: noteBody,
 *     answer: customerDetail,
 *     run: (ctx, { id, words }) => writeCustomerNote(ctx, id, words),
 *     refuses: ["not-found", "words-required"],            // every reason that `run` may return
 *     reply: (ctx, { id }) => getCustomerDetail(ctx, id),   // what is answered once it is done
 *   }),
 */
export interface Endpoint {
  method: "get" | "post";
  /** Below /api, as `/admin/customers/{id}`. */
  path: string;
  may: Permission;
  summary: string;
  description?: string;
  /** What a part of the path looks like; one that is not named is a UUID. What does not fit is not found. */
  params?: Record<string, z.ZodMiniType<string> | undefined>;
  query?: z.ZodMiniType;
  /** A schema, or one that depends on the day; bytes, which `run` reads from the request itself. */
  body?: z.ZodMiniType | ((now: Date) => z.ZodMiniType) | Bytes;
  /** `run` is given the body as it was sent, and reads it by the schema itself (`submission`). */
  asSent?: true;
  answer: z.ZodMiniType | Bytes;
  status: 200 | 201 | 202;
  /** Never kept by a browser or a proxy. */
  private: boolean;
  /** Calls a minute from one client address, where that is fewer than all calls together may be. */
  perMinute?: number;
  /**
   * Done once for an Idempotency-Key, in one transaction with the stored answer. A throw takes back all of it, attempts
   * that were counted included.
   */
  once: boolean;
  refuses: readonly Reason[];
  run: (ctx: Ctx, input: never, call: Call) => unknown;
  reply?: (ctx: Ctx, input: never, result: never, call: Call) => unknown;
}

/** The request around a call: for what is about the connection rather than the business. */
export type Call = Context<ApiEnv>;

/** The answer of a call that has nothing to tell but that it is done, and the `reply` that gives it. */
export const okResponse = z.object({ success: z.literal(true) });
export const respondOk = () => ({ success: true as const });

/** What is a file and no JSON: `run` makes the Response of an answer. */
export interface Bytes {
  contentType: string;
  description: string;
}

/** An answer or a body of another kind than JSON: `bytes("text/csv", "The list as a spreadsheet")`. */
export function bytes(contentType: string, description: string): Bytes {
  return { contentType, description };
}

export function isBytes(what: object): what is Bytes {
  return "contentType" in what;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type ParamSchemas<Path extends string> = { [Name in ParamNames<Path>]?: z.ZodMiniType<string> };
type Params<Path extends string, Schemas> = {
  [Name in ParamNames<Path>]: Name extends keyof Schemas ? Given<Schemas[Name]> : string;
};

type SchemaOf<Body> = Body extends (now: Date) => infer Schema ? Schema : Body;
type Given<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : unknown;
type SentBy<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : unknown;
/** What `run` is given: the parts of the path, the query, the body. */
export type InputOf<Path extends string, Query, Body, Schemas> = Params<Path, Schemas> &
  Given<Query> &
  Given<SchemaOf<Body>>;
export type AnswerOf<Answer> = Answer extends z.ZodMiniType ? z.output<Answer> : Response;

/** A row with its types, for the browser's side of it (topic-client.ts). */
export interface Typed<Method extends "get" | "post", Path extends string, Input, Answer> extends Endpoint {
  method: Method;
  path: Path;
  /** Types only: what a caller sends and gets. */
  readonly types?: { input: Input; answer: Answer };
}

interface Common<Answer, Schemas> {
  may: Permission;
  summary: string;
  description?: string;
  params?: Schemas;
  answer: Answer;
  private?: boolean;
  perMinute?: number;
}

type MayReturn<Answer> = AnswerOf<Answer> | Refusal | Response | null;

/** A read. `null` is answered as not found; a Response goes out as it is. */
export function get<
  const Path extends string,
  const Answer extends z.ZodMiniType | Bytes,
  Query extends z.ZodMiniType | undefined = undefined,
  Schemas extends ParamSchemas<Path> = Record<never, never>,
>(
  path: Path,
  row: Common<Answer, Schemas> & {
    query?: Query;
    refuses?: readonly Reason[];
    run: (
      ctx: Ctx,
      input: InputOf<Path, Query, undefined, Schemas>,
      call: Call,
    ) => Promise<MayReturn<Answer>> | MayReturn<Answer>;
  },
): Typed<"get", Path, Params<Path, Schemas> & SentBy<Query>, AnswerOf<Answer>> {
  return { status: 200, private: false, refuses: [], ...row, method: "get", path, once: false };
}

/** An unsafe call: `run` does it, or refuses; `reply` makes the answer of what was done. A Response of `run` goes out as it is. */
export function post<
  const Path extends string,
  const Answer extends z.ZodMiniType | Bytes,
  Result,
  Body extends z.ZodMiniType | ((now: Date) => z.ZodMiniType) | Bytes | undefined = undefined,
  const Refuses extends readonly Reason[] = readonly [],
  Schemas extends ParamSchemas<Path> = Record<never, never>,
>(
  path: Path,
  row: Common<Answer, Schemas> & {
    body?: Body;
    once?: boolean;
    status?: 200 | 201 | 202;
    run: (ctx: Ctx, input: InputOf<Path, undefined, Body, Schemas>, call: Call) => Promise<Result> | Result;
    refuses?: Refuses;
    reply: ReplyOf<InputOf<Path, undefined, Body, Schemas>, Result, Answer>;
  },
): Checked<
  Result,
  Refuses[number],
  Typed<"post", Path, Params<Path, Schemas> & SentBy<SchemaOf<Body>>, AnswerOf<Answer>>
> {
  return { status: 200, private: false, once: false, refuses: [], ...row, method: "post", path } as never;
}

/** What came in, from our code as JSON or from a page's form, the key under which it counts once, and what seals the stored answer. */
export interface Sent extends Pick<OnceKey, "key" | "secret"> {
  body: unknown;
  /** What a refusal is answered with. */
  asError: (refusal: Refusal) => ApiError;
}

/**
 * A form that anybody may send, by a call or posted to its page: `submit` answers both. It gives the first answer again
 * before it reads what was sent, and counts an attempt whatever becomes of it.
 */
export function submission<
  const Path extends string,
  const Answer extends z.ZodMiniType,
  Body extends z.ZodMiniType | ((now: Date) => z.ZodMiniType),
  const Refuses extends readonly Reason[],
  Result extends Answered | Refusal,
>(
  path: Path,
  row: Common<Answer, Record<never, never>> & {
    body: Body;
    refuses: Refuses;
    submit: (ctx: Ctx, sent: Sent, call: Call) => Promise<Result>;
  },
): Checked<Result, Refuses[number], Typed<"post", Path, SentBy<SchemaOf<Body>>, AnswerOf<Answer>>> {
  const { submit, ...rest } = row;
  return {
    status: 200,
    private: false,
    ...rest,
    method: "post",
    path,
    asSent: true,
    once: false,
    async run(ctx: Ctx, sent: Sent, call: Call) {
      const answer = await submit(ctx, sent, call);
      return isRefusal(answer) ? answer : call.json(answer.body, answer.status);
    },
  } as never;
}

type Done<Result> = Exclude<Result, { ok: false } | Response>;

type ReplyOf<Input, Result, Answer> = (
  ctx: Ctx,
  input: Input,
  result: Done<Result>,
  call: Call,
) => Promise<AnswerOf<Answer> | null> | AnswerOf<Answer> | null;

/** The row, or what is wrong with its `refuses`: the reasons that it leaves out, or lists though `run` never returns them. */
type Checked<Result, Listed extends Reason, Row> = [
  Exclude<ReasonOf<Result>, Listed | "not-allowed">,
] extends [never]
  ? [Exclude<Listed, ReasonOf<Result>>] extends [never]
    ? Row
    : { refusesWhatIsNeverReturned: Exclude<Listed, ReasonOf<Result>> }
  : { refusesLeavesOut: Exclude<ReasonOf<Result>, Listed | "not-allowed"> };

/** The rows of a feature. `subject` is what its records are: it chooses the words of "not found" and "changed meanwhile". */
export interface Endpoints<Rows extends readonly Endpoint[] = readonly Endpoint[]> {
  subject: string;
  rows: Rows;
}

export function endpoints<const Rows extends readonly Endpoint[]>(
  subject: string,
  rows: Rows,
): Endpoints<Rows> {
  return { subject, rows };
}
