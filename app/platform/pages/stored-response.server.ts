import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;

export interface StoredResponse {
  readonly status: number;
  respond(request: Request, more?: Record<string, string>): Promise<Response>;
  /** Creating a Request and Response costs more than sending. Synchronous if the encoding was used before. */
  send(request: IncomingMessage, answer: ServerResponse, more?: Record<string, string>): true | Promise<true>;
}

interface RequestInfo {
  method: string | undefined;
  encodings: string | undefined | null;
  etagsOfClient: string | undefined | null;
}

/** Compressed at the best level on first use, because it is sent many times. */
export function storeResponse(
  body: Bytes,
  headers: Record<string, string>,
  { status = 200, compressed }: { status?: number; compressed?: Partial<Record<Encoding, Bytes>> } = {},
): StoredResponse {
  const compressible = isCompressible(new Headers(headers).get("Content-Type") ?? "");
  const common = compressible ? { ...headers, Vary: "Accept-Encoding" } : headers;
  // Browsers keep old headers with a cached page.
  const hash = createHash("sha256")
    .update(body)
    .update(JSON.stringify(headers))
    .digest("base64url")
    .slice(0, 22);
  const forms = new Map<Encoding | "identity", EncodedForm | Promise<EncodedForm>>();

  function formFor({ encodings }: RequestInfo): EncodedForm | Promise<EncodedForm> {
    const encoding = compressible ? chooseEncoding(encodings) : "identity";
    let form = forms.get(encoding);
    if (!form) {
      form = makeForm(encoding);
      forms.set(encoding, form);
    }
    return form;
  }

  async function makeForm(encoding: Encoding | "identity"): Promise<EncodedForm> {
    const bytes =
      encoding === "identity" ? body : (compressed?.[encoding] ?? (await compressors[encoding](body)));
    const form = {
      bytes,
      // Strong ETags identify bytes.
      etag: encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`,
      headers: {
        "Content-Length": String(bytes.byteLength),
        ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
      },
    };
    forms.set(encoding, form);
    return form;
  }

  function answerTo(
    { method, etagsOfClient }: RequestInfo,
    form: EncodedForm,
    more?: Record<string, string>,
  ) {
    const sent: Record<string, string> = { ...common, ETag: form.etag, ...more };
    if (status === 200 && matchesEtag(etagsOfClient, form.etag))
      return { status: 304, headers: sent, bytes: null };
    const bytes = method === "HEAD" ? null : form.bytes;
    return { status, headers: Object.assign(sent, form.headers), bytes };
  }

  return {
    status,
    async respond({ method, headers }, more) {
      const info = {
        method,
        encodings: headers.get("accept-encoding"),
        etagsOfClient: headers.get("if-none-match"),
      };
      const answer = answerTo(info, await formFor(info), more);
      return new Response(answer.bytes, answer);
    },
    send({ method, headers }, outgoing, more) {
      const info = {
        method,
        encodings: headers["accept-encoding"]?.toString(),
        etagsOfClient: headers["if-none-match"],
      };
      const sendForm = (form: EncodedForm): true => {
        const answer = answerTo(info, form, more);
        outgoing.writeHead(answer.status, answer.headers).end(answer.bytes);
        return true;
      };
      const form = formFor(info);
      return form instanceof Promise ? form.then(sendForm) : sendForm(form);
    },
  };
}

interface EncodedForm {
  bytes: Bytes;
  etag: string;
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

/** Pictures and fonts have compressed formats. */
export function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(.*\+)?(json|xml|javascript)\b|image\/svg\+xml)/.test(contentType);
}

/** `br;q=0` forbids it. */
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

/** Proxies that compress again add the weak mark. */
function matchesEtag(named: string | null | undefined, etag: string): boolean {
  if (!named) return false;
  return named.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");
}
