import { city, garden, mist, plot } from "./city";
import { onSheet } from "./isometry";
import { bathroom, groundFloor, kitchen, plantBlock, plinth, shaft, stumps, upperFloor } from "./rooms";
import {
  airConditioning,
  carpentry,
  electrical,
  generalMaintenance,
  handyman,
  painting,
  plumbing,
  type System,
  tiling,
} from "./trades";

/** A trade in the house: what its link says and where it leads. */
export interface Trade {
  id: string;
  name: string;
  summary: string;
}

const lights =
  "<defs>" +
  '<radialGradient id="dusk"><stop stop-color="#e0a84a" stop-opacity=".6"/><stop offset=".45" stop-color="#a85a4a" stop-opacity=".32"/><stop offset="1" stop-color="#4a3a5e" stop-opacity="0"/></radialGradient>' +
  '<radialGradient id="lamp"><stop stop-color="#ffe7b0" stop-opacity=".85"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>' +
  '<linearGradient id="mist" x2="0" y2="1"><stop stop-color="#0f1a2b" stop-opacity="0"/><stop offset="1" stop-color="#0f1a2b"/></linearGradient>' +
  "</defs>";

/**
 * The house cut open at dusk, as SVG text, painted from the back to the front. A trade that is not on offer is drawn
 * all the same, but leads nowhere.
 */
export function drawHouse(trades: readonly Trade[], label: string): string {
  const link = (id: string, system: System) =>
    linkTo(
      trades.find((trade) => trade.id === id),
      system,
    );
  return [
    `<svg viewBox="-572 -640 1144 1246" role="group" aria-label="${escaped(label)}" stroke-linejoin="round" stroke-linecap="round">`,
    lights,
    still(city()),
    // As dark as the page already: it must not get darker.
    mist(),
    still(plot() + plinth() + shaft()),
    link("plumbing", plumbing()),
    still(upperFloor()),
    link("painting", painting()),
    still(bathroom() + plantBlock()),
    link("hvac", airConditioning()),
    still(groundFloor()),
    link("electrical", electrical()),
    link("carpentry", carpentry()),
    link("tiling", tiling()),
    still(kitchen() + stumps()),
    link("handyman", handyman()),
    still(garden()),
    link("general-maintenance", generalMaintenance()),
    "</svg>",
  ].join("");
}

/** Steps back into the night while a system is lit. */
const still = (drawn: string) => `<g class="still">${drawn}</g>`;

/** A system that is a link, with a mark large enough for a thumb. */
function linkTo(trade: Trade | undefined, { mark, drawn, lit }: System): string {
  if (!trade) return still(drawn);
  const [x, y] = onSheet(mark);
  return (
    `<a class="trade" href="/?service=${trade.id}#booking" data-trade="${trade.id}" aria-label="${escaped(`${trade.name}: ${trade.summary}`)}">` +
    `<g class="drawn">${drawn}</g><g class="lit">${lit}</g>` +
    `<circle class="hit" cx="${x}" cy="${y}" r="44"/><circle class="ring" cx="${x}" cy="${y}" r="14"/><circle class="dot" cx="${x}" cy="${y}" r="5.5"/></a>`
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
