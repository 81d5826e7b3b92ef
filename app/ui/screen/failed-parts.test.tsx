import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { HttpError } from "~/platform/browser/http-client";
import { TechnicianError } from "~/technician/technician-screen";
import { isFailed } from "./failed-parts";

it("counts queries without an answer as failed, but no refusals", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fails = async (error: Error) => {
    await client.fetchQuery({ queryKey: ["part"], queryFn: () => Promise.reject(error) }).catch(() => {});
    return isFailed(client.getQueryCache().find({ queryKey: ["part"] })!);
  };
  expect(await fails(new HttpError(0, "", "offline"))).toBe(true);
  expect(await fails(new HttpError(500, "", "error"))).toBe(true);
  expect(await fails(new HttpError(200, "", "error"))).toBe(true);
  expect(await fails(new HttpError(404, "", "not-found"))).toBe(false);
  client.setQueryData(["part"], 1);
  expect(await fails(new HttpError(0, "", "offline"))).toBe(false);
});

it("keeps the technician's header and shows the phone number of the office after an error", () => {
  const App = createRoutesStub([
    { id: "root", path: "technician", Component: () => <TechnicianError error={new Error("Planted")} /> },
  ]);
  const html = renderToString(
    <App
      initialEntries={["/technician"]}
      hydrationData={{ loaderData: { root: { phone: "+97145550123" } } }}
    />,
  );
  expect(html).toContain('href="/technician"');
  expect(html).toContain('href="tel:+97145550123"');
});
