/** Pixels */
const size = { width: 900, height: 420, edge: 18, room: 60 };
const BLUE = '#143399';
const family = "'Inter Variable', system-ui, sans-serif";
const largestLetters = 110;
const smallestLetters = 30;

/** Draws a stamp with a name in a frame, as a transparent PNG. */
export async function drawNameStamp(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2d canvas');
  context.strokeStyle = BLUE;
  context.fillStyle = BLUE;
  for (const [inset, line] of [
    [size.edge, 10],
    [size.edge + 18, 3],
  ] as const) {
    context.lineWidth = line;
    context.beginPath();
    context.roundRect(inset, inset, size.width - 2 * inset, size.height - 2 * inset, 28);
    context.stroke();
  }
  drawName(context, name);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('this browser cannot write a PNG');
  return new File([blob], 'stamp.png', { type: 'image/png' });
}

/** Returns the name with the largest letters that fit, in up to four lines. */
function drawName(context: CanvasRenderingContext2D, name: string): void {
  const room = { width: size.width - 2 * size.room, height: size.height - 2 * size.room };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let letters = largestLetters; letters >= smallestLetters; letters -= 4) {
    context.font = `600 ${letters}px ${family}`;
    const lines = linesOf(name, (text) => context.measureText(text).width <= room.width);
    const isLast = letters - 4 < smallestLetters;
    if (!isLast && (lines === undefined || lines.length * letters * 1.2 > room.height)) continue;
    for (const [at, line] of (lines ?? [name]).entries()) {
      const y = size.height / 2 + (at - ((lines ?? [name]).length - 1) / 2) * letters * 1.2;
      context.fillText(line, size.width / 2, y, room.width);
    }
    return;
  }
}

/** Breaks the name between words; undefined if a word is too long. */
export function linesOf(name: string, fits: (text: string) => boolean): string[] | undefined {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    if (!fits(word)) return undefined;
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
