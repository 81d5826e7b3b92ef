import { localPath } from "~/platform/locale/locale";
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

/** Trade in the house: text and target of its link. */
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

/** Function that places a system into the picture, by trade id. */
type Place = (id: string, system: System) => string;

/** Paints the cutaway house from back to front. */
function paintHouse(place: Place): string {
  return [
    lights,
    still(city()),
    // The mist is as dark as the page, so it is not darkened further.
    mist(),
    still(plot() + plinth() + shaft()),
    place("plumbing", plumbing()),
    still(upperFloor()),
    place("painting", painting()),
    still(bathroom() + plantBlock()),
    place("hvac", airConditioning()),
    still(groundFloor()),
    place("electrical", electrical()),
    place("carpentry", carpentry()),
    place("tiling", tiling()),
    still(kitchen() + stumps()),
    place("handyman", handyman()),
    still(garden()),
    place("general-maintenance", generalMaintenance()),
  ].join("");
}

/** Draws the whole house as SVG text. A trade that is not offered is drawn without a link. */
export function drawHouse(trades: readonly Trade[], label: string): string {
  const names: string[] = [];
  const link: Place = (id, system) => {
    const trade = trades.find((trade) => trade.id === id);
    if (trade) names.push(nameBeside(trade, system.mark));
    return linkTo(trade, system);
  };
  return `<svg viewBox="-572 -640 1144 1246" role="group" aria-label="${escaped(label)}" stroke-linejoin="round" stroke-linecap="round">${paintHouse(link)}<g aria-hidden="true">${names.join("")}</g></svg>`;
}

const everything = "-450 -345 900 720";

/** View box and lit systems of each corner; by default a service's own system. */
const corners: Record<string, { view: string; lit?: string[] }> = {
  hvac: { view: "-270 -400 500 400" },
  electrical: { view: "-470 -120 500 400" },
  plumbing: { view: "70 20 500 400" },
  painting: { view: "-70 -230 500 400" },
  tiling: { view: "-200 120 500 400" },
  carpentry: { view: "-420 -70 500 400" },
  "general-maintenance": { view: "-300 210 500 400" },
  handyman: { view: "-440 130 500 400" },
  emergency: { view: "-330 -40 800 640", lit: ["plumbing", "electrical", "general-maintenance"] },
  services: { view: everything, lit: ["hvac", "plumbing", "electrical", "painting", "tiling", "carpentry"] },
  "free-survey": { view: "-420 -330 900 720", lit: ["electrical", "painting", "plumbing"] },
  packages: { view: everything, lit: ["hvac", "plumbing", "electrical"] },
};

/** Draws an enlarged corner as SVG text that fills its container. Unknown names show the whole house. */
export function drawCorner(name: string): string {
  const corner = corners[name] ?? corners.services!;
  const lit = corner.lit ?? [name];
  const place: Place = (id, system) =>
    lit.includes(id) ? `<g>${system.drawn}${system.lit}</g>` : still(system.drawn);
  return `<svg viewBox="${corner.view}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" stroke-linejoin="round" stroke-linecap="round">${paintHouse(place)}</svg>`;
}

/** Darkens while another system is lit. */
const still = (drawn: string) => `<g class="still">${drawn}</g>`;

/** Wraps a system in a link, with a mark large enough for a thumb. */
function linkTo(trade: Trade | undefined, { mark, drawn, lit }: System): string {
  if (!trade) return still(drawn);
  const [x, y] = onSheet(mark);
  return (
    `<a class="trade" href="${localPath(`/services/${trade.id}`)}" data-trade="${trade.id}" aria-label="${escaped(`${trade.name}: ${trade.summary}`)}">` +
    `<g class="drawn">${drawn}</g><g class="lit">${lit}</g>` +
    `<circle class="hit" cx="${x}" cy="${y}" r="44"/><circle class="ring" cx="${x}" cy="${y}" r="14"/><circle class="dot" cx="${x}" cy="${y}" r="5.5"/></a>`
  );
}

/** Half of the width of a letter of a name, in units of the picture. */
const HALF_LETTER = 9;

/** Name of a trade above its marker, shown while the trade is hovered or focused; above all drawings. */
function nameBeside({ id, name }: Trade, mark: System["mark"]): string {
  const [x, y] = onSheet(mark);
  const limit = 560 - name.length * HALF_LETTER;
  const centre = Math.max(-limit, Math.min(limit, x));
  return `<text class="name" data-caption="${id}" x="${centre}" y="${y - 34}">${escaped(name)}</text>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
