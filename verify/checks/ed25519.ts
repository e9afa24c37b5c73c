/**
 * Verifies Ed25519 signatures (RFC 8032, 5.1.7) with plain integers, for browsers whose WebCrypto does not
 * support them. Otherwise only the seal key would vouch for the signature of a checkpoint. No input is secret,
 * so timing does not matter.
 */

const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const d = mod(-121665n * invert(121666n));
const squareRootOfMinusOne = power(2n, (p - 1n) / 4n);
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

const neutral: Point = [0n, 1n, 1n, 0n];
const base = pointAt(mod(4n * invert(5n)), 0n)!;

export async function verifyEd25519(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const [key, commitment] = [decode(publicKey), decode(signature.subarray(0, 32))];
  const scalar = littleEndian(signature.subarray(32));
  if (!key || !commitment || scalar >= order) return false;
  const hashed = Uint8Array.of(...signature.subarray(0, 32), ...publicKey, ...message);
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-512', hashed));
  const challenge = littleEndian(digest) % order;
  return isSame(times(scalar, base), add(commitment, times(challenge, key)));
}

function mod(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

function power(value: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, mod(value)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * factor);
    factor = mod(factor * factor);
  }
  return result;
}

function invert(value: bigint): bigint {
  return power(value, p - 2n);
}

/** Decodes a point (RFC 8032, 5.1.3). Returns undefined for bytes that do not encode a point canonically. */
function decode(bytes: Uint8Array): Point | undefined {
  const whole = littleEndian(bytes);
  const y = whole & (2n ** 255n - 1n);
  return y < p ? pointAt(y, whole >> 255n) : undefined;
}

function pointAt(y: bigint, sign: bigint): Point | undefined {
  const [u, v] = [mod(y * y - 1n), mod(d * y * y + 1n)];
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (p - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * squareRootOfMinusOne);
  if (mod(v * x * x) !== u || (x === 0n && sign === 1n)) return undefined;
  if ((x & 1n) !== sign) x = p - x;
  return [x, y, 1n, mod(x * y)];
}

/** Adds two points (RFC 8032, 5.1.4). */
function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const [a, b] = [(y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)];
  const [c, e] = [2n * t1 * d * t2, 2n * z1 * z2];
  const [f, g, h, i] = [mod(b - a), mod(e - c), mod(e + c), mod(b + a)];
  return [mod(f * g), mod(h * i), mod(g * h), mod(f * i)];
}

function times(scalar: bigint, point: Point): Point {
  let [result, doubled] = [neutral, point];
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) result = add(result, doubled);
    doubled = add(doubled, doubled);
  }
  return result;
}

function isSame([x1, y1, z1]: Point, [x2, y2, z2]: Point): boolean {
  return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
