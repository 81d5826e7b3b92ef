/**
 * Dubai's coast, islands, water and main roads, drawn by hand to about half a kilometre, in degrees (WGS 84). Roads
 * carry the numbers of their signs.
 */

/** Longitude, latitude. */
export type GroundPoint = readonly [longitude: number, latitude: number];

/** From Jebel Ali to the border with Sharjah. */
export const coast: readonly GroundPoint[] = [
  [54.86, 24.9],
  [54.93, 24.955],
  [54.98, 24.985],
  [55.01, 24.995],
  [55.025, 25.02],
  [55.045, 25.035],
  [55.065, 25.03],
  [55.09, 25.053],
  [55.115, 25.069],
  [55.13, 25.079],
  [55.143, 25.091],
  [55.158, 25.1],
  [55.172, 25.114],
  [55.183, 25.132],
  [55.193, 25.146],
  [55.206, 25.163],
  [55.219, 25.182],
  [55.231, 25.199],
  [55.243, 25.217],
  [55.256, 25.232],
  [55.265, 25.245],
  [55.268, 25.263],
  [55.28, 25.272],
  [55.292, 25.271],
  [55.3, 25.28],
  [55.318, 25.289],
  [55.335, 25.297],
  [55.346, 25.311],
  [55.36, 25.325],
  [55.385, 25.36],
  [55.4, 25.4],
];

/** Points beyond the visible land, which close its outline. */
export const inland: readonly GroundPoint[] = [
  [55.4, 26],
  [57, 26],
  [57, 24],
  [54.86, 24],
];

/** Creek from its mouth to Ras Al Khor, and from there the canal through Business Bay to the sea. */
export const creek: readonly GroundPoint[] = [
  [55.292, 25.272],
  [55.297, 25.266],
  [55.309, 25.261],
  [55.322, 25.253],
  [55.329, 25.241],
  [55.334, 25.228],
  [55.343, 25.214],
  [55.345, 25.2],
];
export const canal: readonly GroundPoint[] = [
  [55.345, 25.2],
  [55.325, 25.192],
  [55.302, 25.184],
  [55.28, 25.181],
  [55.262, 25.186],
  [55.25, 25.193],
  [55.237, 25.207],
];

/** Bluewaters, Jumeirah Bay and the islands off Deira. */
export const islands: readonly (readonly GroundPoint[])[] = [
  [
    [55.116, 25.079],
    [55.123, 25.084],
    [55.126, 25.08],
    [55.119, 25.075],
  ],
  [
    [55.232, 25.214],
    [55.236, 25.219],
    [55.241, 25.216],
    [55.237, 25.211],
  ],
  [
    [55.289, 25.287],
    [55.301, 25.305],
    [55.316, 25.312],
    [55.315, 25.299],
    [55.303, 25.29],
  ],
  [
    [55.322, 25.306],
    [55.327, 25.33],
    [55.342, 25.337],
    [55.343, 25.318],
    [55.335, 25.305],
  ],
];

/** Dubai International Airport. */
export const airport: readonly GroundPoint[] = [
  [55.334, 25.259],
  [55.34, 25.268],
  [55.394, 25.246],
  [55.389, 25.237],
];

export interface Road {
  number: string;
  line: readonly GroundPoint[];
}

