import { areaOfBox, isIn, type Area, type PlacedBox } from './placed-box.ts';

type Surroundings = {
  /** Size of the page as displayed, in points. */
  page: { width: number; height: number };
  /** The other boxes on the page. */
  others: readonly PlacedBox[];
  letters: readonly { sign: string; area: Area }[];
};

/** In points. */
const step = 2;
const farthest = { across: 160, down: 120 };
/** Words may touch the upper and the lower edge of a box, and lie beside it. */
const edge = { across: 0, down: 0.15 };
/** A move to the side is as bad as a move of this share up or down, because fields belong to the line beside them. */
const acrossShare = 0.6;

/**
 * Returns the nearest place of the box where it covers no letter and overlaps no other box; undefined if there is none
 * within some lines.
 */
export function findFreePlace(
  box: PlacedBox,
  { page, others, letters }: Surroundings,
): { x: number; y: number } | undefined {
  const words = letters.filter(({ sign }) => /[\p{L}\p{N}\p{Sc}]/u.test(sign)).map(({ area }) => area);
  const taken = others.map(areaOfBox);
  return placesAround(box, page).find((place) => {
    const { left, top, right, bottom } = areaOfBox({ ...box, ...place });
    const inside: Area = {
      left: left + box.width * edge.across,
      right: right - box.width * edge.across,
      top: top + box.height * edge.down,
      bottom: bottom - box.height * edge.down,
    };
    return (
      !words.some((area) => isIn(area, inside)) &&
      !taken.some(
        (other) => left < other.right && right > other.left && top < other.bottom && bottom > other.top,
      )
    );
  });
}

/** Nearest first. */
function placesAround(
  { x, y, width, height }: PlacedBox,
  page: Surroundings['page'],
): { x: number; y: number }[] {
  const places: { x: number; y: number; far: number }[] = [];
  for (let down = -farthest.down; down <= farthest.down; down += step) {
    for (let across = -farthest.across; across <= farthest.across; across += step * 4) {
      const place = { x: x + across, y: y + down };
      const isOnPage =
        place.x >= 0 && place.y >= 0 && place.x + width <= page.width && place.y + height <= page.height;
      if (isOnPage) places.push({ ...place, far: Math.hypot(across * acrossShare, down) });
    }
  }
  return places.toSorted((one, other) => one.far - other.far);
}
