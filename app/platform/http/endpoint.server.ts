import type { Context } from "hono";
import * as z from "zod/mini";
import type { Permission } from "../auth/permissions";
import type { Ctx } from "../context";
import type { ApiError } from "../errors";
import type { ApiEnv } from "./api.server";
import type { Answer as Answered, IdempotencyKey } from "./idempotency.server";
import { isRefusal, type Reason, type ReasonOf, type Refusal } from "./refusal";
import type { ReplicaReads } from "./replica.server";

/**
 * One row per API endpoint. The kit checks the permission, parses the input, runs the query or command, maps
 * refusals and documents the endpoint (mount-endpoints.server.ts, api-document.server.ts).
 *
 *   post("/admin/customers/{id}/notes", {
 *     may: "customers.manage",
 *     summary: "Add a note to a customer",
 *     body: noteBody,
 *     answer: customerDetail,
 *     run: (ctx, { id, words }) => writeCustomerNote(ctx, id, words),
 *     refuses: ["not-found", "text-required"],            // every reason that `run` may return
 *     reply: (ctx, { id }) => getCustomerDetail(ctx, id),   // response after success
 *   }),
 */
export interface Endpoint {
  method: "get" | "post";
  path: string;
  /** Name in generated clients, where the derived one reads badly (operation-id.ts). */
  operationId?: string;
  may: Permission;
  summary: string;
  description?: string;
  /** UUIDs by default. A mismatch responds with not found. */
  params?: Record<string, z.ZodMiniType<string> | undefined>;
  query?: z.ZodMiniType;
  /** `Bytes`: `run` reads the request itself. */
  body?: z.ZodMiniType | ((now: Date) => z.ZodMiniType) | Bytes;
  /** `run` receives the unparsed body. */
  rawBody?: true;
  answer: z.ZodMiniType | Bytes;
  status: 200 | 201 | 202;
  /** Not cacheable by browsers or proxies. */
  private: boolean;
  perMinute?: number;
  /** Runs once per Idempotency-Key. An exception rolls everything back, including counted attempts. */
  idempotent: boolean;
  refuses: readonly Reason[];
  /** Absent: reads the primary. Only `get` rows of the office may read the replica. */
  reads?: ReplicaReads;
  run: (ctx: Ctx, input: never, call: Call) => unknown;
  reply?: (ctx: Ctx, input: never, result: never, call: Call) => unknown;
}

export type Call = Context<ApiEnv>;

export const okResponse = z.object({ success: z.literal(true) });
export const respondOk = () => ({ success: true as const });

export interface Bytes {
  contentType: string;
  description: string;
}

/** `bytes("text/csv", "CSV list")`. */
export function bytes(contentType: string, description: string): Bytes {
  return { contentType, description };
}

export function isBytes(value: object): value is Bytes {
  return "contentType" in value;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type ParamSchemas<Path extends string> = { [Name in ParamNames<Path>]?: z.ZodMiniType<string> };
type Params<Path extends string, Schemas> = {
  [Name in ParamNames<Path>]: Name extends keyof Schemas ? Parsed<Schemas[Name]> : string;
};

type SchemaOf<Body> = Body extends (now: Date) => infer Schema ? Schema : Body;
type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : unknown;
type SentBy<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : unknown;
export type InputOf<Path extends string, Query, Body, Schemas> = Params<Path, Schemas> &
  Parsed<Query> &
  Parsed<SchemaOf<Body>>;
export type AnswerOf<Answer> = Answer extends z.ZodMiniType ? z.output<Answer> : Response;

export interface TypedEndpoint<Method extends "get" | "post", Path extends string, Input, Answer>
  extends Endpoint {
  method: Method;
  path: Path;
  readonly types?: { input: Input; answer: Answer };
}

interface CommonOptions<Answer, Schemas> {
  operationId?: string;
  may: Permission;
  summary: string;
  description?: string;
  params?: Schemas;
  answer: Answer;
  private?: boolean;
  perMinute?: number;
}

type MayReturn<Answer> = AnswerOf<Answer> | Refusal | Response | null;

export function get<
  const Path extends string,
  const Answer extends z.ZodMiniType | Bytes,
  Query extends z.ZodMiniType | undefined = undefined,
  Schemas extends ParamSchemas<Path> = Record<never, never>,
>(
  path: Path,
  row: CommonOptions<Answer, Schemas> & {
    query?: Query;
    reads?: ReplicaReads;
    refuses?: readonly Reason[];
    run: (
      ctx: Ctx,
      input: InputOf<Path, Query, undefined, Schemas>,
      call: Call,
    ) => Promise<MayReturn<Answer>> | MayReturn<Answer>;
  },
): TypedEndpoint<"get", Path, Params<Path, Schemas> & SentBy<Query>, AnswerOf<Answer>> {
  return { status: 200, private: false, refuses: [], ...row, method: "get", path, idempotent: false };
}

export function post<
  const Path extends string,
  const Answer extends z.ZodMiniType | Bytes,
  Result,
  Body extends z.ZodMiniType | ((now: Date) => z.ZodMiniType) | Bytes | undefined = undefined,
  const Refuses extends readonly Reason[] = readonly [],
  Schemas extends ParamSchemas<Path> = Record<never, never>,
>(
  path: Path,
  row: CommonOptions<Answer, Schemas> & {
    body?: Body;
    idempotent?: boolean;
    status?: 200 | 201 | 202;
    run: (ctx: Ctx, input: InputOf<Path, undefined, Body, Schemas>, call: Call) => Promise<Result> | Result;
    refuses?: Refuses;
    reply: ReplyOf<InputOf<Path, undefined, Body, Schemas>, Result, Answer>;
  },
): Checked<
  Result,
  Refuses[number],
  TypedEndpoint<"post", Path, Params<Path, Schemas> & SentBy<SchemaOf<Body>>, AnswerOf<Answer>>
> {
  return {
    status: 200,
    private: false,
    idempotent: false,
    refuses: [],
    ...row,
    method: "post",
    path,
  } as never;
}

export interface RawSubmission extends Pick<IdempotencyKey, "key" | "secret"> {
  body: unknown;
  asError: (refusal: Refusal) => ApiError;
}

/**
 * Public form, sent by API or posted to its page. Always counts an attempt and repeats a stored response
 * before reading the input.
 */
export function submission<
  const Path extends string,
  const Answer extends z.ZodMiniType,
  Body extends z.ZodMiniType | ((now: Date) => z.ZodMiniType),
  const Refuses extends readonly Reason[],
  Result extends Answered | Refusal,
>(
  path: Path,
  row: CommonOptions<Answer, Record<never, never>> & {
    body: Body;
    refuses: Refuses;
    submit: (ctx: Ctx, sent: RawSubmission, call: Call) => Promise<Result>;
  },
): Checked<Result, Refuses[number], TypedEndpoint<"post", Path, SentBy<SchemaOf<Body>>, AnswerOf<Answer>>> {
  const { submit, ...rest } = row;
  return {
    status: 200,
    private: false,
    ...rest,
    method: "post",
    path,
    rawBody: true,
    idempotent: false,
    async run(ctx: Ctx, sent: RawSubmission, call: Call) {
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

type Checked<Result, Listed extends Reason, Row> = [
  Exclude<ReasonOf<Result>, Listed | "not-allowed">,
] extends [never]
  ? [Exclude<Listed, ReasonOf<Result>>] extends [never]
    ? Row
    : { unusedRefusals: Exclude<Listed, ReasonOf<Result>> }
  : { missingRefusals: Exclude<ReasonOf<Result>, Listed | "not-allowed"> };

/** `subject` selects the messages of "not found" and "stale". */
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