export const roads: readonly Road[] = [
  {
    number: "E11",
    line: [
      [54.92, 24.9],
      [54.99, 24.955],
      [55.05, 24.99],
      [55.1, 25.025],
      [55.122, 25.048],
      [55.148, 25.078],
      [55.172, 25.096],
      [55.199, 25.119],
      [55.226, 25.149],
      [55.25, 25.178],
      [55.268, 25.198],
      [55.285, 25.224],
      [55.305, 25.236],
      [55.328, 25.237],
      [55.34, 25.252],
      [55.358, 25.279],
      [55.376, 25.304],
      [55.4, 25.335],
    ],
  },
  {
    number: "E44",
    line: [
      [55.135, 25.035],
      [55.17, 25.057],
      [55.198, 25.077],
      [55.222, 25.103],
      [55.245, 25.133],
      [55.275, 25.157],
      [55.31, 25.17],
      [55.345, 25.183],
      [55.39, 25.182],
      [55.45, 25.178],
      [55.55, 25.16],
      [55.65, 25.12],
    ],
  },
  {
    number: "E66",
    line: [
      [55.308, 25.236],
      [55.322, 25.213],
      [55.344, 25.186],
      [55.37, 25.15],
      [55.395, 25.112],
      [55.43, 25.068],
      [55.49, 24.995],
      [55.56, 24.92],
    ],
  },
  {
    number: "E311",
    line: [
      [55.02, 24.88],
      [55.09, 24.945],
      [55.14, 24.99],
      [55.185, 25.022],
      [55.23, 25.044],
      [55.268, 25.059],
      [55.31, 25.08],
      [55.358, 25.115],
      [55.398, 25.158],
      [55.425, 25.205],
      [55.438, 25.255],
      [55.46, 25.305],
      [55.49, 25.36],
    ],
  },
  {
    number: "E611",
    line: [
      [55.1, 24.88],
      [55.2, 24.945],
      [55.28, 24.99],
      [55.355, 25.035],
      [55.42, 25.09],
      [55.475, 25.155],
      [55.515, 25.22],
      [55.55, 25.28],
      [55.58, 25.36],
    ],
  },
];

/** Communities that give the map its names, most important first. */
export const landmarkAreas: readonly string[] = [
  "Downtown Dubai",
  "Deira",
  "Palm Jumeirah",
  "Dubai Marina",
  "Al Quoz",
  "Mirdif",
  "Dubai Silicon Oasis",
  "Arabian Ranches",
  "Dubai Sports City",
  "Jumeirah 1",
  "Jumeirah 3",
  "Al Barsha 1",
  "Dubai Hills Estate",
  "Bur Dubai",
  "Dubai Festival City",
  "Dubai International City",
  "Dubai Investment Park",
  "DAMAC Hills",
  "Jebel Ali Village",
  "Al Qusais",
  "Nad Al Sheba",
  "DAMAC Hills 2",
  "Al Warqa",
  "Palm Jebel Ali",
];

interface Palm {
  /** The point of the coast at which its trunk begins. */
  root: GroundPoint;
  /** Middle of its fronds. */
  heart: GroundPoint;
}

/** Ratio of a degree of longitude to one of latitude at Dubai. */
export const LONGITUDE_RATIO = Math.cos((25.1 * Math.PI) / 180);
/** Radius of the crescent, compared with the length from root to heart. */
const CRESCENT_RATIO = 1.15;
const FROND_PAIRS = 8;

/** The trunk, the pairs of fronds and the crescent of a palm island, as lines. */
function drawPalm({ root, heart }: Palm) {
  const [across, up] = [(heart[0] - root[0]) * LONGITUDE_RATIO, heart[1] - root[1]];
  /** `forward` and `aside` in lengths of the trunk, from the heart. */
  const at = (forward: number, aside: number): GroundPoint => [
    heart[0] + (across * forward - up * aside) / LONGITUDE_RATIO,
    heart[1] + up * forward + across * aside,
  ];
  const fronds = Array.from({ length: FROND_PAIRS }, (_, pair) => {
    const start = -0.5 + pair * 0.16;
    const reach = 0.82 * Math.sin(((pair + 1.6) / (FROND_PAIRS + 1.6)) * Math.PI) ** 0.6;
    return [-1, 1].map((side) => [
      at(start, 0),
      at(start + reach * 0.25, side * reach * 0.62),
      at(start + reach * 0.3, side * reach),
    ]);
  }).flat();
  const crescent = Array.from({ length: 25 }, (_, step) => {
    const angle = ((step - 12) / 12) * (Math.PI * 0.68);
    return at(CRESCENT_RATIO * Math.cos(angle), CRESCENT_RATIO * Math.sin(angle));
  });
  return { trunk: [root, at(0.8, 0)], fronds, crescent };
}

export const palms = [
  drawPalm({ root: [55.155, 25.099], heart: [55.138, 25.114] }),
  drawPalm({ root: [55.012, 24.99], heart: [54.988, 25.006] }),
];
