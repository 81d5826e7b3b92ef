import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What a response can be compressed with, best first. */
const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** An answer kept in memory, as often and in whatever encoding it is asked for. */
export interface StoredAnswer {
  readonly status: number;
  /** Answers GET and HEAD: 304 to whoever has it already. `more`: headers that belong to this answer alone. */
  respond(request: Request, more?: Record<string, string>): Promise<Response>;
  /**
   * The same on Node's own objects: a Request and a Response cost more than the sending. True: it is sent, at once where
   * the form that is asked for has been made.
   */
  send(request: IncomingMessage, answer: ServerResponse, more?: Record<string, string>): true | Promise<true>;
}

/** What of a request decides how it is answered. */
interface Asked {
  method: string | undefined;
  encodings: string | undefined | null;
  known: string | undefined | null;
}

/**
 * Keeps a body with its headers. It is compressed when first asked for, off the event loop and as small as can be, as
 * it is sent many times; `compressed` are forms that exist already.
 */
export function storeAnswer(
  body: Bytes,
  headers: Record<string, string>,
  { status = 200, compressed }: { status?: number; compressed?: Partial<Record<Encoding, Bytes>> } = {},
): StoredAnswer {
  const compressible = isCompressible(new Headers(headers).get("Content-Type") ?? "");
  const common = compressible ? { ...headers, Vary: "Accept-Encoding" } : headers;
  // Over the headers too: a browser that has the page keeps their old values with it.
  const hash = createHash("sha256")
    .update(body)
    .update(JSON.stringify(headers))
    .digest("base64url")
    .slice(0, 22);
  const forms = new Map<Encoding | "identity", Form | Promise<Form>>();

  function formFor({ encodings }: Asked): Form | Promise<Form> {
    const encoding = compressible ? chooseEncoding(encodings) : "identity";
    let form = forms.get(encoding);
    if (!form) {
      form = makeForm(encoding);
      forms.set(encoding, form);
    }
    return form;
  }

  async function makeForm(encoding: Encoding | "identity"): Promise<Form> {
    const bytes =
      encoding === "identity" ? body : (compressed?.[encoding] ?? (await compressors[encoding](body)));
    const form = {
      bytes,
      // A strong ETag names these very bytes, so each form has its own.
      etag: encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`,
      headers: {
        "Content-Length": String(bytes.byteLength),
        ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
      },
    };
    forms.set(encoding, form);
    return form;
  }

  function answerTo({ method, known }: Asked, form: Form, more?: Record<string, string>) {
    const sent: Record<string, string> = { ...common, ETag: form.etag, ...more };
    if (status === 200 && isKnown(known, form.etag)) return { status: 304, headers: sent, bytes: null };
    const bytes = method === "HEAD" ? null : form.bytes;
    return { status, headers: Object.assign(sent, form.headers), bytes };
  }

  return {
    status,
    async respond({ method, headers }, more) {
      const asked = {
        method,
        encodings: headers.get("accept-encoding"),
        known: headers.get("if-none-match"),
      };
      const answer = answerTo(asked, await formFor(asked), more);
      return new Response(answer.bytes, answer);
    },
    send({ method, headers }, outgoing, more) {
      const asked = {
        method,
        encodings: headers["accept-encoding"]?.toString(),
        known: headers["if-none-match"],
      };
      const sendForm = (form: Form): true => {
        const answer = answerTo(asked, form, more);
        outgoing.writeHead(answer.status, answer.headers).end(answer.bytes);
        return true;
      };
      const form = formFor(asked);
      return form instanceof Promise ? form.then(sendForm) : sendForm(form);
    },
  };
}

interface Form {
  bytes: Bytes;
  etag: string;
  /** Those that describe the bytes. */
  headers: Record<string, string>;
}

const compressors: Record<Encoding, (body: Bytes) => Promise<Bytes>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

/** Pictures and fonts are compressed by their own formats. */
export function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(.*\+)?(json|xml|javascript)\b|image\/svg\+xml)/.test(contentType);
}

/** The best encoding that an Accept-Encoding header allows: `br;q=0` forbids it. */
export function chooseEncoding(accepted: string | null | undefined): Encoding | "identity" {
  if (!accepted) return "identity";
  const allowed = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";", 1)[0]?.trim()),
  );
  return ENCODINGS.find((encoding) => allowed.has(encoding)) ?? "identity";
}

/** Whether an If-None-Match header names the ETag; proxies that compress anew mark it as weak. */
function isKnown(named: string | null | undefined, etag: string): boolean {
  if (!named) return false;
  return named.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");
}
