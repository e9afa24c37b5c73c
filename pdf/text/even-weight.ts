import type { FaceName } from '../fonts/faces.ts';
import { openFace } from './open-face.ts';

/**
 * Returns the regular face for bold text with letters that no bold font contains, such as Arabic. Otherwise only
 * the Latin letters would be bold and look emphasized.
 */
export function evenWeight(text: string, face: FaceName): FaceName {
  if (face !== 'sans-bold') return face;
  const { has } = openFace(face);
  const letters = [...text].filter((char) => /\p{L}/u.test(char));
  return letters.every((char) => has(char.codePointAt(0) ?? 0)) ? face : 'sans';
}
