const base = 36;
const tMin = 1;
const tMax = 26;
const initialBias = 72;
const initialN = 128;
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Converts a host name label to ASCII, as `xn--…` if it contains other letters (RFC 3492, RFC 5890 §2.3.2.1).
 */
export function labelToAscii(label: string): string {
  const plain = label.normalize('NFKC').toLowerCase();
  return /^[ -~]*$/.test(plain) ? plain : `xn--${encode(plain)}`;
}

/** Converts a host name to lowercase ASCII, label by label. */
export function hostToAscii(host: string): string {
  return host.split('.').map(labelToAscii).join('.');
}

/**
 * Decodes an `xn--` label. Returns other labels unchanged, and also those that no encoder produces or that
 * encode anything other than letters and digits, such as direction controls.
 */
export function labelToUnicode(label: string): string {
  if (!/^xn--/iu.test(label)) return label;
  const decoded = decode(label.slice(4).toLowerCase()) ?? '';
  const isLetters = /^(?!\p{M})[\p{L}\p{M}\p{N}-]+$/u.test(decoded);
  return isLetters && labelToAscii(decoded) === label.toLowerCase() ? decoded : label;
}

/** Encoding procedure of RFC 3492 §6.3. */
function encode(text: string): string {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const basic = points.filter((point) => point < initialN);
  let output = basic.length > 0 ? `${String.fromCodePoint(...basic)}-` : '';
  let [n, delta, bias, handled] = [initialN, 0, initialBias, basic.length];
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta += 1;
      if (point !== n) continue;
      output += variableLength(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    n += 1;
  }
  return output;
}

/** Decoding procedure of RFC 3492 §6.2. Returns undefined for text that no encoder produces. */
function decode(input: string): string | undefined {
  const split = Math.max(input.lastIndexOf('-'), 0);
  const output = Array.from(input.slice(0, split), (character) => character.codePointAt(0)!);
  let [n, i, bias, at] = [initialN, 0, initialBias, split === 0 ? 0 : split + 1];
  while (at < input.length) {
    const before = i;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(input[at] ?? '-');
      if (digit < 0) return undefined;
      at += 1;
      i += digit * weight;
      const limit = threshold(k, bias);
      if (digit < limit) break;
      weight *= base - limit;
    }
    bias = adapt(i - before, output.length + 1, before === 0);
    n += Math.floor(i / (output.length + 1));
    i %= output.length + 1;
    if (n > 0x10_ff_ff || (n >= 0xd8_00 && n <= 0xdf_ff)) return undefined;
    output.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...output);
}

function variableLength(delta: number, bias: number): string {
  let output = '';
  let rest = delta;
  for (let k = base; ; k += base) {
    const limit = threshold(k, bias);
    if (rest < limit) return output + digits[rest]!;
    output += digits[limit + ((rest - limit) % (base - limit))]!;
    rest = Math.floor((rest - limit) / (base - limit));
  }
}

const threshold = (k: number, bias: number): number => Math.min(Math.max(k - bias, tMin), tMax);

/** Bias adaptation of RFC 3492 §6.1. */
function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38));
}
