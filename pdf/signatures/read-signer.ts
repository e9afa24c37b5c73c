import { childrenOf, oidOf, type BerElement } from './read-ber.ts';

const commonName = '2.5.4.3';
const organization = '2.5.4.10';

/** Returns the parts of a certificate (RFC 5280, 4.1) from its serial number on. */
export const partsOf = (certificate: BerElement): BerElement[] =>
  childrenOf(childrenOf(certificate)[0]).filter(({ tag }) => tag !== 0xa0);

/** Returns the common name of a subject, or its organization; '' without either. */
export function nameOf(certificate: BerElement): string {
  const pairs = childrenOf(partsOf(certificate)[4])
    .flatMap(childrenOf)
    .map((pair): [string, string] => {
      const [type, value] = childrenOf(pair);
      return [oidOf(type), value === undefined ? '' : textOf(value)];
    });
  const names = new Map(pairs);
  return (names.get(commonName) ?? names.get(organization) ?? '').trim();
}

function textOf({ tag, content }: BerElement): string {
  const encoding = tag === 0x0c ? 'utf-8' : tag === 0x1e ? 'utf-16be' : 'latin1';
  return new TextDecoder(encoding).decode(content);
}

/**
 * Returns true if a certificate has the issuer and serial number that the signer states. Authorities number
 * their certificates independently, so the serial number alone names none.
 */
export function isNamed(certificate: BerElement, id: BerElement): boolean {
  if (id.tag !== 0x30) return false;
  const [serial, , issuer] = partsOf(certificate);
  const [statedIssuer, statedSerial] = childrenOf(id);
  return isSame(issuer, statedIssuer) && isSame(serial, statedSerial);
}

function isSame(one: BerElement | undefined, other: BerElement | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.bytes.length === other.bytes.length && one.bytes.every((byte, at) => byte === other.bytes[at]);
}
