import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createPageSlots } from "./page-slots";

const [RecordPageSlots, useRecordPageSlots] = createPageSlots<{ Money: { reference: string } }>();

function Screen() {
  const { Money } = useRecordPageSlots();
  return createElement("main", null, createElement(Money, { reference: "PV-1001" }));
}

it("renders the component that the page fills in, with the props of the screen", () => {
  const slots = { Money: ({ reference }: { reference: string }) => `Invoices of ${reference}` };
  const page = createElement(RecordPageSlots, { value: slots }, createElement(Screen));
  expect(renderToStaticMarkup(page)).toBe("<main>Invoices of PV-1001</main>");
});

it("throws if the page does not fill the slots of its screen", () => {
  expect(() => renderToStaticMarkup(createElement(Screen))).toThrow("does not fill the slots");
});
