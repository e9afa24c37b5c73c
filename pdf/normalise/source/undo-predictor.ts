/** Undoes a PNG or TIFF predictor (§7.4.4.4). `parameter` returns decode parameters. */
export function undoPredictor(
  bytes: Uint8Array,
  parameter: (key: string, otherwise: number) => number,
): Uint8Array {
  const predictor = parameter('Predictor', 1);
  if (predictor !== 2 && predictor < 10) return bytes;
  const colors = Math.max(1, parameter('Colors', 1));
  const bits = Math.max(1, parameter('BitsPerComponent', 8));
  const columns = Math.max(1, parameter('Columns', 1));
  const pixel = Math.max(1, (colors * bits + 7) >> 3);
  const row = (columns * colors * bits + 7) >> 3;
  return predictor === 2 ? undoTiff(bytes, row, colors, bits) : undoPng(bytes, row, pixel);
}

function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(rows * row);
  let written = 0;
  for (let r = 0; r < rows; r++) {
    const from = r * (row + 1);
    const kind = bytes[from] ?? 0;
    const length = Math.min(row, bytes.length - from - 1);
    const to = r * row;
    for (let i = 0; i < length; i++) {
      const left = i >= pixel ? (out[to + i - pixel] ?? 0) : 0;
      const up = r > 0 ? (out[to + i - row] ?? 0) : 0;
      const upLeft = r > 0 && i >= pixel ? (out[to + i - row - pixel] ?? 0) : 0;
      out[to + i] = (bytes[from + 1 + i] ?? 0) + guess(kind, left, up, upLeft);
    }
    written = to + Math.max(0, length);
  }
  return out.subarray(0, written);
}

function guess(kind: number, left: number, up: number, upLeft: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Supports only whole bytes per component, because few programs support anything else. */
function undoTiff(bytes: Uint8Array, row: number, colors: number, bits: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  if (bits === 16) {
    const view = new DataView(out.buffer);
    for (let i = 0; i + 1 < out.length; i += 2)
      if (i % row >= colors * 2)
        view.setUint16(i, (view.getUint16(i) + view.getUint16(i - colors * 2)) & 0xffff);
    return out;
  }
  if (bits !== 8) return bytes;
  for (let i = 0; i < out.length; i++) if (i % row >= colors) out[i] = (out[i] ?? 0) + (out[i - colors] ?? 0);
  return out;
}
