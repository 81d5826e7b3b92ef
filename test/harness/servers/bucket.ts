import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Bucket {
  /** Value for S3_URL. */
  url: string;
  objects: Map<string, { bytes: Buffer; contentType: string | undefined }>;
  /** Status codes for the next calls. */
  failures: number[];
  /** Number of next calls that lose their connection in the middle of the content. */
  lostConnections: number;
  close(): Promise<void>;
}

const KEY = "AKIAEXAMPLE";
const SECRET = "a/secret+with=signs";
const REGION = "me-central-1";

/**
 * A local bucket that speaks the S3 protocol and verifies each signature (Signature Version 4) independently.
 */
export async function startBucket(): Promise<Bucket> {
  const objects: Bucket["objects"] = new Map();
  const failures: number[] = [];
  const bucket = { objects, failures, lostConnections: 0 };
  const server = createServer(async (request, response) => {
    if (bucket.lostConnections > 0 && request.method === "PUT") {
      bucket.lostConnections--;
      request.once("data", () => request.socket.destroy());
      return;
    }
    const bytes = Buffer.concat(await request.toArray());
    const key = request.url ?? "";
    const respond = (status: number, body?: string | Buffer) => response.writeHead(status).end(body);
    const failure = failures.shift();
    if (failure) return respond(failure, "<Error><Code>SlowDown</Code></Error>");
    const refusal = findSignatureError(request, bytes);
    if (refusal) return respond(403, `<Error><Code>${refusal}</Code></Error>`);
    if (request.method === "PUT") {
      objects.set(key, { bytes, contentType: request.headers["content-type"] });
      return respond(200);
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return respond(204);
    }
    if (key.includes("?"))
      return respond(200, listObjects([...objects.keys()], new URL(key, "http://bucket")));
    const object = objects.get(key);
    if (object && bucket.lostConnections > 0) {
      bucket.lostConnections--;
      response.writeHead(200, { "Content-Length": object.bytes.length });
      response.write(object.bytes.subarray(0, object.bytes.length / 2), () => request.socket.destroy());
      return;
    }
    return object ? respond(200, object.bytes) : respond(404, "<Error><Code>NoSuchKey</Code></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return Object.assign(bucket, {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/rukn-files?region=${REGION}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** Keys per page, to test paging: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_KEYS = 3;

function listObjects(paths: string[], { pathname, searchParams }: URL): string {
  const [prefix, after] = ["prefix", "start-after"].map((name) => searchParams.get(name) ?? "");
  const keys = paths.map((path) => path.slice(pathname.length + 1)).filter((key) => key.startsWith(prefix!));
  const remaining = keys.filter((key) => key > after!).sort();
  const contents = remaining.slice(0, MAX_KEYS).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  return `<ListBucketResult><IsTruncated>${remaining.length > MAX_KEYS}</IsTruncated>${contents.join("")}</ListBucketResult>`;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function findSignatureError({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const credential =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(.+?), ?SignedHeaders=(.+?), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!credential) return "AccessDenied";
  const [, key, scope = "", signedHeaders = "", signature] = credential;
  if (key !== KEY) return "InvalidAccessKeyId";
  const [day = "", region, service, end] = scope.split("/");
  if (region !== REGION || service !== "s3" || end !== "aws4_request") return "AuthorizationHeaderMalformed";
  const bodyHash = String(headers["x-amz-content-sha256"]);
  if (method === "PUT" && bodyHash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const names = signedHeaders.split(";");
  for (const name of ["host", "x-amz-date", "x-amz-content-sha256"]) {
    if (!names.includes(name)) return "AccessDenied";
  }
  const [path, query = ""] = (url ?? "").split("?");
  const canonicalRequest = [
    method,
    path,
    query.split("&").sort().join("&"),
    ...names.map((name) => `${name}:${headers[name]}`),
    "",
    signedHeaders,
    bodyHash,
  ].join("\n");
  const stringToSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonicalRequest)].join(
    "\n",
  );
  const signingKey = [day, REGION, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(signingKey, stringToSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
