import { areaOfBox, isIn, type Area, type PlacedBox } from './placed-box.ts';

type Surroundings = {
  /** Size of the displayed page in points. */
  page: { width: number; height: number };
  /** The other boxes on the page. */
  others: readonly PlacedBox[];
  letters: readonly { sign: string; area: Area }[];
};

/** Step sizes in points. */
const step = { across: 10, down: 3 };
const farthest = { across: 160, down: 120 };
/**
 * Share of a box's height, at the top and bottom edges, in which it may cross words if no other position is
 * free.
 */
const edge = 0.15;
/** Weight of a horizontal move relative to a vertical one. Fields belong to the line beside them. */
const acrossShare = 0.6;

/**
 * Returns the nearest position of the box at which it overlaps no other box and touches no letter. If there is
 * none, its edge may cross letters. Returns undefined if there is no such position within a few lines.
 */
export function findFreePlace(
  box: PlacedBox,
  { page, others, letters }: Surroundings,
): { x: number; y: number } | undefined {
  const around = areaOfBox(box);
  const reach: Area = {
    left: around.left - farthest.across,
    right: around.right + farthest.across,
    top: around.top - farthest.down,
    bottom: around.bottom + farthest.down,
  };
  const words = letters.flatMap(({ sign, area }) =>
    isTouching(area, reach) && /[\p{L}\p{N}\p{Sc}]/u.test(sign) ? [area] : [],
  );
  const taken = others.map(areaOfBox);
  const places = placesAround(box, page).filter(
    (place) => !taken.some((other) => isTouching(areaOfBox({ ...box, ...place }), other)),
  );
  const inside = (place: { x: number; y: number }): Area => {
    const { left, top, right, bottom } = areaOfBox({ ...box, ...place });
    return { left, right, top: top + box.height * edge, bottom: bottom - box.height * edge };
  };
  return (
    places.find((place) => !words.some((area) => isTouching(area, areaOfBox({ ...box, ...place })))) ??
    places.find((place) => !words.some((area) => isIn(area, inside(place))))
  );
}

const isTouching = (one: Area, other: Area): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Returns positions in order of distance. */
function placesAround(
  { x, y, width, height }: PlacedBox,
  page: Surroundings['page'],
): { x: number; y: number }[] {
  const places: { x: number; y: number; far: number }[] = [];
  for (let down = -farthest.down; down <= farthest.down; down += step.down) {
    for (let across = -farthest.across; across <= farthest.across; across += step.across) {
      const place = { x: x + across, y: y + down };
      const isOnPage =
        place.x >= 0 && place.y >= 0 && place.x + width <= page.width && place.y + height <= page.height;
      if (isOnPage) places.push({ ...place, far: Math.hypot(across * acrossShare, down) });
    }
  }
  return places.toSorted((one, other) => one.far - other.far);
}
