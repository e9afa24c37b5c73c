/** Eight hues that remain distinct in most kinds of color blindness; initials are always shown as well. */
const hues = [255, 155, 45, 320, 200, 95, 10, 285];

/** Returns the hue of the recipient at this index; null for no recipient. */
export function recipientHue(index: number | null): number {
  return index === null || index < 0 ? 255 : (hues[index % hues.length] ?? 255);
}
