import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";

export function csvResponse(text: string | AsyncIterable<string>, name: string): Response {
  return new Response(typeof text === "string" ? text : encodeStream(text), {
    headers: headersOf("text/csv; charset=utf-8", "attachment", name),
  });
}

export function xmlResponse(text: string, name: string): Response {
  return new Response(text, { headers: headersOf("application/xml; charset=utf-8", "attachment", name) });
}

export function pdfResponse(bytes: Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(bytes, { headers: headersOf("application/pdf", "inline", name) });
}

export async function fileResponse(file: FileHandle, name: string): Promise<Response> {
  const { size } = await file.stat();
  const bytes = Readable.toWeb(file.createReadStream()) as ReadableStream;
  return new Response(bytes, {
    headers: { ...headersOf("application/octet-stream", "attachment", name), "Content-Length": String(size) },
  });
}

function encodeStream(text: AsyncIterable<string>): ReadableStream {
  return (Readable.toWeb(Readable.from(text)) as ReadableStream<string>).pipeThrough(new TextEncoderStream());
}

export function framedHtmlResponse(html: string): Response {
  return new Response(`<base target="_blank">${html}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      "Cache-Control": "no-store",
    },
  });
}

function headersOf(contentType: string, how: "inline" | "attachment", name: string) {
  return {
    "Content-Type": contentType,
    "Content-Disposition": `${how}; filename="${name}"`,
    "Cache-Control": "no-store",
  };
}
