/** Answers that are made for whoever asks, and kept by nobody. */

export function asCsv(text: string, name: string): Response {
  return new Response(text, { headers: headersOf("text/csv; charset=utf-8", "attachment", name) });
}

/** Shown by the browser, which saves it under this name. */
export function asPdf(bytes: Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(bytes, { headers: headersOf("application/pdf", "inline", name) });
}

function headersOf(contentType: string, how: "inline" | "attachment", name: string) {
  return {
    "Content-Type": contentType,
    "Content-Disposition": `${how}; filename="${name}"`,
    "Cache-Control": "no-store",
  };
}
