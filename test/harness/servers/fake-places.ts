import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const MAPS_KEY = "AIzaKeyOfTheStandIn";

export interface FakePlaces {
  /** GOOGLE_MAPS_API_KEY and GOOGLE_MAPS_SCRIPT_BASE. */
  env: Record<string, string>;
  /** Delays responses until resolved. */
  responseGate: Promise<void> | null;
  close(): Promise<void>;
}

/**
 * Google's Places API as documented
 * (https://developers.google.com/maps/documentation/places/web-service/place-autocomplete), with a key
 * limited to one website.
 */
export async function startFakePlaces(website: string): Promise<FakePlaces> {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    await places.responseGate;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const refuse = (code: number, status: string, message: string) =>
      answer(code, { error: { code, message, status } });
    const { referer = "<empty>" } = request.headers;
    if (request.method !== "POST" || request.url !== "/v1/places:autocomplete") {
      return refuse(404, "NOT_FOUND", "Requested entity was not found.");
    }
    if (request.headers["x-goog-api-key"] !== MAPS_KEY) {
      return refuse(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.");
    }
    if (!referer.startsWith(website)) {
      return refuse(403, "PERMISSION_DENIED", `Requests from referer ${referer} are blocked.`);
    }
    const { input } = JSON.parse(text) as { input?: string };
    if (!input) return refuse(400, "INVALID_ARGUMENT", "input must not be empty.");
    answer(200, {
      suggestions: ["Marina Street", "Marina Walk"].map((text) => ({
        placePrediction: { placeId: `place-${text}`, text: { text: `${text}, Dubai` } },
      })),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const places: FakePlaces = {
    env: { GOOGLE_MAPS_API_KEY: MAPS_KEY, GOOGLE_MAPS_SCRIPT_BASE: `http://127.0.0.1:${port}` },
    responseGate: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return places;
}
