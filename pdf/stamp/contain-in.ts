/** Returns the largest size at which a picture fits into a box with its aspect ratio. */
export function containIn(
  picture: { width: number; height: number },
  width: number,
  height: number,
): { width: number; height: number } {
  const scale = Math.min(width / picture.width, height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}
