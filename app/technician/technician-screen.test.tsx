import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { TechnicianError } from "./technician-screen";

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
